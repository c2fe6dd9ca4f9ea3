import { useEffect, useEffectEvent } from "react";
import { useDialogs } from "../../ui/dialogs.tsx";
import type { SharedState } from "./shared-text.ts";

interface SavedMeanwhileOptions {
  readonly sharedState: SharedState | undefined;
  /** False while a save is in progress or a conflict is shown; these are handled first. */
  readonly isEditing: boolean;
  readonly hasOpened: boolean;
  /** Whether the saved text is the one of this form, which then is simply saved. */
  readonly isAsSaved: () => Promise<boolean>;
  readonly onReopen: (() => void) | undefined;
}

const message = {
  title: "다른 사람이 먼저 저장했어요",
  text: "저장된 글을 다시 불러올게요. 쓰던 글은 초안으로 남아 있어요.",
};

/** Tells the member that another one has saved another text, and reopens the editor with the saved text. */
export function useSavedMeanwhile({
  sharedState,
  isEditing,
  hasOpened,
  isAsSaved,
  onReopen,
}: SavedMeanwhileOptions): void {
  const { alert } = useDialogs();
  const reopen = useEffectEvent(async () => {
    if (hasOpened && !(await isAsSaved())) await alert(message);
    onReopen?.();
  });
  useEffect(() => {
    if (sharedState === "over" && isEditing) void reopen();
  }, [sharedState, isEditing]);
}
