import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { AnnouncementBox } from "#web/features/team/announcement-box.tsx";
import { hasSubjectOn, type Tags, TeamCalendar } from "#web/features/team/team-calendar.tsx";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { useTeamPresence } from "#web/lib/live/use-presence.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import { Presence } from "./presence.tsx";
import styles from "./team-dashboard.module.css";
import { TeamDay } from "./team-day.tsx";
import { TeamSide } from "./team-side.tsx";
import { useLastTeam } from "./use-last-team.ts";

interface TeamBoardProps {
  readonly team: Team;
  /** Problem tags of the chosen month; undefined while they are unknown. */
  readonly tags: Tags | undefined;
  readonly isManager: boolean;
  /** Undefined while it is unknown. */
  readonly isMember: boolean | undefined;
  readonly today: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** Team on the left; announcement and action, calendar and the chosen day on the right. */
export function TeamBoard({ team, tags, isManager, isMember, today, day, onDay }: TeamBoardProps) {
  const { teamId } = team;
  const join = useJoin(teamId);
  useLastTeam({ team, tags, isMember, day });
  const navigate = useNavigate();
  const here = useTeamPresence(teamId, isMember ?? false);
  const onNoManager = () => void navigate("/team-list");

  return (
    <div className={styles.team}>
      <TeamSide team={team} isManager={isManager} />
      <div className={styles.main}>
        <div className={styles.top}>
          <AnnouncementBox
            teamId={teamId}
            text={team.teamAnnouncement}
            isManager={isManager}
            onNoManager={onNoManager}
          />
          <MainButton team={team} isMember={isMember} onJoin={join.begin} />
        </div>
        <TeamCalendar tags={tags} today={today} day={day} onDay={onDay} />
        <TeamDay
          key={day}
          teamId={teamId}
          date={day}
          today={today}
          onDay={onDay}
          isManager={isManager}
          isMember={isMember}
          hasSubject={hasSubjectOn(day, tags)}
          presence={isMember && <Presence key={today} teamId={teamId} today={today} here={here} />}
          onJoin={join.begin}
          onNoManager={onNoManager}
        />
      </div>
      {join.window}
    </div>
  );
}

/** The action of the day: members write, others join (spec/ui.md §10). `isMember` is undefined while it is unknown. */
function MainButton({
  team,
  isMember,
  onJoin,
}: {
  team: Team;
  isMember: boolean | undefined;
  onJoin: () => void;
}) {
  const navigate = useNavigate();
  if (isMember === undefined) return <Skeleton className={styles.unknownAction} height={56} />;
  if (isMember) {
    return (
      <ButtonLink data-next-focus look="action" className={styles.action} to={`/posting/${team.teamId}`}>
        <Icon name="pencil" />
        오늘의 글쓰기
      </ButtonLink>
    );
  }
  const readRecruitment = () => {
    if (team.teamRecruitId === null) toast("참가할 수 없는 상태입니다.");
    else navigate(`/team-recruit/detail/${team.teamRecruitId}`);
  };
  return (
    <Menu
      trigger={
        <Button data-next-focus look="action" className={styles.action}>
          팀 참가하기
          <Icon name="down" size="small" />
        </Button>
      }
    >
      <MenuItem onClick={onJoin}>
        <Icon name="lock" size="small" />
        비밀번호 입력
      </MenuItem>
      <MenuItem onClick={readRecruitment}>
        <Icon name="arrow-right" size="small" />
        모집글 보러가기
      </MenuItem>
    </Menu>
  );
}

const joinWindow = lazyModule(() => import("./join-window.tsx"));

/** Joining this team by password: how to begin, and the window to put on the page. */
function useJoin(teamId: number) {
  const [presses, setPresses] = useState(0);
  const loaded = useLazyModule(joinWindow, presses > 0, () => {
    setPresses(0);
    toast.error("팀 가입 요청에 실패했습니다.");
  });
  const window = loaded && presses > 0 && <loaded.JoinWindow teamId={teamId} presses={presses} />;
  return { begin: () => setPresses((count) => count + 1), window };
}
