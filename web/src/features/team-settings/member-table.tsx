import { useState } from "react";
import { Card } from "#web/ui/card.tsx";
import { useNameFilter } from "#web/ui/use-name-filter.tsx";
import { MemberRow } from "./member-row.tsx";
import type { TeamMember } from "./queries.ts";
import type { Selection } from "./role-changes.ts";
import { offeredChanges, type RoleChange } from "./role-changes.ts";
import { RoleSheet } from "./role-sheet.tsx";
import styles from "./team-settings.module.css";

interface MemberTableProps {
  readonly members: readonly TeamMember[];
  readonly own: string | null;
  readonly selection: Selection | null;
  readonly hasArrived: (member: TeamMember) => boolean;
  readonly onChoose: (member: TeamMember, change: RoleChange) => void;
  readonly onDrop: () => void;
}

/** All members of the team, managers first, with the actions on them. */
export function MemberTable({ members, own, selection, hasArrived, onChoose, onDrop }: MemberTableProps) {
  /** uuid of the member whose choices the sheet of a narrow screen shows. */
  const [inSheet, setInSheet] = useState<string | null>(null);
  const tapped = members.find(({ uuid }) => uuid === inSheet);
  const { shown, field, noMatch } = useNameFilter(members, styles.filter);
  const changeOf = (member: TeamMember) => (selection?.uuid === member.uuid ? selection.change : null);

  return (
    <Card card={false} className={styles.box}>
      {field}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">닉네임</th>
            <th scope="col">상태</th>
            <th scope="col" className={styles.date}>
              팀 가입일
            </th>
            <th scope="col" className={styles.change}>
              상태 변경
            </th>
            <th scope="col" className={styles.kick}>
              강퇴
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((member) => (
            <MemberRow
              key={member.uuid}
              member={member}
              isOwn={member.uuid === own}
              offered={offeredChanges(member, members, own)}
              change={changeOf(member)}
              hasArrived={hasArrived(member)}
              onChoose={(change) => onChoose(member, change)}
              onDrop={onDrop}
              onOpenSheet={() => setInSheet(member.uuid)}
            />
          ))}
        </tbody>
      </table>
      {noMatch}
      <RoleSheet
        member={tapped}
        offered={tapped ? offeredChanges(tapped, members, own) : []}
        change={tapped ? changeOf(tapped) : null}
        onChoose={(change) => tapped && onChoose(tapped, change)}
        onClose={() => setInSheet(null)}
      />
    </Card>
  );
}
