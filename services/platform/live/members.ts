import type { ChannelsOfView, MemberRevocation } from "./options.ts";

/** A connection to which revocations apply. */
export interface Watcher {
  /** Called when the session has ended. */
  endLogin(): void;
  /** Called when the permission for channels may have been revoked. */
  reconsider(channels: ChannelsOfView): void;
}

export type Members = ReturnType<typeof createMembers>;

/** Connections by member. */
export function createMembers(connectionsPerMember: number) {
  const watchersOf = new Map<string, Set<Watcher>>();
  /** Connections being authenticated, with the members whose session has ended since. */
  const arriving = new Map<Watcher, Set<string>>();

  return {
    /** Registers a connection whose token is being verified, so that a session that ends meanwhile is remembered. */
    arrive(watcher: Watcher): void {
      arriving.set(watcher, new Set());
    },
    enter(watcher: Watcher, member: string): "welcome" | "revoked" | "too-many" {
      const revoked = arriving.get(watcher)?.has(member) ?? false;
      arriving.delete(watcher);
      if (revoked) return "revoked";
      const watchers = watchersOf.get(member) ?? new Set();
      if (watchers.size >= connectionsPerMember) return "too-many";
      watchersOf.set(member, watchers.add(watcher));
      return "welcome";
    },
    leave(watcher: Watcher, member: string | null): void {
      arriving.delete(watcher);
      if (member === null) return;
      const watchers = watchersOf.get(member);
      watchers?.delete(watcher);
      if (watchers?.size === 0) watchersOf.delete(member);
    },
    revoke(revocation: MemberRevocation): void {
      const { member } = revocation;
      const watchers = [...(watchersOf.get(member) ?? [])];
      if ("view" in revocation) for (const watcher of watchers) watcher.reconsider(revocation);
      else {
        for (const ended of arriving.values()) ended.add(member);
        for (const watcher of watchers) watcher.endLogin();
      }
    },
    size: () => watchersOf.size,
  };
}
