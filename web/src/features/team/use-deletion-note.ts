import { useEffect, useRef } from "react";
import type { Subject } from "#contracts/subject/api";
import { toast } from "#web/ui/toast.tsx";

/** Says that the problem shown is deleted, unless it is the one deleted here (`ownId`). Undefined while it is unknown. */
export function useDeletionNote(subject: Subject | null | undefined, ownId?: number): void {
  const shown = useRef(subject);
  useEffect(() => {
    if (shown.current && subject === null && shown.current.articleId !== ownId)
      toast("보던 문제가 삭제되었어요");
    if (subject !== undefined) shown.current = subject;
  }, [subject, ownId]);
}
