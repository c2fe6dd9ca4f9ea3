import { useRef, useState } from "react";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useFormDraft } from "#web/lib/drafts/use-form-draft.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { toast } from "#web/ui/toast.tsx";
import { AnnouncementForm } from "./announcement-form.tsx";
import { useChangeAnnouncement, useRefresh } from "./commands.ts";
import { teamRefreshFailed } from "./texts.ts";

interface AnnouncementEditorProps {
  readonly teamId: number;
  readonly stored: string;
  /** What is being saved; null while nothing is. */
  readonly sent: string | null;
  readonly isOpen: boolean;
  readonly onSent: (text: string | null) => void;
  readonly onUnfold: () => void;
  readonly onFold: () => void;
  readonly onNoManager: () => void;
}

/**
 * Editing the announcement: cancelling restores and folds, saving folds, a failed save unfolds again with what was typed
 * (spec/ui.md §11). What is neither saved nor cancelled is there another time.
 */
export function AnnouncementEditor(props: AnnouncementEditorProps) {
  const { teamId, stored, sent, isOpen, onSent, onUnfold, onFold, onNoManager } = props;
  const { alert } = useDialogs();
  const kept = useFormDraft(`announcement/${teamId}`, { text: stored });
  /** What has been typed; null follows the stored text. */
  const [draft, setDraft] = useState(kept.resumed?.text ?? null);
  const latest = useRef(draft);
  latest.current = draft;
  const { mutateAsync } = useChangeAnnouncement(teamId);
  const refresh = useRefresh(teamId);

  const giveUp = () => {
    kept.clear();
    setDraft(null);
  };
  const save = useOnce(async () => {
    const text = draft ?? stored;
    onSent(text);
    onFold();
    try {
      await mutateAsync(text);
    } catch (error) {
      onSent(null);
      onUnfold();
      await alert({ title: "공지 저장에 실패했습니다.", text: serverMessage(error) });
      if (isRefusal(error, "not-a-manager")) onNoManager();
      return;
    }
    await refresh.team().catch(() => toast.error(teamRefreshFailed));
    onSent(null);
    // Whoever has typed on meanwhile goes on from there.
    if (latest.current === null || latest.current === text) giveUp();
  });

  if (!isOpen) return null;
  return (
    <AnnouncementForm
      text={draft ?? stored}
      isSaving={sent !== null}
      onText={(text) => {
        setDraft(text);
        kept.keep({ text });
      }}
      onDiscard={kept.resumed && giveUp}
      onCancel={() => {
        giveUp();
        onFold();
      }}
      onSave={() => void save()}
    />
  );
}
