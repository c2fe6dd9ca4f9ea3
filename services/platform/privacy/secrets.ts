import { hkdfSync } from "node:crypto";
import { decrypt, encrypt } from "./sealing.ts";

export interface Secrets {
  /** 32 bytes, always the same for one purpose, unrelated between purposes. */
  sub(purpose: string): Uint8Array;
  /** A text that only this server can read: `v1.` and base64url. */
  seal(text: string): string;
  /** @throws BadSeal */
  open(sealed: string): string;
}

/** A sealed text that was made with another key, changed, or is none. */
export class BadSeal extends Error {
  constructor() {
    super("a sealed text cannot be opened with this SECRET_KEY");
    this.name = "BadSeal";
  }
}

const version = "v1.";

/** Everything secret that the server derives from its one SECRET_KEY. */
export function secrets(secretKey: string): Secrets {
  const sub = (purpose: string) => new Uint8Array(hkdfSync("sha256", secretKey, "algomoim", purpose, 32));
  const key = sub("sealed texts");
  return {
    sub,
    seal: (text) => version + encrypt(key, Buffer.from(text), version).toString("base64url"),
    open(sealed) {
      try {
        if (!sealed.startsWith(version)) throw new BadSeal();
        return decrypt(key, Buffer.from(sealed.slice(version.length), "base64url"), version).toString();
      } catch {
        throw new BadSeal();
      }
    },
  };
}
