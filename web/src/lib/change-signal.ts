/**
 * Notifies the subscribers of a value that a module keeps, as `useSyncExternalStore` wants them; they are called on
 * these events of the window too.
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
