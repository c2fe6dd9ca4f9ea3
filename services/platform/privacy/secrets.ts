import { hkdfSync } from "node:crypto";
import { decryptWithAny, encrypt } from "./sealing.ts";

export interface Secrets {
  /** 32 bytes, always the same for one purpose, unrelated between purposes. */
  sub(purpose: string): Uint8Array;
  /** The same of this SECRET_KEY and of those before it, the present one first: what any of them has encrypted is read. */
  subs(purpose: string): readonly Uint8Array[];
  /** A text that only this server can read: `v1.` and base64url. */
  seal(text: string): string;
  /** @throws BadSeal */
  open(sealed: string): string;
  /** The keys before this one, each as a text that only this one opens. */
  sealFormer(): string[];
}

/** A sealed text that was made with another key, changed, or is none. */
export class BadSeal extends Error {
  constructor() {
    super("a sealed text cannot be opened with this SECRET_KEY");
    this.name = "BadSeal";
  }
}

const version = "v1.";

/** Everything secret that the server derives from its SECRET_KEY. Those before it serve for reading alone. */
export function secrets(secretKey: string, ...before: readonly string[]): Secrets {
  const former = [...new Set(before)].filter((key) => key !== secretKey);
  const derived = (key: string, purpose: string) =>
    new Uint8Array(hkdfSync("sha256", key, "algomoim", purpose, 32));
  const subs = (purpose: string) => [secretKey, ...former].map((key) => derived(key, purpose));
  const keys = subs("sealed texts");
  const seal = (text: string) =>
    version + encrypt(keys[0] as Uint8Array, Buffer.from(text), version).toString("base64url");
  return {
    sub: (purpose) => derived(secretKey, purpose),
    subs,
    seal,
    open(sealed) {
      if (!sealed.startsWith(version)) throw new BadSeal();
      const bytes = Buffer.from(sealed.slice(version.length), "base64url");
      const opened = decryptWithAny(keys, bytes, version);
      if (!opened) throw new BadSeal();
      return opened.toString();
    },
    sealFormer: () => former.map(seal),
  };
}
