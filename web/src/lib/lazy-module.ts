import { useEffect, useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

/** A module that is loaded on first use. */
interface LazyModule<T> {
  /** Undefined until it is loaded. */
  readonly now: () => T | undefined;
  /** Loads it once; a failed attempt may be repeated. */
  readonly load: () => Promise<T>;
  readonly onChange: (listener: () => void) => () => void;
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let module: T | undefined;
  let loading: Promise<T> | undefined;
  const changes = changeSignal();
  return {
    now: () => module,
    load() {
      loading ??= load().then(
        (value) => {
          module = value;
          changes.notify();
          return value;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    onChange: changes.subscribe,
  };
}

/** The module, undefined until it is loaded. Loads it while `isWanted`; calls `onFailure` if that fails. */
export function useLazyModule<T>(
  module: LazyModule<T>,
  isWanted: boolean,
  onFailure?: () => void,
): T | undefined {
  const value = useSyncExternalStore(module.onChange, module.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another callback is no reason to ask again
  useEffect(() => {
    if (isWanted) module.load().catch(() => onFailure?.());
  }, [module, isWanted]);
  return value;
}

/** Loads modules at the first interaction with the page, so that they are available later, even offline. */
export function loadOnFirstTouch(modules: readonly LazyModule<unknown>[]): void {
  const events = ["pointerdown", "keydown", "focusin"] as const;
  const load = () => {
    for (const event of events) removeEventListener(event, load);
    for (const module of modules) module.load().catch(() => undefined);
  };
  for (const event of events) addEventListener(event, load, { passive: true });
}
