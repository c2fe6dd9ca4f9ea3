import { useRef, useState } from "react";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { useAnnounced } from "#web/ui/announcer.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { ApplyBar } from "./apply-bar.tsx";
import { useChangeRole } from "./commands.ts";
import { MemberTable } from "./member-table.tsx";
import type { TeamMember } from "./queries.ts";
import {
  chosen,
  isPossible,
  type RoleChange,
  roleChanges,
  type Selection,
  stillOffered,
  tooManyManagers,
} from "./role-changes.ts";
import styles from "./team-settings.module.css";

interface TeamMembersProps {
  readonly teamId: number;
  readonly members: readonly TeamMember[];
  /** uuid of the caller, whose row is inactive; null while it is unknown. */
  readonly own: string | null;
  /** Called with true when the caller delegates the own role, and with false if that fails. */
  readonly onGivingUp: (isGivingUp: boolean) => void;
  readonly onNoManager: () => void;
}

const stateOf = ({ uuid, isTeamManager }: TeamMember) => `${uuid} ${isTeamManager}`;

/** The member table and the one change that is being prepared in it. */
export function TeamMembers({ teamId, members, own, onGivingUp, onNoManager }: TeamMembersProps) {
  const { alert } = useDialogs();
  const [choice, setChoice] = useState<Selection | null>(null);
  const draft = useFormDraft(`reason/${teamId}`, { uuid: "", reason: "" });
  /** The last written reason and the uuid of its member. */
  const written = useRef(draft.resumed ?? null);
  // Another manager may have changed the role of the chosen member, or removed the member.
  const selection = stillOffered(choice, members, own);
  if (choice !== selection) setChoice(selection);
  const forget = () => {
    setChoice(null);
    written.current = null;
    draft.clear();
  };
  const drop = () => {
    // A reason written for another member is kept.
    if (written.current?.uuid === selection?.uuid) forget();
    else setChoice(null);
  };
  const target = members.find(({ uuid }) => uuid === selection?.uuid);
  const { apply, isPending } = useChangeRole(teamId, selection, target?.memberName ?? "", {
    onGivingUp,
    onNoManager,
    onApplied: forget,
  });
  const states = members.map(stateOf);
  const arrived = useArrivals(`members of ${teamId}`, states);
  const newcomers = members.filter((member) => arrived.has(stateOf(member)));
  useAnnounced(
    newcomers
      .map(({ memberName, isTeamManager }) => `${memberName}: ${isTeamManager ? "방장" : "일반 회원"}`)
      .join(", "),
  );

  const choose = (member: TeamMember, change: RoleChange) => {
    if (isPossible(change, member, members)) setChoice(chosen(written.current, member.uuid, change));
    else void alert(tooManyManagers);
  };
  const write = (next: Selection) => {
    setChoice(next);
    written.current = { uuid: next.uuid, reason: next.reason };
    // The resumed draft no longer applies.
    if (next.reason === "" || next.uuid !== draft.resumed?.uuid) draft.clear();
    if (next.reason !== "") draft.keep(written.current);
  };
  useAnnounced(selection && target && `${target.memberName} ${roleChanges[selection.change].bar}`);

  return (
    <section aria-label="멤버">
      <SectionTitle className={styles.title}>
        멤버 <span className={styles.membersCount}>{members.length}</span>
        <HiddenText>명</HiddenText>
      </SectionTitle>
      <MemberTable
        members={members}
        own={own}
        selection={selection}
        hasArrived={(member) => arrived.has(stateOf(member))}
        onChoose={choose}
        onDrop={drop}
      />
      {selection && target && (
        <ApplyBar
          name={target.memberName}
          selection={selection}
          pending={isPending}
          onReason={(reason) => write({ ...selection, reason })}
          onDiscard={
            draft.resumed?.uuid === selection.uuid ? () => write({ ...selection, reason: "" }) : undefined
          }
          onDrop={drop}
          onApply={() => void apply(selection)}
        />
      )}
    </section>
  );
}
