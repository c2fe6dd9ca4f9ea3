import type { KeyRing } from "../platform/privacy/member-keys.ts";
import { decrypt, encrypt } from "../platform/privacy/sealing.ts";
import type { RoomName } from "./room-name.ts";

/** How the bytes of a room lie in the database. */
export interface Seal {
  /** @throws OwnerForgotten */
  close(bytes: readonly Uint8Array[]): Promise<Buffer[]>;
  /** @throws OwnerForgotten */
  open(bytes: readonly Buffer[]): Promise<Uint8Array[]>;
}

/** The owner of a draft has withdrawn: it cannot be read or written any more. */
export class OwnerForgotten extends Error {
  constructor() {
    super("the owner of this draft has no key");
    this.name = "OwnerForgotten";
  }
}

/** A draft is its owner's own text and encrypted with their key; problems belong to the team (design/architecture.md §7). */
export function sealOf(name: RoomName, keys: KeyRing): Seal {
  if (name.kind !== "draft")
    return { close: async (all) => all.map((bytes) => Buffer.from(bytes)), open: async (all) => [...all] };
  // Asked for every time: a destroyed key is gone at once.
  const key = async () => {
    const found = (await keys.of([name.owner])).get(name.owner);
    if (!found) throw new OwnerForgotten();
    return found;
  };
  return {
    async close(all) {
      const secret = await key();
      return all.map((bytes) => encrypt(secret, bytes, name.id));
    },
    async open(all) {
      const secret = await key();
      return all.map((bytes) => decrypt(secret, bytes, name.id));
    },
  };
}
