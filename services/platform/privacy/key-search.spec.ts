import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { ownFolder } from "#tests/support/own-folder";
import { keysInFile } from "./key-search.ts";
import { wrappedBytes } from "./member-keys.ts";

// Searches megabytes, which takes longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const inFolder = ownFolder();
const member = randomUUID();
const wrapped = randomBytes(wrappedBytes);
/** The row as PostgreSQL stores it in `member_keys`. */
const row = (of = member, key = wrapped) =>
  Buffer.concat([Buffer.from(of.replaceAll("-", ""), "hex"), Buffer.from([123]), key]);

async function membersIn(bytes: Buffer, isWal: boolean): Promise<string[]> {
  const file = inFolder("file");
  await writeFile(file, bytes);
  const isKey = (of: string, found: Buffer) => of === member && found.equals(wrapped);
  return [...(await keysInFile(file, isWal, { members: new Set([member]), isKey }))];
}

const at = (offset: number, bytes: Buffer) =>
  Buffer.concat([Buffer.alloc(offset, 0xff), bytes, Buffer.alloc(99)]);

it("finds the key of a wanted member anywhere in a file, even across two chunks", async () => {
  const part = 16 * 1024 * 1024;
  for (const offset of [0, 5000, part - 40, part])
    expect(await membersIn(at(offset, row()), false), String(offset)).toEqual([member]);
});

it("ignores keys of other members and bytes that cannot be unwrapped", async () => {
  for (const other of [row(randomUUID()), row(member, randomBytes(wrappedBytes))])
    expect(await membersIn(at(1000, other), false)).toEqual([]);
});

it("finds a key that is split by the page header of a WAL segment", async () => {
  const page = 8192;
  const header = Buffer.alloc(24, 0xee);
  for (const before of [1, 16, 17, 50, row().length - 1])
    for (const pages of [1, 2]) {
      const cut = Buffer.concat([row().subarray(0, before), header, row().subarray(before)]);
      expect(await membersIn(at(pages * page - before, cut), true), `${before} ${pages}`).toEqual([member]);
    }
});
