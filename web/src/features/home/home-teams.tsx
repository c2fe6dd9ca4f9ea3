import { useQuery } from "@tanstack/react-query";
import { limits } from "#contracts/limits";
import type { TeamToday, Today } from "#contracts/today/api";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { Link } from "#web/lib/link.tsx";
import { Avatars } from "#web/ui/avatar.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { linkClass } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import { ProblemChips } from "../team/problem-chips.tsx";
import { teamPageQuery } from "../team/queries.ts";
import styles from "./home.module.css";

interface TeamProps {
  readonly team: TeamToday;
}

/**
 * The first teams as cards, the others as lines, in the order of the server: by need. The first team without an own
 * article has the primary action of the page.
 */
export function HomeTeams({ teams, reviews }: Pick<Today, "teams" | "reviews">) {
  const next = teams.find(({ mine }) => mine.length === 0);
  return (
    <Stack gap={16}>
      {teams.slice(0, limits.todayCards).map((team) => (
        <Card
          key={team.teamId}
          card={false}
          className={styles.card}
          role="article"
          aria-label={team.teamName}
        >
          <Top team={team} isNext={team === next} />
          <Problem team={team} />
          <Foot team={team} reviews={reviews.filter(({ teamId }) => teamId === team.teamId)} />
        </Card>
      ))}
      {teams.length > limits.todayCards && (
        <OtherTeams teams={teams.slice(limits.todayCards)} isCut={teams.length >= limits.todayTeams} />
      )}
    </Stack>
  );
}

/** `isCut`: there may be more teams. */
const OtherTeams = ({ teams, isCut }: { teams: readonly TeamToday[]; isCut: boolean }) => (
  <Card card={false} className={styles.panel} role="region" aria-label="다른 팀">
    <div className={styles.panelHead}>
      <h2>다른 팀</h2>
      {isCut ? (
        <Link className={cx(linkClass, styles.more)} to="/my-dashboard/teams">
          모든 팀 보기
        </Link>
      ) : (
        <span className={styles.count}>{teams.length}</span>
      )}
    </div>
    <ul>
      {teams.map((team) => (
        <li key={team.teamId} className={styles.row}>
          <TeamPicture teamId={team.teamId} src={team.imageUrl} width={28} />
          <span className={styles.line}>
            <Link className={styles.way} to={`/team-dashboard/${team.teamId}`}>
              {team.teamName}
            </Link>
            <State team={team} />
          </span>
          <Next team={team} />
        </li>
      ))}
    </ul>
  </Card>
);

const Next = ({ team: { teamId, mine, date } }: TeamProps) => (
  <Link
    className={cx(linkClass, styles.way)}
    to={
      mine[0] ? `/team-dashboard/${teamId}?date=${date}&article=${mine[0].articleId}` : `/posting/${teamId}`
    }
  >
    {mine[0] ? "내 글 보기" : "오늘의 글쓰기"}
  </Link>
);

const Top = ({ team, isNext }: TeamProps & { isNext: boolean }) => (
  <div className={styles.top}>
    <TeamPicture teamId={team.teamId} src={team.imageUrl} width={56} className={styles.picture} />
    <div className={styles.words}>
      <h2 className={styles.name}>
        <Link className={styles.way} to={`/team-dashboard/${team.teamId}`}>
          {team.teamName}
        </Link>
      </h2>
      <State team={team} />
    </div>
    {team.mine[0] ? (
      <ButtonLink
        look="neutral"
        className={styles.button}
        to={`/team-dashboard/${team.teamId}?date=${team.date}&article=${team.mine[0].articleId}`}
      >
        내 글 보기
      </ButtonLink>
    ) : (
      <ButtonLink look={isNext ? "action" : "soft"} className={styles.button} to={`/posting/${team.teamId}`}>
        <Icon name="pencil" />
        오늘의 글쓰기
      </ButtonLink>
    )}
  </div>
);

/** The own day where a promise is in force; loaded only with one. */
const ownState = lazyModule(() => import("./own-state.tsx"));

function State({ team }: { team: TeamToday }) {
  const { wroteCount, mine, rhythm } = team;
  const loaded = useLazyModule(ownState, rhythm !== null);
  if (rhythm)
    return (
      <p className={styles.state}>
        {loaded ? <loaded.OwnState rhythm={rhythm} wroteCount={wroteCount} /> : <Skeleton width={180} />}
      </p>
    );
  if (wroteCount === 0) return <p className={styles.state}>아직 쓴 사람이 없어요</p>;
  if (mine.length === 0)
    return (
      <p className={styles.state}>
        <b>{wroteCount}명이 썼어요</b> · 아직 내 글이 없어요
      </p>
    );
  return (
    <p className={styles.state}>
      <b className={styles.done}>오늘 내 글을 썼어요</b> · {wroteCount}명이 썼어요
    </p>
  );
}

function Problem({ team: { teamId, date, teamManager, subject } }: TeamProps) {
  if (subject === null)
    return (
      <div className={cx(styles.problem, styles.teamsNone)}>
        문제가 등록되지 않았어요
        {teamManager && (
          <Link className={cx(linkClass, styles.way)} to={`/team-subject/${teamId}/${date}`}>
            문제 쓰기
          </Link>
        )}
      </div>
    );
  return (
    <div className={styles.problem}>
      <Tag category={subject.category} />
      <b>
        <Link className={styles.way} to={`/team-dashboard/${teamId}?date=${date}&show=subject`}>
          {subject.title}
        </Link>
      </b>
      <ProblemChips problems={subject.problems} />
    </div>
  );
}

function Foot({ team, reviews }: TeamProps & { reviews: Today["reviews"] }) {
  const [review] = reviews;
  const { writers, wroteCount, memberCount, waitingApplicants } = team;
  const names = writers.map(({ memberName }) => memberName).join(", ");
  return (
    <div className={styles.foot}>
      {wroteCount > 0 ? (
        <Avatars
          people={writers.map(({ memberName, imageUrl }) => ({ name: memberName, src: imageUrl }))}
          total={wroteCount}
          size={24}
          label={`오늘 쓴 사람: ${names}${wroteCount > writers.length ? ` 외 ${wroteCount - writers.length}명` : ""}`}
        />
      ) : (
        <span>멤버 {memberCount}명</span>
      )}
      {review && (
        <Link
          className={cx(linkClass, styles.way)}
          to={`/team-dashboard/${team.teamId}?date=${review.date}&article=${review.articleId}`}
        >
          받은 리뷰 요청 {reviews.length}
        </Link>
      )}
      {waitingApplicants !== null && waitingApplicants > 0 && (
        <Applicants teamId={team.teamId} date={team.date} count={waitingApplicants} />
      )}
    </div>
  );
}

/** Links to the recruitment of the applicants; the team page's query provides its id. */
function Applicants({ teamId, date, count }: { teamId: number; date: string; count: number }) {
  const { data } = useQuery(teamPageQuery(teamId, monthOf(date)));
  const recruitId = data?.myTeamResponse.teamRecruitId ?? null;
  const to = recruitId === null ? `/team-dashboard/${teamId}` : `/team-recruit/detail/${recruitId}`;
  return (
    <Link className={cx(linkClass, styles.way)} to={to}>
      가입 신청 {count}명
    </Link>
  );
}
