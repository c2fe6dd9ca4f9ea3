import type { IdentityDeps } from "./deps.ts";

type StateOf = IdentityDeps["memberState"];

export type KnownMembers = ReturnType<typeof knownMembers>;

/** Maximum of cached members per process. */
const maxCached = 50_000;

interface Sources {
  /** From the read models, which may lag. */
  readonly readModel: StateOf;
  /** From the log. */
  readonly log: StateOf;
  /** Whether `forget` was called for every withdrawal that the read models are known to contain. */
  readonly isUpToDate: () => boolean;
}

/**
 * Caches which members have a profile, because every request needs that; only a withdrawal changes it. Only states of
 * the log are cached: a read model that lags may still show a member for whom `forget` was called.
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
      // A state that was read before a withdrawal may arrive after it.
      if (forgotten === before) complete.add(uuid);
      return state;
    },
    /** Call once the read models contain the withdrawal. */
    forget(uuid: string): void {
      forgotten += 1;
      complete.delete(uuid);
    },
  };
}
