import type { NotificationSettings } from "#contracts/inbox/api";
import type { Conflict } from "#web/lib/calls/use-conflict.ts";
import { ConflictDialog } from "#web/ui/conflict-dialog.tsx";
import styles from "./inbox.module.css";
import { changesOf, choiceOf, rowsOf, type SettingsChoice, wordsOf } from "./settings-choice.ts";

interface SettingsConflictProps {
  readonly mine: SettingsChoice;
  /** The settings that the change started from. */
  readonly begun: NotificationSettings;
  /** With the settings that were saved elsewhere. */
  readonly conflict: Conflict<NotificationSettings>;
  readonly pending: boolean;
}

/** Shows the rows that were changed here beside the values that were saved elsewhere (spec/ui.md §6.4). */
export function SettingsConflict({ mine, begun, conflict, pending }: SettingsConflictProps) {
  const { isOpen, stored, onUseStored, onKeepMine, onBack } = conflict;
  const changes = changesOf(mine, choiceOf(begun));
  const listOf = (choice: SettingsChoice) => (
    <dl className={styles.rows}>
      {wordsOf(choice, changes, rowsOf(begun)).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <ConflictDialog
      open={isOpen}
      mine={listOf(mine)}
      stored={stored && listOf(choiceOf(stored))}
      pending={pending}
      onUseStored={onUseStored}
      onKeepMine={onKeepMine}
      onBack={onBack}
    />
  );
}
