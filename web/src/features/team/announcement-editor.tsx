import { useRef, useState } from "react";
import { limits } from "#contracts/limits";
import { changeAnnouncement } from "#contracts/team/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { counted, inputClass } from "#web/ui/input.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./announcement.module.css";
import { teamRefreshFailed } from "./texts.ts";
import { useRefresh } from "./use-refresh.ts";

interface AnnouncementEditorProps {
  readonly teamId: number;
  readonly stored: string;
  /** The text being saved; null while none is. */
  readonly sent: string | null;
  readonly isOpen: boolean;
  readonly onSent: (text: string | null) => void;
  readonly onUnfold: () => void;
  readonly onFold: () => void;
  readonly onNoManager: () => void;
}

/**
 * The form of the announcement: cancelling restores the stored text and collapses, saving collapses, a failed save
 * expands again with the typed text (spec/ui.md §11). A text that is neither saved nor cancelled is kept as a draft.
 */
export function AnnouncementEditor(props: AnnouncementEditorProps) {
  const { teamId, stored, sent, isOpen, onSent, onUnfold, onFold, onNoManager } = props;
  const formDraft = useFormDraft(`announcement/${teamId}`, { text: stored });
  /** The typed text; null shows the stored text. */
  const [draft, setDraft] = useState(formDraft.resumed?.text ?? null);
  const latest = useRef(draft);
  latest.current = draft;
  const refresh = useRefresh(teamId);
  const saving = useCommand(changeAnnouncement, {
    optimistic: ({ body }) => {
      onSent(body.teamAnnouncement);
      onFold();
      return () => {
        onSent(null);
        onUnfold();
      };
    },
    failure: "공지 저장에 실패했습니다.",
    onNoManager,
  });

  const giveUp = () => {
    formDraft.clear();
    setDraft(null);
  };
  /** An empty text clears the announcement (spec/wire-contract.md §4.14). */
  const save = async () => {
    const text = draft ?? stored;
    if (!(await saving.run({ params: { teamId }, body: { teamAnnouncement: text } }))) return;
    await refresh.team().catch(() => toast.error(teamRefreshFailed));
    onSent(null);
    // A text typed during saving is kept as a draft.
    if (latest.current === null || latest.current === text) giveUp();
  };

  if (!isOpen) return null;
  const text = draft ?? stored;
  const write = (text: string) => {
    setDraft(text);
    formDraft.keep({ text });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {formDraft.resumed && <ResumedNote className={styles.resumed} onDiscard={giveUp} />}
      <span className={styles.field}>
        <input
          className={inputClass}
          aria-label="공지글"
          placeholder="공지글 입력"
          autoComplete="off"
          {...counted(text, limits.teamAnnouncement, write)}
        />
        <span className={styles.count}>
          <Counter text={text} max={limits.teamAnnouncement} />
        </span>
      </span>
      <Button
        look="neutral"
        onClick={() => {
          giveUp();
          onFold();
        }}
      >
        취소
      </Button>
      <Button type="submit" pending={sent !== null}>
        저장하기
      </Button>
    </form>
  );
}
