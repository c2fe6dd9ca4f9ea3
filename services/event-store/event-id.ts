import { hash } from "node:crypto";

/** Hexadecimal digits of the RFC 9562 variant, indexed by the two bits that are kept from the hash. */
const variants = "89ab";

/** Buffer for the input of the hash: 16 bytes of namespace, then the digits of the index. */
const name = Buffer.alloc(32);

/**
 * uuidv5(command id, index of the event within the command), so that repeating a command yields the same ids. Written
 * here because every append computes it and a general implementation takes four times as long.
 */
export function eventId(commandId: string, index: number): string {
  const idBytes = name.write(commandId.replaceAll("-", ""), "hex");
  const length = idBytes + name.write(String(index), idBytes);
  const hex = hash("sha1", name.subarray(0, length), "hex");
  const variant = variants[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
