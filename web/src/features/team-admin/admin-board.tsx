import { useRef } from "react";
import type { Team } from "#contracts/team/api";
import { AnnouncementBox } from "#web/features/team/announcement-box.tsx";
import { hasSubjectOn, type Tags, TeamCalendar } from "#web/features/team/team-calendar.tsx";
import { AdminDay } from "./admin-day.tsx";
import { AdminPanel } from "./admin-panel.tsx";
import styles from "./team-admin.module.css";
import { ToCalendar } from "./to-calendar.tsx";

interface AdminBoardProps {
  readonly team: Team;
  /** Problem tags of the chosen month; undefined while they are unknown. */
  readonly tags: Tags | undefined;
  readonly today: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
  /** The server has just said that the person is no manager. */
  readonly onNoManager: () => void;
}

/** What this page is for on the left; announcement, calendar and the chosen day on the right. */
export function AdminBoard({ team, tags, today, day, onDay, onNoManager }: AdminBoardProps) {
  const { teamId } = team;
  const calendar = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.admin}>
      <AdminPanel team={team} />
      <div className={styles.main}>
        <AnnouncementBox
          teamId={teamId}
          text={team.teamAnnouncement}
          look="editor"
          isManager
          onNoManager={onNoManager}
        />
        <div ref={calendar} className={styles.calendar}>
          <TeamCalendar tags={tags} today={today} day={day} onDay={onDay} />
        </div>
        <AdminDay
          key={day}
          teamId={teamId}
          date={day}
          today={today}
          onDay={onDay}
          hasSubject={hasSubjectOn(day, tags)}
          onNoManager={onNoManager}
        />
        <ToCalendar calendar={calendar} />
      </div>
    </div>
  );
}
