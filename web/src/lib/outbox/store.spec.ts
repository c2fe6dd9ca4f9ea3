// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { beforeEach, expect, it, vi } from "vitest";
import { editArticle } from "#contracts/article/api";
import { outboxLimits } from "#contracts/limits";
import { commandOf } from "../calls/command.ts";
import { entryOf, type OutboxEntry } from "./entry.ts";
import { outboxStore, removeOutboxOf } from "./store.ts";

let member: string;
const entry = (createdAt: number, picture?: Blob): OutboxEntry => {
  const body = { articleTitle: "풀이", articleBody: "<p>글</p>" };
  const command = commandOf(editArticle, { params: { articleId: "7" }, body, picture, ifMatch: 3 });
  const about = { teamId: 12, teamName: "새벽", day: "2025-12-09" };
  return { ...entryOf({ ...command, memberId: member }, about, undefined), createdAt };
};
const list = () => outboxStore.list(member);

beforeEach(() => {
  member = crypto.randomUUID();
});

it("returns whole commands in the order of submitting, only to their member", async () => {
  const [later, earlier] = [entry(2, new File(["jpeg"], "p.jpg", { type: "image/jpeg" })), entry(1)];
  for (const one of [later, earlier]) expect(await outboxStore.add(one)).toBe("stored");
  const found = await list();
  expect(found.map(({ id }) => id)).toEqual([earlier.id, later.id]);
  expect(found[1]).toMatchObject({ endpoint: "editArticle", key: later.key, options: { ifMatch: 3 } });
  expect(await outboxStore.list(crypto.randomUUID())).toEqual([]);
});

it("stores at most 20 entries of a member", async () => {
  for (let n = 0; n < outboxLimits.entries; n += 1) expect(await outboxStore.add(entry(n))).toBe("stored");
  expect(await outboxStore.add(entry(99))).toBe("full");
  expect(await list()).toHaveLength(outboxLimits.entries);
});

it("stores at most 30 MB of a member", async () => {
  const picture = (bytes: number) => new File([new Uint8Array(bytes)], "p.jpg");
  expect(await outboxStore.add(entry(1, picture(outboxLimits.bytes)))).toBe("full");
  expect(await outboxStore.add(entry(2, picture(outboxLimits.bytes - 10_000)))).toBe("stored");
});

it("does not restore an entry that was removed meanwhile", async () => {
  const one = entry(1);
  await outboxStore.add(one);
  await outboxStore.remove(one.id);
  expect(await outboxStore.change(one.id, (found) => ({ ...found, tries: 1 }))).toBeUndefined();
  expect(await list()).toEqual([]);
});

it("deletes a member's entries and keeps those of others", async () => {
  await outboxStore.add(entry(1));
  const leaving = member;
  member = crypto.randomUUID();
  await outboxStore.add(entry(2));
  await removeOutboxOf(leaving);
  expect([(await outboxStore.list(leaving)).length, (await list()).length]).toEqual([0, 1]);
});

it("returns `unstored` when the browser stores nothing", async () => {
  const refuse = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("no room", "QuotaExceededError");
  });
  expect([await outboxStore.add(entry(1)), await list()]).toEqual(["unstored", []]);
  refuse.mockRestore();
});
