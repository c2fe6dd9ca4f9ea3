import { open } from "node:fs/promises";
import { wrappedBytes } from "./member-keys.ts";

const uuidBytes = 16;
/** PostgreSQL's header of a value of at most 126 bytes. */
const lengthByte = ((wrappedBytes + 1) << 1) | 1;
const rowBytes = uuidBytes + 1 + wrappedBytes;
const chunkBytes = 16 * 1024 * 1024;
const pageBytes = 8192;
/** Header bytes of the first page of a WAL segment and of every other page. */
const firstHeaderBytes = 40;
const headerBytes = 24;

interface KeyFilter {
  /** Uuids. */
  readonly members: ReadonlySet<string>;
  readonly isKey: (member: string, wrapped: Buffer) => boolean;
}

/**
 * The members whose wrapped keys occur in a file of a table or (`isWal`) of the WAL, in existing or deleted rows: a row
 * of `member_keys` is the uuid, a length and the wrapped key, without a gap.
 */
export async function keysInFile(path: string, isWal: boolean, filter: KeyFilter): Promise<Set<string>> {
  const found = new Set<string>();
  const file = await open(path);
  try {
    // Most files of a cluster are small.
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, (await file.stat()).size));
    for (let at = 0; ; at += chunkBytes - rowBytes) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      const part = buffer.subarray(0, bytesRead);
      for (const member of keysIn(isWal ? withoutPageHeaders(part) : part, filter)) found.add(member);
      if (bytesRead < chunkBytes) return found;
      // A segment of the WAL is one chunk.
      if (isWal) return found;
    }
  } finally {
    await file.close();
  }
}

function* keysIn(bytes: Buffer, { members, isKey }: KeyFilter) {
  for (let at = bytes.indexOf(lengthByte, uuidBytes); at !== -1; at = bytes.indexOf(lengthByte, at + 1)) {
    const hex = bytes.toString("hex", at - uuidBytes, at);
    const member = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    if (!members.has(member)) continue;
    if (isKey(member, bytes.subarray(at + 1, at + 1 + wrappedBytes))) yield member;
  }
}

/** Removes page headers, because a record may continue on the next page. */
function withoutPageHeaders(wal: Buffer): Buffer {
  const pages = [];
  for (let at = 0; at < wal.length; at += pageBytes)
    pages.push(wal.subarray(at + (at === 0 ? firstHeaderBytes : headerBytes), at + pageBytes));
  return Buffer.concat(pages);
}
