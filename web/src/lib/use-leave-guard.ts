import { useCallback, useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { useDialogs } from "#web/ui/dialogs.tsx";

/**
 * Asks before unsaved changes are left, by route change or unload (spec/ui.md §6.3); `text` explains what happens to
 * them. Returns a function that switches the guard off and closes an open question: call it after saving, right before
 * navigating.
 */
export function useLeaveGuard(dirty: boolean, text = "아직 저장하지 않은 내용이 있어요."): () => void {
  const { confirm } = useDialogs();
  const guard = useRef({ dirty, released: false });
  guard.current.dirty = dirty;
  const isActive = useCallback(() => guard.current.dirty && !guard.current.released, []);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive() && currentLocation.pathname !== nextLocation.pathname,
  );
  const openQuestion = useRef<AbortController>(null);
  useEffect(() => {
    if (blocker.state !== "blocked" || openQuestion.current) return;
    openQuestion.current = new AbortController();
    const { signal } = openQuestion.current;
    void confirm({ title: "정말로 이동하시겠습니까?", text, until: signal }).then((leave) => {
      openQuestion.current = null;
      if (leave) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, confirm, text]);

  useEffect(() => {
    const guardUnload = (event: BeforeUnloadEvent) => {
      if (isActive()) event.preventDefault();
    };
    window.addEventListener("beforeunload", guardUnload);
    return () => window.removeEventListener("beforeunload", guardUnload);
  }, [isActive]);

  return useCallback(() => {
    guard.current.released = true;
    openQuestion.current?.abort();
  }, []);
}
