import { useRef } from "react";
import { Person } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { dottedDate } from "#web/ui/date-texts.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { TeamMember } from "./queries.ts";
import { type RoleChange, roleChanges } from "./role-changes.ts";
import styles from "./team-settings.module.css";

interface RoleSheetProps {
  /** Undefined closes the sheet. */
  readonly member: TeamMember | undefined;
  readonly offered: readonly RoleChange[];
  readonly change: RoleChange | null;
  readonly onChoose: (change: RoleChange) => void;
  readonly onClose: () => void;
}

/** The choices of `상태 변경` on narrow screens. */
export function RoleSheet({ member, offered, change, onChoose, onClose }: RoleSheetProps) {
  // The sheet keeps its content while it slides out.
  const last = useRef({ member, offered });
  if (member) last.current = { member, offered };
  const { member: shown, offered: choices } = last.current;
  if (!shown) return null;

  return (
    <Sheet open={member !== undefined} label="상태 변경" onClose={onClose}>
      <div className={styles.sheetWho}>
        <Person
          name={shown.memberName}
          src={shown.imageUrl}
          size={44}
          sub={`${shown.isTeamManager ? "방장" : "일반 회원"} · ${dottedDate(shown.registerDate)} 가입`}
        />
      </div>
      {choices
        .filter((one) => one !== "kick")
        .map((one) => (
          <button
            key={one}
            type="button"
            className={cx(styles.sheetItem, one === change && styles.sheetPicked)}
            aria-pressed={one === change}
            onClick={() => {
              onClose();
              onChoose(one);
            }}
          >
            {roleChanges[one].label}
            {one === change && <Icon name="check" />}
          </button>
        ))}
    </Sheet>
  );
}
