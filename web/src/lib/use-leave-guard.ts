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
  const holds = useCallback(() => guard.current.dirty && !guard.current.released, []);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => holds() && currentLocation.pathname !== nextLocation.pathname,
  );
  const asking = useRef<AbortController>(null);
  useEffect(() => {
    if (blocker.state !== "blocked" || asking.current) return;
    asking.current = new AbortController();
    const { signal } = asking.current;
    void confirm({ title: "정말로 이동하시겠습니까?", text, until: signal }).then((leave) => {
      asking.current = null;
      if (leave) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, confirm, text]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (holds()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [holds]);

  return useCallback(() => {
    guard.current.released = true;
    asking.current?.abort();
  }, []);
}
