import { limits } from "#contracts/limits";
import { Button } from "#web/ui/button.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { counted, inputClass } from "#web/ui/input.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import type { Selection } from "./role-changes.ts";
import { roleChanges } from "./role-changes.ts";
import styles from "./team-settings.module.css";

interface ApplyBarProps {
  readonly name: string;
  readonly selection: Selection;
  readonly pending: boolean;
  readonly onReason: (reason: string) => void;
  /** Given if the shown reason was restored from a draft. */
  readonly onDiscard: (() => void) | undefined;
  readonly onDrop: () => void;
  readonly onApply: () => void;
}

/** The prepared change with its reason and the button, shown below the table while a change is chosen. */
export const ApplyBar = ({
  name,
  selection,
  pending,
  onReason,
  onDiscard,
  onDrop,
  onApply,
}: ApplyBarProps) => (
  <form
    className={styles.bar}
    aria-label="선택한 변경"
    onSubmit={(event) => {
      event.preventDefault();
      onApply();
    }}
  >
    <span className={styles.what}>
      <span>
        <b>{name}</b> {roleChanges[selection.change].bar}
      </span>
      <IconButton icon="x" label="선택 취소" className={styles.drop} onClick={onDrop} />
    </span>
    <span className={styles.applyBarWhy}>
      <input
        className={inputClass}
        aria-label="사유"
        placeholder="사유 (선택)"
        autoComplete="off"
        {...counted(selection.reason, limits.reason, onReason)}
      />
      <span className={styles.applyBarCount}>
        <Counter text={selection.reason} max={limits.reason} />
      </span>
      {onDiscard && <ResumedNote className={styles.applyBarResumed} onDiscard={onDiscard} />}
    </span>
    <Button type="submit" look={selection.change === "kick" ? "danger" : "primary"} pending={pending}>
      적용하기
    </Button>
  </form>
);
