// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RefusalCode, refusals } from "#contracts/errors";
import { outboxLimits } from "#contracts/limits";
import { draftOf, queuedOf } from "#tests/support/unsent";
import { ApiError } from "../calls/api-error.ts";
import type { QueuedCommand } from "./command.ts";
import { Outbox } from "./outbox.ts";
import { isQueued, type PostRecord, type QueuedRecord, returned, type UnsentRecord } from "./record.ts";
import { type Disk, type Range, rangeOf, UnsentStore } from "./store.ts";

const acorn = "uuid-of-acorn";
const hour = 3_600_000;

let rows: Map<string, UnsentRecord>;
let member: string | null;
let isOnline: boolean;
/** Responses of the server by title; none if undefined. */
let answers: Record<string, () => unknown>;
let sent: { title: string; key: string; at: number }[];
let outbox: Outbox;
let doneAlone: string[];
let ended: string[];
let begun: number;

const silence = () => {
  throw new ApiError({});
};
const refuse =
  (code: RefusalCode, more: { retryAfterMs?: number } = {}) =>
  () => {
    throw new ApiError({ ...refusals[code], ...more });
  };
const accept = () => ({ articleId: 1 });
const titleOf = ({ options }: QueuedCommand) => String(options.body?.articleTitle);

const rowsIn = (range: Range) =>
  [...rows.values()].filter((one) => range.every((part, index) => part === rangeOf(one)[index]));
const disk: Disk = {
  async change(range, work) {
    const { put = [], remove = [] } = work(rowsIn(range));
    for (const one of put) rows.set(one.id, one);
    for (const { id } of remove) rows.delete(id);
  },
  read: async (range) => rowsIn(range),
  put: async () => undefined,
  all: async () => [...rows.values()],
};

function open(inLock: <T>(work: () => Promise<T>) => Promise<T | undefined> = (work) => work()): Outbox {
  return new Outbox({
    store: new UnsentStore(disk, () => undefined),
    send: async (command) => {
      const title = titleOf(command);
      sent.push({ title, key: command.key, at: Date.now() - begun });
      return { data: (answers[title] ?? silence)(), message: null, revision: null };
    },
    member: () => member,
    isOnline: () => isOnline,
    inLock,
    onSent: ({ command }) => void doneAlone.push(titleOf(command)),
    onEnded: ({ id }) => void ended.push(id),
  });
}

const entry = (title: string, change?: Partial<QueuedCommand>, more?: Partial<PostRecord>) =>
  queuedOf(acorn, title, change, more);
const put = (title: string, change?: Partial<QueuedCommand>, more?: Partial<PostRecord>) => {
  const one = entry(title, change, more);
  rows.set(one.id, one);
  return one.id;
};
const stored = (id: string) => rows.get(id) as QueuedRecord;
const stateOf = (id: string) => rows.get(id)?.state;
const left = () => [...rows.values()].filter(isQueued).length;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const titlesSent = () => sent.map(({ title }) => title);
const whileOpen = () => true;
const whileClosed = () => false;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2025-12-11T12:40:00+09:00") });
  begun = Date.now();
  rows = new Map();
  member = acorn;
  isOnline = true;
  answers = {};
  sent = [];
  doneAlone = [];
  ended = [];
  outbox = open();
});
afterEach(() => {
  outbox.stop();
  vi.useRealTimers();
});

describe("a submitted text", () => {
  it("is stored before its first attempt and removed by the response, which the form shows", async () => {
    const one = entry("풀이");
    let wasStored = false;
    answers.풀이 = () => {
      wasStored = stored(one.id).command.isSending && stored(one.id).command.firstTriedAt === Date.now();
      return accept();
    };
    const submitted = await outbox.submit(one, whileOpen);
    expect([wasStored, submitted.kind, left(), doneAlone]).toEqual([true, "sent", 0, []]);
  });

  it.each<[string, () => unknown]>([
    ["no answer comes", silence],
    ["there are too many requests", refuse("too-many-requests")],
    ["the server fails", refuse("fault")],
    ["the server is overloaded", refuse("overload")],
  ])("stays when %s", async (_, answer) => {
    answers.풀이 = answer;
    const one = entry("풀이");
    expect(await outbox.submit(one, whileOpen)).toEqual({ kind: "queued" });
    expect(stateOf(one.id)).toEqual("waiting");
  });

  it("is returned to its open form by a refusal, and blocked once the form is closed", async () => {
    answers.풀이 = refuse("author-not-in-team");
    await expect(outbox.submit(entry("풀이"), whileOpen)).rejects.toMatchObject({ status: 403 });
    expect([...rows.values()]).toMatchObject([{ state: "editing", command: undefined }]);
    const late = entry("풀이");
    await expect(outbox.submit(late, whileClosed)).rejects.toMatchObject({ status: 403 });
    expect(stored(late.id)).toMatchObject({
      state: "blocked",
      command: { blocked: { code: "author-not-in-team" } },
    });
  });

  it("is not tried offline, so that its key is not used up", async () => {
    isOnline = false;
    const one = entry("풀이");
    expect(await outbox.submit(one, whileOpen)).toEqual({ kind: "queued" });
    expect([sent, stored(one.id).command.firstTriedAt]).toEqual([[], null]);
  });

  it("is tried after older ones, but not when those get no response", async () => {
    put("먼저", { createdAt: begun - 1000 });
    answers = { 먼저: accept, 나중: accept };
    expect((await outbox.submit(entry("나중"), whileOpen)).kind).toBe("sent");
    expect([titlesSent(), doneAlone]).toEqual([["먼저", "나중"], ["먼저"]]);
    put("먼저", { createdAt: begun - 1000 });
    answers = { 나중: accept };
    expect(await outbox.submit(entry("나중"), whileOpen)).toEqual({ kind: "queued" });
    expect(titlesSent()).toEqual(["먼저", "나중", "먼저"]);
  });

  it("stays a draft if it was changed while it was sent", async () => {
    answers.풀이 = accept;
    const one = entry("풀이", { draftAt: begun - 1 });
    await outbox.submit(one, whileOpen);
    expect([stateOf(one.id), left()]).toEqual(["editing", 0]);
  });

  it("keeps what was stored of it before: whether the server has it, and later text", async () => {
    isOnline = false;
    const one = entry("풀이");
    for (const at of [one.at, one.at + 1]) {
      rows.set(one.id, draftOf(acorn, "풀이", { ...one, state: "editing", at, isSynced: true }));
      await outbox.submit(one, whileOpen);
      expect(stored(one.id)).toMatchObject({ state: "waiting", at, isSynced: true });
    }
  });

  it("is sent later when another tab holds the lock for too long", async () => {
    let isLocked = true;
    outbox = open((work) => (isLocked ? Promise.resolve(undefined) : work()));
    answers.풀이 = accept;
    expect(await outbox.submit(entry("풀이"), whileOpen)).toEqual({ kind: "queued" });
    isLocked = false;
    await seconds(1);
    expect([titlesSent(), left()]).toEqual([["풀이"], 0]);
  });

  it("does not prevent others from being sent when its own attempt fails unexpectedly", async () => {
    let fails = true;
    outbox = open((work) => (fails ? Promise.reject(new Error("fault")) : work()));
    put("다른 글");
    await expect(outbox.submit(entry("풀이"), whileOpen)).rejects.toThrow("fault");
    fails = false;
    await seconds(1);
    expect(titlesSent()).toEqual(["다른 글"]);
  });

  it("stays in the form if the outbox is full, by number or by size", async () => {
    const picture = new File([new Uint8Array(outboxLimits.bytes)], "p.jpg");
    expect(await outbox.submit(entry("큰 글", { options: { picture } }), whileOpen)).toEqual({
      kind: "full",
    });
    for (let n = 0; n < outboxLimits.entries; n += 1) put(`글 ${n}`);
    expect(await outbox.submit(entry("하나 더"), whileOpen)).toEqual({ kind: "full" });
    expect(titlesSent()).not.toContain("하나 더");
  });
});

describe("attempts", () => {
  it("are made after 5 s, 15 s, 60 s and then every 5 min, with the same key", async () => {
    const id = put("풀이");
    await outbox.wake();
    await seconds(5 + 15 + 60 + 300 + 300);
    expect(sent.map(({ at }) => at / 1000)).toEqual([0, 5, 20, 80, 380, 680]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    answers.풀이 = accept;
    await seconds(300);
    expect([sent.length, stateOf(id), doneAlone, ended]).toEqual([7, "discarded", ["풀이"], [id]]);
    await seconds(600);
    expect(sent).toHaveLength(7);
  });

  it("are made immediately when the connection is restored, but not before Retry-After", async () => {
    put("풀이");
    await outbox.wake();
    await seconds(1);
    await outbox.wake();
    expect(sent.map(({ at }) => at / 1000)).toEqual([0, 1]);
    answers.풀이 = refuse("too-many-requests", { retryAfterMs: 120_000 });
    await seconds(1);
    await outbox.wake();
    await seconds(30);
    await outbox.wake();
    expect(sent).toHaveLength(3);
    await seconds(90);
    expect(sent.map(({ at }) => at / 1000)).toEqual([0, 1, 2, 122]);
  });

  it("are made in the order of submitting, and stop at the first one without a response", async () => {
    put("셋", { createdAt: begun - 1 });
    put("하나", { createdAt: begun - 3 });
    put("둘", { createdAt: begun - 2 });
    answers.하나 = accept;
    await outbox.wake();
    expect(titlesSent()).toEqual(["하나", "둘"]);
    answers = { 둘: accept, 셋: accept };
    await seconds(5);
    expect(titlesSent()).toEqual(["하나", "둘", "둘", "셋"]);
  });

  it("skip a text on which the server fails", async () => {
    put("고장", { createdAt: begun - 2 });
    put("멀쩡", { createdAt: begun - 1 });
    answers = { 고장: refuse("fault"), 멀쩡: accept };
    await outbox.wake();
    expect(titlesSent()).toEqual(["고장", "멀쩡"]);
    expect(left()).toBe(1);
  });

  it.each([
    ["deleted", (id: string) => void rows.delete(id)],
    ["reopened", (id: string) => void rows.set(id, returned(stored(id)))],
  ])("skip a text that was %s while an older one was sent", async (_, end) => {
    put("먼저", { createdAt: begun - 2 });
    const waiting = put("나중", { createdAt: begun - 1 });
    const submitted = entry("새 글");
    answers = { 나중: accept, "새 글": accept };
    answers.먼저 = () => {
      for (const id of [waiting, submitted.id]) end(id);
      return accept();
    };
    expect(await outbox.submit(submitted, whileOpen)).toEqual({ kind: "queued" });
    expect([titlesSent(), left()]).toEqual([["먼저"], 0]);
  });

  it("do not end a text that was submitted again meanwhile", async () => {
    const id = put("풀이");
    answers.풀이 = () => {
      rows.set(id, entry("풀이", {}, { id }));
      return accept();
    };
    await outbox.wake();
    expect(stateOf(id)).toBe("waiting");
  });

  it("are not postponed by frequent changes in other tabs", async () => {
    put("풀이");
    for (let times = 0; times < 5; times += 1) {
      void outbox.setTimer();
      await seconds(0.5);
    }
    expect(titlesSent()).toEqual(["풀이"]);
  });

  it("repeat an entry that a closed tab has left in the state sending", async () => {
    const id = put("풀이", {
      isSending: true,
      firstTriedAt: begun - 1000,
      triedAt: begun - 1000,
      tries: 1,
    });
    const { key } = stored(id).command;
    answers.풀이 = accept;
    await outbox.wake();
    expect([sent.map((one) => one.key), left()]).toEqual([[key], 0]);
  });

  it("stop when another member logs in between two of them", async () => {
    put("하나", { createdAt: begun - 2 });
    put("둘", { createdAt: begun - 1 });
    answers = {
      하나: () => {
        member = "uuid-of-penguin";
        return accept();
      },
      둘: accept,
    };
    await outbox.wake();
    expect([titlesSent(), left()]).toEqual([["하나"], 1]);
  });

  it("are made only for the member who is logged in", async () => {
    put("남의 글", {}, { memberId: "uuid-of-penguin" });
    await outbox.wake();
    member = null;
    put("내 글");
    await outbox.wake();
    expect([sent, left()]).toEqual([[], 2]);
  });
});

describe("a text that is not sent automatically any more", () => {
  it("is unsure 23 h after its first attempt, and is sent under a new key at the member's request", async () => {
    const id = put("풀이");
    const { key } = stored(id).command;
    await outbox.wake();
    isOnline = false;
    await seconds(23 * 3600 + 1);
    isOnline = true;
    await outbox.wake();
    expect([stateOf(id), new Set(sent.map((one) => one.key)).size]).toEqual(["unsure", 1]);
    const tried = sent.length;
    await seconds(2 * 3600);
    expect(sent).toHaveLength(tried);
    answers.풀이 = accept;
    await outbox.sendAgain(stored(id));
    expect(sent.at(-1)?.key).not.toBe(key);
    expect(left()).toBe(0);
  });

  it("is sent under one new key by a double click", async () => {
    const unsure = entry("풀이", { firstTriedAt: begun - 24 * hour }, { state: "unsure" });
    rows.set(unsure.id, unsure);
    for (let clicks = 0; clicks < 2; clicks += 1) await outbox.sendAgain(unsure);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it("expires after 30 days and can still be read", async () => {
    const id = put("풀이", { createdAt: begun - 30 * 24 * hour - 1 });
    await outbox.wake();
    expect([sent, stateOf(id)]).toEqual([[], "blocked"]);
    expect(stored(id).command.blocked).toEqual({ code: "expired", message: null });
  });

  it.each<[RefusalCode, string]>([
    ["author-not-in-team", "author-not-in-team"],
    ["stale-revision", "stale-revision"],
    ["article-not-found", "article-not-found"],
    ["subject-exists", "subject-exists"],
    ["not-a-manager", "refused"],
    ["team-not-found", "refused"],
  ])("says by which refusal it is blocked: %s", async (refusal, code) => {
    const id = put("풀이");
    answers.풀이 = refuse(refusal);
    await outbox.wake();
    expect(stateOf(id)).toBe("blocked");
    expect(stored(id).command.blocked).toEqual({ code, message: refusals[refusal].message });
    await outbox.wake();
    expect(sent).toHaveLength(1);
    answers.풀이 = accept;
    await outbox.sendNow(stored(id));
    expect(left()).toBe(0);
  });

  it("waits without a session, and is sent once its member has logged in again", async () => {
    const id = put("풀이");
    answers.풀이 = () => {
      member = null;
      throw new ApiError(refusals["bad-token"]);
    };
    await outbox.wake();
    expect(stored(id)).toMatchObject({ state: "blocked", command: { blocked: { code: "login-lost" } } });
    member = "uuid-of-penguin";
    await outbox.wake();
    expect(sent).toHaveLength(1);
    member = acorn;
    answers.풀이 = accept;
    await seconds(1);
    await outbox.wake();
    expect([sent.length, left()]).toEqual([2, 0]);
  });
});
