import { useEffect, useSyncExternalStore } from "react";

/** A part of the program that travels when it is first wanted. */
export interface Piece<T> {
  /** Undefined until it is here. */
  readonly now: () => T | undefined;
  /** Brings it once; a failed attempt may be repeated. */
  readonly load: () => Promise<T>;
  readonly onChange: (listener: () => void) => () => void;
}

export function pieceOf<T>(bring: () => Promise<T>): Piece<T> {
  let here: T | undefined;
  let coming: Promise<T> | undefined;
  const listeners = new Set<() => void>();
  return {
    now: () => here,
    load() {
      coming ??= bring().then(
        (value) => {
          here = value;
          for (const listener of [...listeners]) listener();
          return value;
        },
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      );
      return coming;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The part, undefined until it is here; asked for while `isWanted`, `onFailure` when it cannot be had. */
export function usePiece<T>(piece: Piece<T>, isWanted: boolean, onFailure?: () => void): T | undefined {
  const value = useSyncExternalStore(piece.onChange, piece.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another callback is no reason to ask again
  useEffect(() => {
    if (isWanted) piece.load().catch(() => onFailure?.());
  }, [piece, isWanted]);
  return value;
}

/** Brings parts with the first touch of the page, so that they are here before they are wanted, even without a network. */
export function loadOnFirstTouch(pieces: readonly Piece<unknown>[]): void {
  const events = ["pointerdown", "keydown", "focusin"] as const;
  const load = () => {
    for (const event of events) removeEventListener(event, load);
    for (const piece of pieces) piece.load().catch(() => undefined);
  };
  for (const event of events) addEventListener(event, load, { passive: true });
}
