import type { IdentityDeps } from "./deps.ts";

type StateOf = IdentityDeps["memberState"];

export interface KnownMembers {
  readonly stateOf: StateOf;
  /** Once the read models hold their withdrawal. */
  forget(uuid: string): void;
}

/** Members that a process remembers, at most. */
const mostRemembered = 50_000;

interface Sources {
  /** Of the read models, which may lie behind. */
  readonly look: StateOf;
  /** As the log knows it at this moment. */
  readonly lookInLog: StateOf;
  /** Whether `forget` was told of every withdrawal that the read models are known to hold. */
  readonly isUpToDate: () => boolean;
}

/**
 * Remembers who has a profile, since every request asks: that ends with the withdrawal alone. Only what the log says is
 * remembered: a read model that is behind the others may show somebody whose withdrawal has been told already.
 */
export function knownMembers({ look, lookInLog, isUpToDate }: Sources): KnownMembers {
  const complete = new Set<string>();
  let forgotten = 0;
  return {
    async stateOf(uuid) {
      if (complete.has(uuid) && isUpToDate()) return "complete";
      const before = forgotten;
      // Whoever begins to listen later is not told of a withdrawal in between.
      const isTold = isUpToDate();
      const state = await look(uuid);
      if (state !== "complete" || !isTold || (await lookInLog(uuid)) !== "complete") return state;
      if (complete.size >= mostRemembered) complete.clear();
      // What was looked up before a withdrawal may have come back after it.
      if (forgotten === before) complete.add(uuid);
      return state;
    },
    forget(uuid) {
      forgotten += 1;
      complete.delete(uuid);
    },
  };
}
