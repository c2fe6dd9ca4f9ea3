import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: nonce, ciphertext and tag in one. Decryption needs the same `context`. */
export function encrypt(key: Uint8Array, plain: Uint8Array, context: string): Buffer {
  const nonce = freshNonce();
  const cipher = createCipheriv("aes-256-gcm", preparedOf(key), nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

const supply = Buffer.allocUnsafeSlow(nonceBytes * 256);
let used = supply.length;
/**
 * A nonce that is used once. Many are drawn at a time, because a draw takes as long as the encryption. Valid until the
 * next call.
 */
function freshNonce(): Buffer {
  if (used === supply.length) {
    randomFillSync(supply);
    used = 0;
  }
  used += nonceBytes;
  return supply.subarray(used - nonceBytes, used);
}

/** @throws when key or context differ or a byte was changed */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(sealed.length - tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", preparedOf(key), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  const body = sealed.subarray(nonceBytes, sealed.length - tagBytes);
  const plain = decipher.update(body);
  // `final` checks the tag; with this cipher no further output follows.
  decipher.final();
  return plain;
}

/** Undefined if none of the keys fits. */
export function decryptWithAny(
  keys: readonly Uint8Array[],
  sealed: Uint8Array,
  context: string,
): Buffer | undefined {
  for (const key of keys) {
    try {
      return decrypt(key, sealed, context);
    } catch {
      // Encrypted with another key, or changed.
    }
  }
  return undefined;
}

const prepared = new WeakMap<Uint8Array, KeyObject>();
/** Cached per key, because a replay decrypts thousands of texts with each. */
function preparedOf(key: Uint8Array): KeyObject {
  const known = prepared.get(key);
  if (known) return known;
  const made = createSecretKey(key);
  prepared.set(key, made);
  return made;
}
