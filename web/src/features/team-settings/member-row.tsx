import arrival from "#web/ui/arrival.module.css";
import { Check } from "#web/ui/check.tsx";
import { cx } from "#web/ui/cx.ts";
import { dottedDate } from "#web/ui/date-texts.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Select } from "#web/ui/select.tsx";
import { MemberName } from "./member-name.tsx";
import type { TeamMember } from "./queries.ts";
import { type RoleChange, roleChanges } from "./role-changes.ts";
import { RoleMark, RoleOpener } from "./role-mark.tsx";
import styles from "./team-settings.module.css";

interface MemberRowProps {
  readonly member: TeamMember;
  readonly isOwn: boolean;
  readonly offered: readonly RoleChange[];
  /** The change that is being prepared for this member. */
  readonly change: RoleChange | null;
  readonly hasArrived: boolean;
  readonly onChoose: (change: RoleChange) => void;
  readonly onDrop: () => void;
  readonly onOpenSheet: () => void;
}

/** One member; the caller's own row has no actions. */
export function MemberRow(props: MemberRowProps) {
  const { member, isOwn, offered, change, hasArrived, onChoose, onDrop, onOpenSheet } = props;
  const { memberName, registerDate } = member;
  const roles = offered.filter((one) => one !== "kick");
  const picked = roles.find((one) => one === change) ?? null;

  return (
    <tr className={cx(change !== null && styles.picked, hasArrived && arrival.arrived)}>
      <td>
        <MemberName member={member} isOwn={isOwn} />
      </td>
      <td>
        <RoleMark member={member} className={cx(roles.length > 0 && styles.wideOnly)} />
        {roles.length > 0 && <RoleOpener member={member} onOpen={onOpenSheet} />}
      </td>
      <td className={styles.date}>
        <time dateTime={registerDate}>{dottedDate(registerDate)}</time>
      </td>
      <td className={styles.change}>
        {roles.length > 0 && (
          <Select
            aria-label={`${memberName} 상태 변경`}
            placeholder="선택"
            value={picked}
            choices={roles.map((one) => ({ value: one, label: roleChanges[one].label }))}
            onPick={onChoose}
          />
        )}
      </td>
      <td className={styles.kick}>
        {offered.includes("kick") && (
          <Check checked={change === "kick"} onCheck={(checked) => (checked ? onChoose("kick") : onDrop())}>
            <HiddenText>{memberName} 강퇴</HiddenText>
          </Check>
        )}
      </td>
    </tr>
  );
}
