import { limits } from "#contracts/limits";
import { Button } from "#web/ui/button.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { inputClass, limited } from "#web/ui/input.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import styles from "./announcement.module.css";

/** Where a manager writes the announcement (spec/ui.md §11). */
export function AnnouncementForm({
  text,
  isSaving,
  onText,
  onDiscard,
  onCancel,
  onSave,
}: {
  text: string;
  /** An earlier text is still being saved. */
  isSaving: boolean;
  onText: (text: string) => void;
  /** Given while what was left behind another time stands there. */
  onDiscard?: (() => void) | undefined;
  onCancel: () => void;
  onSave: () => void;
}) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {onDiscard && <ResumedNote className={styles.resumed} onDiscard={onDiscard} />}
      <span className={styles.field}>
        <input
          className={inputClass}
          aria-label="공지글"
          placeholder="공지글 입력"
          autoComplete="off"
          value={text}
          {...limited(limits.teamAnnouncement, onText)}
        />
        <span className={styles.count}>
          <Counter text={text} max={limits.teamAnnouncement} />
        </span>
      </span>
      <Button look="neutral" onClick={onCancel}>
        취소
      </Button>
      <Button type="submit" pending={isSaving}>
        저장하기
      </Button>
    </form>
  );
}
