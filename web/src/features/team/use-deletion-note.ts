import { useEffect, useRef } from "react";
import type { Subject } from "#contracts/subject/api";
import { toast } from "#web/ui/toast.tsx";

/**
 * Tells that the shown problem was deleted, unless this page deleted it (`ownId`). `subject` is undefined until it is
 * loaded.
 */
export function useDeletionNote(subject: Subject | null | undefined, ownId?: number): void {
  const shown = useRef(subject);
  useEffect(() => {
    if (shown.current && subject === null && shown.current.articleId !== ownId)
      toast("보던 문제가 삭제되었어요");
    if (subject !== undefined) shown.current = subject;
  }, [subject, ownId]);
}
