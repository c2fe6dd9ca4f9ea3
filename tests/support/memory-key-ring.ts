import { randomBytes } from "node:crypto";
import type { KeyRing } from "#services/platform/privacy/member-keys";

export interface MemoryKeyRing extends KeyRing {
  destroy(members: readonly string[]): void;
}

/** A key ring in memory: `const keys = memoryKeyRing(); memoryEventStore({ forget: keys.destroy })`. */
export function memoryKeyRing(): MemoryKeyRing {
  const keys = new Map<string, Uint8Array>();
  const createAll = async (members: readonly string[]) => {
    for (const member of members) if (!keys.has(member)) keys.set(member, randomBytes(32));
  };
  const of: KeyRing["of"] = async (members) =>
    new Map(members.flatMap((member) => (keys.has(member) ? [[member, keys.get(member)!]] : [])));
  return {
    create: (member) => createAll([member]),
    createAll,
    of,
    forget() {},
    destroy(members) {
      for (const member of members) keys.delete(member);
    },
  };
}
