import type { IdentityDeps } from "./deps.ts";

type StateOf = IdentityDeps["memberState"];

export interface KnownMembers {
  readonly stateOf: StateOf;
  /** Once the read models hold their withdrawal. */
  forget(uuid: string): void;
}

/** Members that a process remembers, at most. */
const mostRemembered = 50_000;

/**
 * Remembers who has a profile, since every request asks: that ends with the withdrawal alone.
 * @param isUpToDate whether `forget` was told of every withdrawal that the read models are known to hold
 */
export function knownMembers(look: StateOf, isUpToDate: () => boolean): KnownMembers {
  const complete = new Set<string>();
  let forgotten = 0;
  return {
    async stateOf(uuid) {
      if (complete.has(uuid) && isUpToDate()) return "complete";
      const before = forgotten;
      const state = await look(uuid);
      if (complete.size >= mostRemembered) complete.clear();
      // What was looked up before a withdrawal may have come back after it.
      if (state === "complete" && forgotten === before) complete.add(uuid);
      return state;
    },
    forget(uuid) {
      forgotten += 1;
      complete.delete(uuid);
    },
  };
}
