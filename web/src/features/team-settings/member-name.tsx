import { Avatar } from "#web/ui/avatar.tsx";
import { Popover, usePopover } from "#web/ui/popover.tsx";
import type { TeamMember } from "./queries.ts";
import styles from "./team-settings.module.css";

/** Picture and name; a click opens the introduction. */
export function MemberName({ member, isOwn }: { member: TeamMember; isOwn: boolean }) {
  const { isOpen, button, popover } = usePopover();
  const titleId = `${popover.id}-title`;
  return (
    <>
      <button {...button} type="button" className={styles.name}>
        <Avatar name={member.memberName} src={member.imageUrl} />
        <span className={styles.nameText} title={member.memberName}>
          {member.memberName}
        </span>
        {isOwn && <small>나</small>}
      </button>
      {isOpen && (
        <Popover
          {...popover}
          role="dialog"
          aria-labelledby={titleId}
          className={styles.popover}
          onKeyDown={({ key }) => {
            if (key !== "Tab") return;
            popover.onClose();
            popover.anchor.current?.focus();
          }}
        >
          <h3 id={titleId} className={styles.popoverTitle}>
            소개글
          </h3>
          <p className={styles.popoverText}>{member.memberExplain || "아직 소개글이 없어요."}</p>
        </Popover>
      )}
    </>
  );
}
