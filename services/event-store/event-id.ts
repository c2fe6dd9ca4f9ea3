import { hash } from "node:crypto";

/** The two bits of RFC 9562's variant with the two that stay of the hash. */
const variants = "89ab";

/** What is hashed: 16 bytes and digits. */
const name = Buffer.alloc(32);

/**
 * The same for every repetition of the command: uuidv5(command id, index of the event within the command). By hand,
 * because every append does it and a general one takes four times as long.
 */
export function eventId(commandId: string, index: number): string {
  const idBytes = name.write(commandId.replaceAll("-", ""), "hex");
  const length = idBytes + name.write(String(index), idBytes);
  const hex = hash("sha1", name.subarray(0, length), "hex");
  const variant = variants[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
