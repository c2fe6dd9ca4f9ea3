// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { trashLimits } from "#contracts/limits";
import { draftOf, queuedOf } from "#tests/support/unsent";
import {
  discarded,
  endedElsewhere,
  isInTrash,
  loggedOut,
  sent,
  swept,
  type UnsentRecord,
  withSwept,
  written,
} from "./record.ts";
import { type Disk, rangeOf, UnsentStore } from "./store.ts";

const acorn = "uuid-of-acorn";
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

it("keeps its command when its editor writes more, and is a draft again once that is sent", () => {
  const queued = queuedOf(acorn, "풀이");
  const later = written(queued, draftOf(acorn, "풀이 둘", { id: queued.id, at: queued.at + 1 }));
  expect(later).toMatchObject({ state: "waiting", command: queued.command, fields: { title: "풀이 둘" } });
  expect(sent({ ...queued, ...later, command: queued.command })).toMatchObject({ state: "editing" });
  expect(sent(queued)).toMatchObject({ state: "discarded", isOver: true, fields: { title: "" } });
});

it("is a draft again only with later text if another device has ended it", () => {
  const draft = draftOf(acorn, "풀이", { isSynced: true });
  expect(written(discarded(draft), draft)).toMatchObject({ state: "editing" });
  const ended = endedElsewhere(draft);
  expect(written(ended, draft)).toBe(ended);
  expect(written(ended, { ...draft, at: draft.at + 1 })).toMatchObject({ state: "editing", isSynced: false });
});

it("is shown although a full disk refuses to delete old ones", async () => {
  const old = {
    ...discarded(draftOf(acorn, "지운 글")),
    discardedAt: Date.now() - trashLimits.retentionMs - 1,
  };
  const all = [old, draftOf(acorn, "풀이")];
  const disk: Disk = {
    async change(_, work) {
      if (work(all).put?.length) throw new DOMException("full", "QuotaExceededError");
    },
    read: async () => all,
    put: async () => undefined,
    all: async () => all,
  };
  const store = new UnsentStore(disk, () => undefined);
  await store.load();
  expect(store.all()).toEqual(all);
});

it("is in the trash for 7 days, with at most 20 texts of a member", () => {
  let all: readonly UnsentRecord[] = [];
  for (let n = 0; n <= trashLimits.drafts; n += 1) {
    const { put = [] } = withSwept(all, [discarded(draftOf(acorn, `글 ${n}`))]);
    all = [...all.filter(({ id }) => !put.some((one) => one.id === id)), ...put];
    pass(1);
  }
  const titles = all.filter(isInTrash).map(({ fields }) => fields.title);
  expect([titles.length, titles.includes("글 0")]).toEqual([trashLimits.drafts, false]);
  pass(trashLimits.retentionMs + 1);
  expect(all.filter(isInTrash)).toEqual([]);
  expect(swept(all).put).toHaveLength(trashLimits.drafts);
});

it("is deleted a year after its last change, and by a logout unless no other place has it", () => {
  const old = draftOf(acorn, "글", { at: Date.now() - 366 * 86_400_000 });
  expect(swept([old]).remove).toEqual([old]);
  const here = draftOf(acorn, "여기");
  const stored = draftOf(acorn, "서버에도", { isSynced: true });
  expect(loggedOut([here, stored, discarded(here)])).toMatchObject({
    put: [{ isOver: true, fields: { title: "" } }],
    remove: [stored],
  });
});

it("is shown as it was changed last, while earlier changes are still being stored", async () => {
  const stored = new Map<string, UnsentRecord>();
  const disk: Disk = {
    async change(_, work) {
      for (const one of work([...stored.values()]).put ?? []) stored.set(one.id, one);
    },
    read: async () => [...stored.values()],
    put: async () => undefined,
    all: async () => [...stored.values()],
  };
  const store = new UnsentStore(disk, () => undefined);
  const draft = draftOf(acorn, "풀이");
  const states = [1, 2, 3].map((at) => ({ ...draft, at }));
  const shown: unknown[] = [];
  store.subscribe(() => shown.push(store.all()[0]?.at));
  await Promise.all(states.map((one) => store.keep(rangeOf(one), () => ({ put: [one] }))));
  expect(shown).toEqual(shown.toSorted());
  expect(shown.at(-1)).toBe(3);
  expect([...stored.values()]).toEqual(states.slice(-1));
});

it("stays in its tab while the browser refuses it, unless another tab has stored a later state", async () => {
  const stored = new Map<string, UnsentRecord>();
  let isFull = true;
  const disk: Disk = {
    async change(_, work) {
      const { put = [], remove = [] } = work([...stored.values()]);
      if (isFull && put.length > 0) throw new DOMException("full", "QuotaExceededError");
      for (const one of put) stored.set(one.id, one);
      for (const { id } of remove) stored.delete(id);
    },
    read: async () => [...stored.values()],
    put: async () => undefined,
    all: async () => [...stored.values()],
  };
  const store = new UnsentStore(disk, () => undefined);
  const one = draftOf(acorn, "하나");
  const other = draftOf(acorn, "둘");
  for (const each of [one, other])
    expect(await store.keep(rangeOf(each), () => ({ put: [each] }))).toBe(false);
  const later = { ...one, at: one.at + 1 };
  stored.set(one.id, later);
  expect(await store.read(acorn)).toEqual([later, other]);
  isFull = false;
  expect(await store.keep([acorn], () => ({}))).toBe(true);
  expect([...stored.values()]).toEqual([later, other]);
});
