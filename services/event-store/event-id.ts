import { createHash } from "node:crypto";

/**
 * The same for every repetition of the command: uuidv5(command id, index of the event within the command). By hand,
 * because every append does it and a general one takes twice as long.
 */
export function eventId(commandId: string, index: number): string {
  const bytes = createHash("sha1")
    .update(Buffer.from(commandId.replaceAll("-", ""), "hex"))
    .update(String(index))
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
