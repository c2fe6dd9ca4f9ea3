import { hkdfSync } from "node:crypto";
import { decryptWithAny, encrypt } from "./sealing.ts";

export interface Secrets {
  /** Derives 32 bytes for a purpose: stable for one purpose, independent between purposes. */
  sub(purpose: string): Uint8Array;
  /** The same for this SECRET_KEY and the former ones, current first: data encrypted with any of them can be read. */
  subs(purpose: string): readonly Uint8Array[];
  /** Encrypts a text for this server: `v1.` and base64url. */
  seal(text: string): string;
  /** @throws BadSeal */
  open(sealed: string): string;
  /** The former keys, each encrypted so that only the current one decrypts it. */
  sealFormer(): string[];
}

/** A sealed text that was made with another key, was changed, or is invalid. */
export class BadSeal extends Error {
  constructor() {
    super("a sealed text cannot be opened with this SECRET_KEY");
    this.name = "BadSeal";
  }
}

const version = "v1.";

/** Everything secret that the server derives from its SECRET_KEY. Former keys only decrypt. */
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
