import { useNavigate } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { AnnouncementBox } from "#web/features/team/announcement-box.tsx";
import { hasSubjectOn, type Tags, TeamCalendar } from "#web/features/team/team-calendar.tsx";
import { useTeamPresence } from "#web/lib/live/use-presence.ts";
import { MainButton } from "./main-button.tsx";
import { managerLinks } from "./manager-links.ts";
import { Presence } from "./presence.tsx";
import styles from "./team-dashboard.module.css";
import { TeamDay } from "./team-day.tsx";
import { TeamSide } from "./team-side.tsx";
import { useJoin } from "./use-join.tsx";
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

/** Team on the left; notice and deed, calendar and the chosen day on the right. */
export function TeamBoard({ team, tags, isManager, isMember, today, day, onDay }: TeamBoardProps) {
  const { teamId } = team;
  const join = useJoin(teamId);
  useLastTeam({ team, tags, isMember, day });
  const navigate = useNavigate();
  const here = useTeamPresence(teamId, isMember ?? false);
  const onNoManager = () => void navigate("/team-list");

  return (
    <div className={styles.team}>
      <TeamSide team={team} links={isManager ? managerLinks(team) : []} />
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
