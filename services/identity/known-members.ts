import type { IdentityDeps } from "./deps.ts";

type StateOf = IdentityDeps["memberState"];

export type KnownMembers = ReturnType<typeof knownMembers>;

/** Cached members of a process. */
const maxCached = 50_000;

interface Sources {
  /** Of the read models, which may be behind. */
  readonly readModel: StateOf;
  /** At this moment. */
  readonly log: StateOf;
  /** Whether `forget` was called for every withdrawal that the read models are known to hold. */
  readonly isUpToDate: () => boolean;
}

/**
 * Caches which members have a profile, since every request asks: that ends with the withdrawal alone. Only what the log
 * holds is cached: a read model that is behind may still show a member for whom `forget` was called.
 */
export function knownMembers({ readModel, log, isUpToDate }: Sources) {
  const complete = new Set<string>();
  let forgotten = 0;
  return {
    async stateOf(uuid: string): ReturnType<StateOf> {
      if (complete.has(uuid) && isUpToDate()) return "complete";
      const before = forgotten;
      // Otherwise `forget` may not be called for a withdrawal in between.
      const isCurrent = isUpToDate();
      const state = await readModel(uuid);
      if (state !== "complete" || !isCurrent || (await log(uuid)) !== "complete") return state;
      if (complete.size >= maxCached) complete.clear();
      // What was read before a withdrawal may arrive after it.
      if (forgotten === before) complete.add(uuid);
      return state;
    },
    /** Once the read models hold their withdrawal. */
    forget(uuid: string): void {
      forgotten += 1;
      complete.delete(uuid);
    },
  };
}
