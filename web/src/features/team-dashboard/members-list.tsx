import { type RefObject, useEffect, useRef } from "react";
import type { Team } from "#contracts/team/api";
import { isMobile } from "#web/lib/mobile.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { usePopup } from "#web/ui/popup.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { useNameFilter } from "#web/ui/use-name-filter.tsx";
import styles from "./members.module.css";
import { useWriters } from "./use-writers.ts";

interface MembersListProps {
  readonly id: string;
  readonly team: Team;
  readonly today: string;
  readonly button: RefObject<HTMLElement | null>;
  readonly onClose: (returnsFocus: boolean) => void;
}

/** All members of the team and who has written today, as a popup at the button, on narrow windows as a sheet. */
export function MembersList(props: MembersListProps) {
  const label = `멤버 ${props.team.memberCount}명`;
  if (!isMobile()) return <Popover {...props} label={label} />;
  return (
    <Sheet open label={label} onClose={() => props.onClose(true)}>
      <People {...props} label={label} />
    </Sheet>
  );
}

function Popover({ id, button, onClose, ...people }: MembersListProps & { label: string }) {
  const note = useRef<HTMLDivElement>(null);
  usePopup({ anchor: button, popup: note, open: true, align: "start", onClose: () => onClose(false) });
  useEffect(() => note.current?.focus(), []);
  return (
    <div
      ref={note}
      id={id}
      role="dialog"
      tabIndex={-1}
      aria-label={people.label}
      className={styles.popover}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "Tab") return;
        event.preventDefault();
        const controls = [...event.currentTarget.querySelectorAll<HTMLElement>("input, button")];
        const at = controls.indexOf(document.activeElement as HTMLElement);
        const next = event.key === "Tab" && controls[at + (event.shiftKey ? -1 : 1)];
        if (next) next.focus();
        else onClose(true);
      }}
    >
      <People {...people} />
    </div>
  );
}

function People({ team, today, label }: Pick<MembersListProps, "team" | "today"> & { label: string }) {
  const { shown, field, noMatch } = useNameFilter(team.members, styles.filter);
  const writers = useWriters(team.teamId, today);
  return (
    <>
      <h3 className={styles.title}>{label}</h3>
      {field}
      {noMatch}
      <ul>
        {shown.map((member) => (
          <li key={member.uuid} className={styles.member}>
            <Avatar name={member.memberName} src={member.imageUrl} size={36} />
            <span className={styles.words}>
              <b>{member.memberName}</b>
              {member.isTeamManager && <span className={styles.chief}>방장</span>}
              {member.memberExplain && <small>{member.memberExplain}</small>}
            </span>
            {writers.has(member.uuid) && <span className={styles.wrote}>오늘 썼어요</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
