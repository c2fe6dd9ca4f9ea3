import { useEffect, useId, useRef, useState } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { usePopup } from "#web/ui/popup.ts";
import styles from "./members.module.css";
import type { TeamMember } from "./queries.ts";

/** Picture and name; a click opens the introduction. */
export function MemberName({ member, isOwn }: { member: TeamMember; isOwn: boolean }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  usePopup({ anchor: button, popup: note, open: isOpen, align: "start", onClose: () => setOpen(false) });
  useEffect(() => {
    if (isOpen) note.current?.focus();
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={member.memberName} src={member.imageUrl} />
        <span className={styles.nameText} title={member.memberName}>
          {member.memberName}
        </span>
        {isOwn && <small>나</small>}
      </button>
      {isOpen && (
        <div
          ref={note}
          id={id}
          role="dialog"
          tabIndex={-1}
          aria-labelledby={`${id}-title`}
          className={styles.popover}
          onKeyDown={({ key }) => {
            if (key !== "Escape" && key !== "Tab") return;
            setOpen(false);
            button.current?.focus();
          }}
        >
          <h3 id={`${id}-title`} className={styles.popoverTitle}>
            소개글
          </h3>
          <p className={styles.popoverText}>{member.memberExplain || "아직 소개글이 없어요."}</p>
        </div>
      )}
    </>
  );
}
