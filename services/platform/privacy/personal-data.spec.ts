import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { event, NewerSchemaVersion } from "#contracts/event";
import { eventCatalogue } from "#contracts/events";
import { follow } from "#tests/event-store/event-store.contract";
import { commandOf } from "#tests/support/commands";
import { testDatabase } from "#tests/support/database";
import { memoryKeyRing } from "#tests/support/memory-key-ring";
import { memoryEventStore } from "#tests/support/memory-store";
import { type EventStore, WrongRevision } from "../../event-store/event-store.ts";
import { postgresEventStore } from "../../event-store/postgres.ts";
import { InvalidEvent } from "./checked-event.ts";
import { decryptsTexts } from "./decrypted-texts.ts";
import { type KeyRing, postgresKeyRing } from "./member-keys.ts";
import { MemberForgotten, protect } from "./personal-data.ts";
import { decryptPersonal, encryptPersonal, openSealedPart } from "./recorded-data.ts";
import { replayOf } from "./replay.ts";
import { secrets } from "./secrets.ts";

const signedUp = (memberId: string, providerId = "카카오-4711") => ({
  type: "MemberSignedUp",
  schemaVersion: 1,
  data: { memberId, providerId },
});
const posted = (authorId: string, title: string) => ({
  type: "ArticlePosted",
  schemaVersion: 1,
  data: {
    articleId: 1,
    teamId: 7,
    authorId,
    date: "2025-09-03",
    title,
    body: "<p>해시로 푼 풀이</p>",
    imageUrl: null,
    revision: 0,
    problems: [],
  },
});
const withdrawn = (memberId: string) => ({ type: "MemberWithdrawn", schemaVersion: 1, data: { memberId } });

const replayed = (opened: readonly string[], unopened: readonly string[] = []) => ({
  opened: new Set(opened),
  unopened: new Set(unopened),
});

interface Opened {
  raw: EventStore;
  keys: KeyRing;
  /** Every byte of the log as text. */
  everything(): Promise<string>;
  close(): Promise<void>;
}

/** The same keys, with the number of lookups and the members whose unwrapped keys were dropped. */
function counted(ring: KeyRing) {
  const forgotten: string[] = [];
  let asked = 0;
  const of: KeyRing["of"] = (members) => {
    asked += members.length;
    return ring.of(members);
  };
  const forget: KeyRing["forget"] = (members) => void forgotten.push(...members);
  return { keys: { ...ring, of, forget }, asked: () => asked, forgotten };
}

const kinds: Record<string, () => Promise<Opened>> = {
  "in memory": async () => {
    const keys = memoryKeyRing();
    const raw = memoryEventStore({ forget: keys.destroy });
    const everything = async () => JSON.stringify(await raw.readAll(raw.start, 1000));
    return { raw, keys, everything, close: async () => {} };
  },
  "on Postgres": async () => {
    const database = await testDatabase();
    const raw = postgresEventStore(database.pool);
    const keys = postgresKeyRing(database.pool, secrets("x".repeat(32)).subs("member keys"));
    const everything = async () =>
      JSON.stringify(
        (await database.pool.query("SELECT e::text, k::text FROM events e, member_keys k")).rows,
      );
    const close = async () => {
      await raw.close();
      await database.close();
    };
    return { raw, keys, everything, close };
  },
};

describe.each(Object.entries(kinds))("personal fields %s", (_, open) => {
  let opened: Opened;
  let store: EventStore;
  beforeAll(async () => {
    opened = await open();
    store = protect(opened.raw, opened.keys, eventCatalogue);
  });
  afterAll(() => opened.close());

  const member = async () => {
    const id = randomUUID();
    await store.append(`member-${id}`, [signedUp(id)], -1, commandOf());
    return id;
  };

  it("are returned as written, by stream, by log and by subscription, but are stored in the log only encrypted", async () => {
    const after = await store.head();
    const author = await member();
    await store.append("article-1", [posted(author, "두 수의 합")], -1, commandOf());
    const read = (await store.read("article-1")).events[0];
    expect(read?.data).toEqual(posted(author, "두 수의 합").data);
    expect((await store.readAll(after, 10)).events.at(-1)).toEqual(read);
    expect((await follow(store, after, (seen) => seen.length === 2)).at(-1)).toEqual(read);
    const closed = (await store.read("article-1", { personal: "closed" })).events[0];
    expect(closed?.data).toEqual({ ...read?.data, title: null, body: null, imageUrl: null });
    const log = await opened.everything();
    expect(log).toContain("2025-09-03");
    for (const secret of ["두 수의 합", "해시로", "카카오-4711"]) expect(log).not.toContain(secret);
  });

  it("are null once the withdrawal has destroyed the key, and no personal data can be written any more", async () => {
    const author = await member();
    const friend = await member();
    await store.append("article-2", [posted(author, "지울 글")], -1, commandOf());
    await store.append("article-3", [posted(friend, "남을 글")], -1, commandOf());
    await store.append(`member-${author}`, [withdrawn(author)], 0, commandOf({ forget: [author] }));
    expect((await store.read("article-2")).events[0]?.data).toMatchObject({
      authorId: author,
      date: "2025-09-03",
      title: null,
      body: null,
      imageUrl: null,
    });
    expect((await store.read("article-3")).events[0]?.data).toMatchObject({ title: "남을 글" });
    const late = store.append("article-2", [posted(author, "다시")], 0, commandOf());
    await expect(late).rejects.toBeInstanceOf(MemberForgotten);
    const again = store.append(`member-${author}`, [signedUp(author)], -1, commandOf());
    await expect(again).rejects.toBeInstanceOf(WrongRevision);
    expect((await opened.keys.of([author])).size).toBe(0);
  });

  it("keep their key when the withdrawal is refused", async () => {
    const author = await member();
    const refused = store.append(`member-${author}`, [withdrawn(author)], 5, commandOf({ forget: [author] }));
    await expect(refused).rejects.toBeInstanceOf(WrongRevision);
    expect((await opened.keys.of([author])).size).toBe(1);
  });

  it("are returned for a repeated sign-up and a repeated command whose member has withdrawn since", async () => {
    const id = randomUUID();
    const signUp = commandOf();
    const post = commandOf();
    await store.append(`member-${id}`, [signedUp(id)], -1, signUp);
    await store.append(`article-${id}`, [posted(id, "글")], -1, post);
    await store.append(`member-${id}`, [withdrawn(id)], 0, commandOf({ forget: [id] }));
    const again = await store.append(`member-${id}`, [signedUp(id)], -1, signUp);
    expect(again.outcome).toBe("repeated");
    const late = await store.append(`article-${id}`, [posted(id, "글")], -1, post);
    expect(late.outcome).toBe("repeated");
  });

  it("are decrypted once for subscriptions at the same position", async () => {
    const author = await member();
    const after = await store.head();
    await store.append("article-6", [posted(author, "함께 보는 글")], -1, commandOf());
    let asked = 0;
    const keys: KeyRing = {
      ...opened.keys,
      of: (members) => {
        asked += 1;
        return opened.keys.of(members);
      },
    };
    const batch = await opened.raw.readAll(after, 10);
    const sharing: EventStore = {
      ...opened.raw,
      async *subscribe() {
        yield batch;
      },
    };
    const counted = protect(sharing, keys, eventCatalogue);
    const [one, other] = await Promise.all([1, 2].map(() => follow(counted, after, () => true)));
    expect(one).toMatchObject([{ data: { title: "함께 보는 글" } }]);
    expect(other).toEqual(one);
    expect(asked).toBe(1);
  });

  it("are decrypted in a subscription with a key that is looked up once, until the log contains the withdrawal", async () => {
    const author = await member();
    const after = await store.head();
    const titles = ["첫 글", "둘째 글", "지운 뒤에 읽은 글"];
    const post = (n: number) =>
      store.append(`article-${author}-${n}`, [posted(author, titles[n]!)], -1, commandOf());
    const { keys, asked, forgotten } = counted(opened.keys);
    const stop = new AbortController();
    const following = protect(opened.raw, keys, eventCatalogue).subscribe(after, stop.signal);
    const log = following[Symbol.asyncIterator]();
    const next = async () => (await log.next()).value?.events.at(-1)?.data;
    await post(0);
    expect(await next()).toMatchObject({ title: titles[0] });
    await post(1);
    expect(await next()).toMatchObject({ title: titles[1] });
    expect(asked()).toBe(1);
    await post(2);
    await store.append(`member-${author}`, [withdrawn(author)], 0, commandOf({ forget: [author] }));
    const seen: Record<string, unknown>[] = [];
    while (!seen.some(({ memberId }) => memberId === author)) {
      for (const { data } of (await log.next()).value?.events ?? []) seen.push(data);
    }
    expect(forgotten).toEqual([author]);
    await opened.raw.append(
      `article-${author}-3`,
      [(await opened.raw.read(`article-${author}-2`)).events[0]!],
      -1,
      commandOf(),
    );
    expect(await next()).toMatchObject({ authorId: author, title: null });
    stop.abort();
    await log.return?.();
  });

  it("are decrypted in a replay with keys that are looked up once, until the log contains the withdrawal", async () => {
    const after = await store.head();
    const author = randomUUID();
    await store.append(`member-${author}`, [signedUp(author)], -1, commandOf());
    for (const n of [0, 1])
      await store.append(`article-${author}-${n}`, [posted(author, `글 ${n}`)], -1, commandOf());
    const { keys, asked } = counted(opened.keys);
    const replay = replayOf(opened.raw, keys, eventCatalogue)(replayed(["ArticlePosted"]));
    const [closed, first, second] = (await replay.readAll(after, 3)).events;
    // Events of another type are returned as they are stored.
    expect(closed).toEqual((await opened.raw.readAll(after, 1)).events[0]);
    expect([first?.data.title, asked()]).toEqual(["글 0", 1]);
    expect((await replay.readAll(first?.checkpoint ?? "", 1)).events).toEqual([second]);
    expect(asked()).toBe(1);
    await store.append(`member-${author}`, [withdrawn(author)], 0, commandOf({ forget: [author] }));
    await replay.readAll(second?.checkpoint ?? "", 1);
    expect((await replay.readAll(first?.checkpoint ?? "", 1)).events[0]?.data).toMatchObject({ title: null });
  });

  it("stay sealed in a replay that does not decrypt them, and can be decrypted later while their key exists", async () => {
    const after = await store.head();
    const author = randomUUID();
    const other = randomUUID();
    for (const member of [author, other])
      await store.append(`member-${member}`, [signedUp(member)], -1, commandOf());
    await store.append(`article-${author}`, [posted(author, "글")], -1, commandOf());
    const replay = replayOf(opened.raw, opened.keys, eventCatalogue)(replayed([], ["ArticlePosted"]));
    const read = async () => (await replay.readAll(after, 10)).events.at(-1);
    const { sealed, ...event } = (await read())!;
    expect(event).toEqual((await opened.raw.readAll(after, 10)).events.at(-1));
    expect((await store.readAll(after, 10)).events.at(-1)).toMatchObject({ sealed, data: { title: "글" } });
    expect(sealed).not.toContain("글");
    const keys = await opened.keys.of([author, other]);
    expect(openSealedPart(sealed ?? "", keys.get(author))).toMatchObject({ title: "글" });
    expect(openSealedPart(sealed ?? "", keys.get(other))).toBeUndefined();
    const elsewhere = String(sealed).replace(`article-${author}`, `article-${other}`);
    expect(() => openSealedPart(elsewhere, keys.get(author))).toThrow("unable to authenticate data");

    const open = decryptsTexts<{ title: string }>(opened.keys);
    const row = { author_id: author, sealed: sealed ?? "" };
    const gone = { author_id: author, sealed: null };
    expect((await open([row, gone, row])).map((text) => text?.title)).toEqual(["글", undefined, "글"]);
    await store.append(`member-${author}`, [withdrawn(author)], 0, commandOf({ forget: [author] }));
    expect((await decryptsTexts(opened.keys)([row]))[0]).toBeUndefined();
    expect((await store.readAll(after, 10)).events.at(-2)).not.toHaveProperty("sealed");
  });

  it("are read ahead in a replay, but never beyond the limit of the call", async () => {
    const after = await store.head();
    const author = randomUUID();
    await store.append(`member-${author}`, [signedUp(author)], -1, commandOf());
    for (const n of [0, 1, 2])
      await store.append(`article-${author}-${n}`, [posted(author, `글 ${n}`)], -1, commandOf());
    const replay = replayOf(opened.raw, opened.keys, eventCatalogue)(replayed(["ArticlePosted"]));
    const first = await replay.readAll(after, 2);
    const other = await replay.readAll(after, 2);
    const second = await replay.readAll(first.checkpoint, 2);
    expect(other).toEqual(first);
    expect([...first.events, ...second.events].map(({ data }) => data.title)).toEqual([
      undefined,
      "글 0",
      "글 1",
      "글 2",
    ]);
    expect((await replay.readAll(second.checkpoint, 2)).events).toEqual([]);
    await store.append(`article-${author}-3`, [posted(author, "글 3")], -1, commandOf());
    expect((await replay.readAll(second.checkpoint, 2)).events.map(({ data }) => data.title)).toEqual([
      "글 3",
    ]);
  });

  it("leave unknown event types unchanged, with their checkpoints", async () => {
    const after = await store.head();
    const unknown = { type: "SomethingLater", schemaVersion: 9, data: { personal: "아님" } };
    await opened.raw.append(`later-${randomUUID()}`, [unknown], -1, commandOf());
    const batch = await store.readAll(after, 10);
    expect(batch.events).toEqual((await opened.raw.readAll(after, 10)).events);
    expect(batch.checkpoint).toBe(await store.head());
  });
});

describe("personal fields of two members", () => {
  const quote = ["    while queue:", "        …"];
  const commented = (authorId: string, articleAuthorId: string) => ({
    type: "CommentPosted",
    schemaVersion: 1,
    data: {
      articleId: 1,
      teamId: 7,
      commentId: 9,
      threadId: 9,
      authorId,
      articleAuthorId,
      mentionIds: [],
      graphemes: 5,
      text: "비밀 의견",
      anchor: { articleRevision: 1, codeBlock: 0, fromLine: 1, toLine: 2 },
      quote,
    },
  });

  it("are each readable as long as the key of their own member exists, by every way of reading", async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.boolean(), fc.boolean(), async (isOne, authorGone, otherGone) => {
        const keys = memoryKeyRing();
        const raw = memoryEventStore({ forget: keys.destroy });
        const store = protect(raw, keys, eventCatalogue);
        const author = randomUUID();
        const articleAuthor = isOne ? author : randomUUID();
        await keys.createAll([author, articleAuthor]);
        const event = commented(author, articleAuthor);
        await store.append("discussion-1", [event], -1, commandOf());
        const log = JSON.stringify(await raw.readAll(raw.start, 10));
        for (const secret of ["비밀 의견", "while queue"]) expect(log).not.toContain(secret);
        const gone = new Set([...(authorGone ? [author] : []), ...(otherGone ? [articleAuthor] : [])]);
        keys.destroy([...gone]);
        const text = gone.has(author) ? null : event.data.text;
        const lines = gone.has(articleAuthor) ? null : quote;
        const data = { ...event.data, text, quote: lines };
        const [read] = (await store.read("discussion-1")).events;
        const [whole] = (await store.readAll(raw.start, 10)).events;
        const opening = replayOf(raw, keys, eventCatalogue)(replayed(["CommentPosted"]));
        const [opened] = (await opening.readAll(raw.start, 10)).events;
        for (const each of [read, whole, opened]) expect(each?.data).toEqual(data);
        const unopened = replayOf(raw, keys, eventCatalogue)(replayed([], ["CommentPosted"]));
        const [closed] = (await unopened.readAll(raw.start, 10)).events;
        for (const each of [whole, closed]) {
          expect(each?.sealed === undefined).toBe(text === null);
          expect(each?.sealedParts?.map((part) => part === undefined)).toEqual([
            text === null,
            lines === null,
          ]);
        }
        const known = await keys.of([author, articleAuthor]);
        const [textPart, quotePart] = closed?.sealedParts ?? [];
        expect(openSealedPart(textPart ?? "", known.get(author))).toEqual(
          text === null ? undefined : { text },
        );
        expect(openSealedPart(quotePart ?? "", known.get(articleAuthor))).toEqual(
          lines === null ? undefined : { quote },
        );
        if (!isOne && text !== null)
          expect(openSealedPart(textPart ?? "", known.get(articleAuthor))).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  it("are refused for a member without a key, who is named in the error", async () => {
    const keys = memoryKeyRing();
    const store = protect(memoryEventStore(), keys, eventCatalogue);
    const author = randomUUID();
    const gone = randomUUID();
    await keys.createAll([author]);
    await expect(
      store.append("discussion-1", [commented(author, gone)], -1, commandOf()),
    ).rejects.toMatchObject({ name: "MemberForgotten", member: gone });
  });
});

it("personal fields cannot be decrypted elsewhere: under no other type, stream or command, and with no later key", () => {
  const where = { type: "ArticlePosted", stream: "article-1", commandId: randomUUID() };
  const author = randomUUID();
  const { data } = posted(author, "원본");
  const key = new Map([[author, randomBytes(32)]]);
  const later = new Map([[author, randomBytes(32)]]);
  const kept = encryptPersonal(eventCatalogue.ArticlePosted, data, key, where);
  expect(decryptPersonal(kept, key, where)).toEqual(data);
  for (const elsewhere of [{ type: "ArticleEdited" }, { stream: "article-2" }, { commandId: randomUUID() }])
    expect(() => decryptPersonal(kept, key, { ...where, ...elsewhere })).toThrow(
      "unable to authenticate data",
    );
  expect(decryptPersonal(kept, later, where)).toEqual({ ...data, title: null, body: null, imageUrl: null });
});

describe("the catalogue", () => {
  const definitions = {
    Noted: event(3, z.object({ text: z.string(), length: z.number() }), {
      upcasters: {
        1: ({ note, ...rest }) => ({ ...rest, text: note }),
        2: (data) => ({ ...data, length: String(data.text).length }),
      },
    }),
  };
  const raw = memoryEventStore();
  const store = protect(raw, memoryKeyRing(), definitions);

  it("upcasts old versions to the current one, step by step", async () => {
    await raw.append(
      "notes-1",
      [{ type: "Noted", schemaVersion: 1, data: { note: "옛 글" } }],
      -1,
      commandOf(),
    );
    const today = { schemaVersion: 3, data: { text: "옛 글", length: 3 } };
    expect((await store.read("notes-1")).events[0]).toMatchObject(today);
    const replayed = replayOf(
      raw,
      memoryKeyRing(),
      definitions,
    )({
      opened: new Set(["Noted"]),
      unopened: new Set(),
    });
    expect((await replayed.readAll(raw.start, 1)).events[0]).toMatchObject(today);
  });

  it("stops at a newer version than it knows instead of misinterpreting it", async () => {
    await raw.append("notes-2", [{ type: "Noted", schemaVersion: 4, data: { text: "?" } }], -1, commandOf());
    await expect(store.read("notes-2")).rejects.toBeInstanceOf(NewerSchemaVersion);
    await expect(follow(store, store.start, () => false)).rejects.toThrow(/Noted .*start a newer program/);
  });

  it("refuses to write unknown types, old versions and invalid data, and does not quote the data", async () => {
    const attempt = (type: string, schemaVersion: number, data: Record<string, unknown>) =>
      store.append("notes-3", [{ type, schemaVersion, data }], -1, commandOf());
    await expect(attempt("Unknown", 1, {})).rejects.toBeInstanceOf(InvalidEvent);
    await expect(attempt("Noted", 2, { text: "a", length: 1 })).rejects.toThrow(/version is 3/);
    await expect(attempt("Noted", 3, { text: 42, length: "비밀" })).rejects.toThrow(
      "Noted cannot be recorded: wrong text, length",
    );
    expect((await raw.read("notes-3")).revision).toBe(-1);
  });
});
