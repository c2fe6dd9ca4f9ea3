import type { Notification, NotificationKind } from "#contracts/inbox/api";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./inbox.module.css";

interface Look {
  readonly icon: IconName;
  readonly tone: "recruit" | "subject" | "notice" | "role" | "quiet" | "stop" | "new";
  /** Kinds that show the team's picture instead of the actor's. */
  readonly ofTeam?: true;
}

const looks: Readonly<Record<NotificationKind, Look>> = {
  SUBJECT_POSTED: { icon: "flag", tone: "subject", ofTeam: true },
  ANNOUNCEMENT_CHANGED: { icon: "megaphone", tone: "notice", ofTeam: true },
  NEW_MEMBER: { icon: "plus", tone: "new" },
  ARTICLE_POSTED: { icon: "doc", tone: "recruit" },
  MENTION: { icon: "chat", tone: "recruit" },
  COMMENT: { icon: "chat", tone: "recruit" },
  REPLY: { icon: "chat", tone: "recruit" },
  REVIEW_ASKED: { icon: "doc", tone: "subject" },
  WRITE_REMINDER: { icon: "pencil", tone: "notice", ofTeam: true },
  DISCORD_STOPPED: { icon: "x", tone: "stop", ofTeam: true },
  APPLICATION_SUBMITTED: { icon: "user", tone: "recruit" },
  APPLICATION_ACCEPTED: { icon: "check", tone: "recruit", ofTeam: true },
  APPLICATION_REMOVED: { icon: "x", tone: "quiet" },
  RECRUITMENT_CLOSED: { icon: "lock", tone: "quiet" },
  RECRUITMENT_DELETED: { icon: "trash", tone: "quiet" },
  ROLE_CHANGED: { icon: "crown", tone: "role" },
  KICKED: { icon: "x", tone: "stop" },
  ENTRY_PASSWORD_CHANGED: { icon: "lock", tone: "role", ofTeam: true },
  TEAM_DELETED: { icon: "trash", tone: "quiet" },
};

/** Pictures of the actors or the team, with an icon of the kind. */
export function NotificationFace({ kind, actors, team }: Notification) {
  const { icon, tone, ofTeam } = looks[kind];
  const [first, second] = actors;
  if (first && second && !ofTeam)
    return (
      <span className={cx(styles.face, styles.two)}>
        <Avatar name={first.memberName} src={first.imageUrl} size={28} />
        <Avatar name={second.memberName} src={second.imageUrl} size={28} />
      </span>
    );
  return (
    <span className={styles.face}>
      {team && (ofTeam || !first) ? (
        <TeamPicture teamId={team.teamId} src={team.imageUrl} width={40} />
      ) : (
        <Avatar name={first?.memberName ?? "–"} src={first?.imageUrl} size={40} />
      )}
      <span className={cx(styles.mark, styles[tone])}>
        <Icon name={icon} size="small" />
      </span>
    </span>
  );
}
