import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { TeamMember } from "./queries.ts";
import styles from "./team-settings.module.css";

const Role = ({ member: { isTeamManager } }: { member: TeamMember }) => (
  <>
    {isTeamManager && <Icon name="crown" size="small" />}
    <span>{isTeamManager ? "방장" : "일반 회원"}</span>
  </>
);

/** `방장` or `일반 회원`. */
export const RoleMark = ({ member, className }: { member: TeamMember; className?: string | undefined }) => (
  <span className={cx(styles.role, member.isTeamManager && styles.manager, className)}>
    <Role member={member} />
  </span>
);

/** The role on narrow screens, where a tap opens the choices. */
export const RoleOpener = ({ member, onOpen }: { member: TeamMember; onOpen: () => void }) => (
  <button
    type="button"
    className={cx(styles.role, styles.opener, member.isTeamManager && styles.manager)}
    aria-haspopup="dialog"
    onClick={onOpen}
  >
    <HiddenText>{member.memberName} 상태 변경: </HiddenText>
    <Role member={member} />
    <Icon name="down" size="small" />
  </button>
);
