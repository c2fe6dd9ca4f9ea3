/**
 * Subscribers of a value in a module, in the form of `useSyncExternalStore`; they are also called on these events of
 * the window.
 */
export function changeSignal(...events: readonly (keyof WindowEventMap)[]) {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      for (const event of events) window.addEventListener(event, listener);
      return () => {
        listeners.delete(listener);
        for (const event of events) window.removeEventListener(event, listener);
      };
    },
  };
}
