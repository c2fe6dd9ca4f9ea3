import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { refusals } from "#contracts/errors";
import { type Invited, joinByInvitation } from "#contracts/invitation/api";
import { dayOf } from "#web/features/team/invitation/texts.ts";
import { useToday } from "#web/features/team/use-today.ts";
import { welcome } from "#web/features/team/welcome.ts";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { continueAfterLogin, useContinuation } from "#web/lib/continuation.ts";
import { rememberSeen } from "#web/lib/my-applications.ts";
import { rememberReturnPath } from "#web/lib/return-path.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { useSession } from "#web/lib/session.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FailedState } from "#web/ui/empty-state.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./invited.module.css";
import { endedMessage, invitedQuery } from "./queries.ts";

/** Without the scripts of others: the address contains a token. */
export { withoutThirdParties as loader } from "#web/lib/third-parties.ts";

/** The public page that an invitation link opens (spec/daily-use.md §7.5). */
export function InvitedPage() {
  const { token = "" } = useParams();
  const { uuid } = useSession();
  const query = useQuery(invitedQuery(token, uuid));
  const { data, error } = query;
  const ended = endedMessage(error);
  return (
    <Page width="form" glow>
      {ended !== undefined ? (
        <Box title={ended} text="초대한 사람에게 새 링크를 부탁해 주세요.">
          <ButtonLink look="soft" wide to="/team-recruit/list">
            모집 중인 팀 보기
          </ButtonLink>
        </Box>
      ) : data ? (
        <Invitation key={token} token={token} team={data} isCurrent={!query.isFetching} />
      ) : error ? (
        <FailedState title="내용을 가져오지 못했어요" error={error} onRetry={() => void query.refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

function Invitation({ token, team, isCurrent }: { token: string; team: Invited; isCurrent: boolean }) {
  const { isLoggedIn } = useSession();
  const { teamName, memberLimit } = team;
  const joining = useJoin(token, team);
  const mayJoin = !team.isMember && !team.isFull;
  useContinuation("join-by-invitation", isCurrent && mayJoin, joining.join);

  if (joining.isKicked)
    return (
      <Box team={team} title={refusals["kicked-from-team"].message}>
        <ToTeam team={team}>팀 둘러보기</ToTeam>
      </Box>
    );
  if (team.isMember)
    return (
      <Box team={team} title="이미 이 팀의 팀원이에요" text={teamName}>
        <ToTeam team={team}>팀 페이지로</ToTeam>
      </Box>
    );
  if (team.isFull)
    return (
      <Box team={team} title="지금은 자리가 없어요" text={`${teamName} ${memberLimit}명이 모두 찼어요.`}>
        <ToTeam team={team}>팀 둘러보기</ToTeam>
      </Box>
    );
  return (
    <Box
      team={team}
      title={
        <>
          {team.invitedBy}님이 <br />
          {teamName}에 초대했어요
        </>
      }
      text={team.teamExplain}
    >
      <Facts team={team} />
      {isLoggedIn ? <JoinButton {...joining} /> : <LoginLink />}
      <ButtonLink look="ghost" wide to={`/team-dashboard/${team.teamId}`}>
        팀 먼저 둘러보기
      </ButtonLink>
    </Box>
  );
}

/** Joins and navigates to the team; a changed state of the invitation is shown by the page. */
function useJoin(token: string, team: Invited) {
  const { uuid } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [["my-teams"], ["team-page", String(team.teamId)], ["team-articles", String(team.teamId)]].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    );
  const { run, isPending, isSuccess, error } = useCommand(joinByInvitation, {
    // Joining accepts a pending application, which the applicant already knows.
    onSuccess: () => uuid !== null && rememberSeen(uuid, serverTime()),
    failure: async (failed) => {
      await client.invalidateQueries({ queryKey: invitedQuery(token, uuid).queryKey });
      const isShown = isRefusal(failed, "kicked-from-team") || isRefusal(failed, "already-joined");
      return isShown ? null : (serverMessage(failed) ?? "팀 가입 요청에 실패했습니다.");
    },
  });
  const join = async () => {
    if (isSuccess || !(await run({ params: { token } }))) return;
    // The team page repeats a failed fetch itself.
    await refresh().catch(() => undefined);
    welcome(team);
    await navigate(`/team-dashboard/${team.teamId}`, { replace: true });
  };
  return { join, isPending: isPending || isSuccess, isKicked: isRefusal(error, "kicked-from-team") };
}

function JoinButton({ join, isPending }: Pick<ReturnType<typeof useJoin>, "join" | "isPending">) {
  const isOnline = useOnline();
  return (
    <>
      <Button
        look="action"
        size="large"
        wide
        pending={isPending}
        disabled={!isOnline}
        onClick={() => void join()}
      >
        팀 참가하기
      </Button>
      {!isOnline && <Hint>오프라인이라 지금은 할 수 없어요</Hint>}
    </>
  );
}

/** Links to the login provider and back to this page, where joining continues automatically. */
function LoginLink() {
  const { pathname } = useLocation();
  return (
    <a
      className={buttonClass({ look: "kakao", size: "large", wide: true })}
      href={`/oauth2/authorization/kakao?redirect=${encodeURIComponent(pathname)}`}
      onClick={() => {
        rememberReturnPath(pathname);
        continueAfterLogin("join-by-invitation", pathname);
      }}
    >
      <Icon name="chat" />
      카카오로 시작하고 참가하기
    </a>
  );
}

const Facts = ({ team }: { team: Invited }) => {
  const today = useToday();
  return (
    <p className={styles.facts}>
      <Tag category={team.topic} />
      <span>
        {team.memberCount}/{team.memberLimit}명
      </span>
      <span aria-hidden="true">·</span>
      <span>{dayOf(team.expiresAt, today)}까지</span>
    </p>
  );
};

const ToTeam = ({ team, children }: { team: Invited; children: ReactNode }) => (
  <ButtonLink look="soft" wide to={`/team-dashboard/${team.teamId}`}>
    {children}
  </ButtonLink>
);

const Box = ({
  team,
  title,
  text,
  children,
}: {
  team?: Invited;
  title: ReactNode;
  text?: string;
  children: ReactNode;
}) => (
  <Card className={styles.box}>
    {team && <TeamPicture teamId={team.teamId} src={team.imageUrl} width={72} />}
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text}>{text}</p>
    {children}
  </Card>
);

/** Placeholder of the card while its query is pending. */
const Waiting = () => (
  <Card className={styles.box} aria-busy="true">
    <HiddenText>초대를 확인하는 중…</HiddenText>
    <Skeleton width={72} height={72} />
    <Skeleton width="70%" height={32} className={styles.line} />
    <Skeleton width="50%" height={18} className={styles.line} />
    <Skeleton height={56} className={styles.line} />
  </Card>
);
