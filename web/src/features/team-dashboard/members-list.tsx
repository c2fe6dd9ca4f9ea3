import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { Team } from "#contracts/team/api";
import { writersOfDayQuery } from "#web/features/team/queries.ts";
import { isMobile } from "#web/lib/mobile.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useNameFilter } from "#web/ui/use-name-filter.tsx";
import styles from "./team-dashboard.module.css";

interface MembersListProps {
  readonly id: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly team: Team;
  readonly today: string;
}

/** All members of the team and who has written today, as a popover at the button, on narrow windows as a sheet. */
export function MembersList({ id, anchor, onClose, team, today }: MembersListProps) {
  const label = `멤버 ${team.memberCount}명`;
  const leave = () => {
    onClose();
    anchor.current?.focus();
  };
  const people = <People team={team} today={today} label={label} />;
  if (isMobile())
    return (
      <Sheet open label={label} onClose={leave}>
        {people}
      </Sheet>
    );
  return (
    <Popover
      id={id}
      anchor={anchor}
      role="dialog"
      aria-label={label}
      className={styles.popover}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== "Tab") return;
        event.preventDefault();
        const controls = [...event.currentTarget.querySelectorAll<HTMLElement>("input, button")];
        const at = controls.indexOf(document.activeElement as HTMLElement);
        const next = controls[at + (event.shiftKey ? -1 : 1)];
        if (next) next.focus();
        else leave();
      }}
    >
      {people}
    </Popover>
  );
}

function People({ team, today, label }: Pick<MembersListProps, "team" | "today"> & { label: string }) {
  const { shown, field, noMatch } = useNameFilter(team.members, styles.filter);
  const writers = useWriters(team.teamId, today);
  return (
    <>
      <h3 className={styles.membersTitle}>{label}</h3>
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

/** Which members of a team have written on a day, by their uuid. */
function useWriters(teamId: number, date: string): ReadonlySet<string> {
  const [day] = useQuery(writersOfDayQuery(teamId, date)).data ?? [];
  return new Set(day?.members.map(({ uuid }) => uuid));
}
