import { useRef, useState } from "react";
import { isRefusal, serverMessage } from "#web/lib/api-error.ts";
import { useFormDraft } from "#web/lib/use-form-draft.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useChangeAnnouncement, useRefresh } from "./commands.ts";
import { teamRefreshFailed } from "./texts.ts";

/**
 * Editing the announcement `stored`: cancelling restores and folds, saving folds, a failed save unfolds again with what
 * was typed (spec/ui.md §11). What is neither saved nor cancelled is there another time. `onFold` is called when the form goes away.
 */
export function useAnnouncement(
  teamId: number,
  stored: string,
  { onNoManager, onFold }: { onNoManager: () => void; onFold: () => void },
) {
  const { alert } = useDialogs();
  const [isOpen, setOpen] = useState(false);
  const kept = useFormDraft(`announcement/${teamId}`, { text: stored });
  /** What has been typed; null follows the stored text. */
  const [draft, setDraft] = useState(kept.resumed?.text ?? null);
  /** What is being saved, until it has come back as the stored text. */
  const [sent, setSent] = useState<string | null>(null);
  const { mutateAsync } = useChangeAnnouncement(teamId);
  const refresh = useRefresh(teamId);

  const latest = useRef(draft);
  latest.current = draft;
  const giveUp = () => {
    kept.clear();
    setDraft(null);
  };
  const fold = () => {
    setOpen(false);
    onFold();
  };
  const save = useOnce(async () => {
    const text = draft ?? stored;
    setSent(text);
    fold();
    try {
      await mutateAsync(text);
    } catch (error) {
      setSent(null);
      setOpen(true);
      await alert({ title: "공지 저장에 실패했습니다.", text: serverMessage(error) });
      if (isRefusal(error, "not-a-manager")) onNoManager();
      return;
    }
    await refresh.team().catch(() => toast.error(teamRefreshFailed));
    setSent(null);
    // Whoever has typed on meanwhile goes on from there.
    if (latest.current === null || latest.current === text) giveUp();
  });

  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    /** What the folded box shows. */
    shown: sent?.trim() ?? stored,
    draft,
    isResumed: kept.resumed !== undefined,
    type: (text: string) => {
      setDraft(text);
      kept.keep({ text });
    },
    giveUp,
    cancel: () => {
      giveUp();
      fold();
    },
    save,
    isSaving: sent !== null,
  };
}
