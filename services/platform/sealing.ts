import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: nonce, ciphertext and tag in one. `context` must be the same to open it. */
export function encrypt(key: Uint8Array, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when key or context differ or a byte was changed. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(sealed.length - tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  const body = sealed.subarray(nonceBytes, sealed.length - tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}
