import { useState } from "react";
import type { NotificationSettings } from "#contracts/inbox/api";
import { ConflictDialog } from "#web/ui/conflict-dialog.tsx";
import styles from "./inbox.module.css";
import { changesOf, choiceOf, rowsOf, type SettingsChoice, wordsOf } from "./settings-choice.ts";

interface SettingsConflictProps {
  readonly mine: SettingsChoice;
  /** The settings that the change started from. */
  readonly begun: NotificationSettings;
  /** Settings that were saved elsewhere; null closes the dialog. */
  readonly stored: NotificationSettings | null;
  readonly pending: boolean;
  readonly onUseStored: (stored: NotificationSettings) => void;
  readonly onKeepMine: (stored: NotificationSettings) => void;
  readonly onBack: () => void;
}

/** Shows the rows that were changed here beside the values that were saved elsewhere (spec/ui.md §6.4). */
export function SettingsConflict(props: SettingsConflictProps) {
  const { mine, begun, stored, pending, onUseStored, onKeepMine, onBack } = props;
  // The content stays while the dialog fades out.
  const [last, setLast] = useState(stored);
  if (stored && stored !== last) setLast(stored);
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
      open={stored !== null}
      mine={listOf(mine)}
      stored={last && listOf(choiceOf(last))}
      pending={pending}
      onUseStored={() => stored && onUseStored(stored)}
      onKeepMine={() => stored && onKeepMine(stored)}
      onBack={onBack}
    />
  );
}
