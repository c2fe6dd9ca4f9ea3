import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { created } from "#tests/examples/teams";
import { picturePlaces } from "#tests/support/bucket";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { memoryEventStore } from "#tests/support/memory-store";
import * as pictures from "#tests/support/pictures";
import { tell } from "#tests/support/recorded";
import type { RecordedEvent } from "../event-store/event-store.ts";
import type { PictureUse } from "../platform/platform.ts";
import type { PictureStore } from "./picture-store.ts";
import { forgetEnded, forgetOwner, recordUses } from "./picture-uses.ts";
import { imageReactors } from "./reactors.ts";
import { type Picture, readPicture } from "./read-picture.ts";

describe.each(picturePlaces)("pictures in $place", ({ prepare }) => {
  const { open } = prepare();
  let db: TestDatabase<unknown>;
  let picture: Picture;
  let other: Picture;
  let store: PictureStore;

  beforeAll(async () => {
    db = await testDatabase();
    picture = await readPicture(await pictures.jpeg());
    other = await readPicture(await pictures.png());
    store = await open(db.pool);
  });
  afterAll(async () => {
    await store.close();
    await db.close();
  });
  beforeEach(() => db.pool.query("DELETE FROM image_owners; DELETE FROM images"));

  const by = (owner: string, rest: Partial<PictureUse> = {}): PictureUse => ({
    owner,
    endsWith: [],
    revision: 0,
    by: "member:me",
    ...rest,
  });
  const storedDigests = async () =>
    (await db.pool.query<{ digest: string }>("SELECT digest FROM images")).rows.map(({ digest }) => digest);
  const owners = async () => {
    const { rows } = await db.pool.query<{ owner: string }>("SELECT owner FROM image_owners ORDER BY owner");
    return rows.map(({ owner }) => owner);
  };

  it("keeps a picture as long as something shows it", async () => {
    await store.put(picture, by("article-1"));
    await store.put(picture, by("article-1"));
    await store.put(picture, by("team-7"));
    await store.put(other, by("article-1"));
    await forgetOwner(db.pool, "article-1");
    expect(await storedDigests()).toEqual([picture.digest]);
    await forgetOwner(db.pool, "team-7");
    expect(await storedDigests()).toEqual([]);
  });

  it("deletes all pictures of a member or a team, but not those of others", async () => {
    const member = `member:${randomUUID()}`;
    await store.put(picture, by("article-1", { endsWith: [member, "team:7"] }));
    await store.put(picture, by("article-2", { endsWith: ["member:other", "team:7"] }));
    await store.put(other, by("article-3", { endsWith: [member] }));
    await forgetOwner(db.pool, member);
    expect([await owners(), await storedDigests()]).toEqual([["article-2"], [picture.digest]]);
    await forgetOwner(db.pool, "team:7");
    expect(await storedDigests()).toEqual([]);
  });

  it("keeps a picture whose uploader refers to it, and does not restore a deleted one", async () => {
    await store.put(picture, by("article-1"));
    await recordUses(db.pool, [picture.digest, other.digest], by("article-2"));
    await forgetOwner(db.pool, "article-1");
    expect([await owners(), await storedDigests()]).toEqual([["article-2"], [picture.digest]]);
  });

  it("keeps no picture that another member refers to, wherever", async () => {
    await store.put(picture, by("article-1"));
    const others = ["article-2", "member-other", "recruitment-5", "subject-7_2025-09-03", "team-7"];
    for (const owner of [...others, "draft:other/article-1/x", "room:subject/7/2025-09-03/new"])
      await recordUses(db.pool, [picture.digest], by(owner, { by: "member:other", endsWith: ["article-1"] }));
    expect(await owners()).toEqual(["article-1"]);
  });

  it("keeps the picture of a problem that another manager edits, also after the uploader's withdrawal", async () => {
    const problem = by("subject-7_2025-09-03", { endsWith: ["team:7"] });
    await store.put(picture, problem);
    await recordUses(db.pool, [picture.digest], { ...problem, by: "member:other", revision: 1 });
    await forgetOwner(db.pool, "member:me");
    await recordUses(db.pool, [picture.digest], { ...problem, by: "member:other", revision: 2 });
    expect(await db.pool.query("SELECT ends_with, revision::int FROM image_owners")).toMatchObject({
      rows: [{ ends_with: ["team:7"], revision: 2 }],
    });
    await recordUses(db.pool, [picture.digest], by("article-2"));
    expect(await owners()).toEqual([problem.owner]);
  });

  it("keeps a picture that a problem shows by its address until the uploader's withdrawal, or if it is uploaded there, too", async () => {
    await store.put(picture, by("member-me", { endsWith: ["member:me"] }));
    await store.put(other, by("member-me", { endsWith: ["member:me"] }));
    const problem = by("subject-7_2025-09-03", { endsWith: ["team:7"] });
    await recordUses(db.pool, [picture.digest, other.digest], problem);
    await store.put(other, { ...problem, by: "member:other", revision: 1 });
    await recordUses(db.pool, [picture.digest, other.digest], {
      ...problem,
      by: "member:other",
      revision: 2,
    });
    await forgetOwner(db.pool, "member:me");
    expect([await owners(), await storedDigests()]).toEqual([[problem.owner], [other.digest]]);
  });

  it("keeps a picture that two members have uploaded for the one who stays, with all uses of that member", async () => {
    await store.put(picture, by("article-1", { endsWith: ["member:me"] }));
    await store.put(picture, by("article-2", { by: "member:other", endsWith: ["member:other"] }));
    await forgetOwner(db.pool, "member:me");
    await recordUses(db.pool, [picture.digest], by("article-3", { by: "member:other" }));
    expect(await owners()).toEqual(["article-2", "article-3"]);
    await forgetOwner(db.pool, "member:other");
    expect(await storedDigests()).toEqual([]);
  });

  async function locksAreAwaited(count = 1): Promise<void> {
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while ((await db.pool.query(waiting)).rowCount !== count);
  }
  /** Begins a transaction with this statement; returns how to commit it. */
  async function holding(statement: string, work = async (_: pg.PoolClient) => {}) {
    const client = await db.pool.connect();
    await client.query(`BEGIN; ${statement}`);
    await work(client);
    return async () => {
      await client.query("COMMIT");
      client.release();
    };
  }

  type Store = (pool: pg.Pool, picture: Picture, use: PictureUse) => Promise<void>;
  const upload = async (pool: pg.Pool | pg.PoolClient, uploaded: Picture, use: PictureUse) => {
    const there = await open(pool);
    await there.put(uploaded, use).finally(there.close);
  };
  const show: Store = (pool, { digest }, use) => recordUses(pool, [digest], use);

  it("keeps a picture that is uploaded elsewhere while its last owner is forgotten", async () => {
    await store.put(picture, by("article-1"));
    const commit = await holding("", (client) => upload(client, picture, by("article-2")));
    const forgotten = forgetOwner(db.pool, "article-1");
    await locksAreAwaited();
    await commit();
    await forgotten;
    expect([await owners(), await storedDigests()]).toEqual([["article-2"], [picture.digest]]);
  });

  it("keeps a picture that its uploader shows elsewhere while its last owner is forgotten", async () => {
    await store.put(picture, by("article-1"));
    const commit = await holding("LOCK TABLE image_owners IN SHARE MODE");
    const shown = show(db.pool, picture, by("article-2"));
    await locksAreAwaited();
    const forgotten = forgetOwner(db.pool, "article-1");
    await locksAreAwaited(2);
    await commit();
    await Promise.all([shown, forgotten]);
    expect([await owners(), await storedDigests()]).toEqual([["article-2"], [picture.digest]]);
  });

  it("keeps no picture for a member whose withdrawal is being carried out", async () => {
    await store.put(picture, by("article-1", { endsWith: ["member:me"] }));
    await store.put(picture, by("article-2", { by: "member:other" }));
    const commit = await holding("LOCK TABLE image_uploaders IN SHARE MODE");
    const forgotten = forgetOwner(db.pool, "member:me");
    await locksAreAwaited();
    const shown = show(db.pool, picture, by("subject-7_2025-09-03"));
    await locksAreAwaited(2);
    await commit();
    await Promise.all([shown, forgotten]);
    expect(await owners()).toEqual(["article-2"]);
  });

  it.each([
    ["is stored again when it is uploaded", upload, 1],
    ["is gone where it is shown", show, 0],
  ] as const)("a picture that is being deleted at that moment %s", async (_, keep, count) => {
    await store.put(picture, by("article-1"));
    const commit = await holding("DELETE FROM image_owners; DELETE FROM images");
    const again = keep(db.pool, picture, by("article-2"));
    await locksAreAwaited();
    await commit();
    await again;
    expect(await storedDigests()).toHaveLength(count);
  });

  /** The reactor's effect for an event of article 1. */
  const happens = (type: string, revision: number, data: object) =>
    imageReactors(db.pool)[0]?.on(
      { type, stream: "article-1", revision, data } as RecordedEvent,
      memoryEventStore(),
    );
  const edited = (revision: number, body: string, imageUrl: string | null = null) =>
    happens("ArticleEdited", revision, { title: "제목", body, imageUrl });
  const tag = ({ url }: Picture) => `<p><img src="${url}"></p>`;

  it("deletes pictures that an edit no longer shows, and keeps those that it shows as its picture or in its text", async () => {
    await store.put(picture, by("article-1"));
    await store.put(other, by("article-1"));
    await edited(1, tag(other), picture.url);
    expect(await storedDigests()).toHaveLength(2);
    await edited(2, tag(other));
    expect(await storedDigests()).toEqual([other.digest]);
    await edited(3, "<p>글</p>");
    expect(await storedDigests()).toEqual([]);
  });

  it("keeps the pictures of an edit in progress and of a later edit when an earlier event arrives late or again", async () => {
    await store.put(picture, by("article-1"));
    await store.put(other, by("article-1", { revision: 2 }));
    await recordUses(db.pool, [picture.digest], by("article-1", { revision: 3 }));
    await edited(1, "<p>글</p>");
    expect(await storedDigests()).toHaveLength(2);
    // Repeated with an earlier revision by a late attempt of another process.
    await recordUses(db.pool, [picture.digest], by("article-1", { revision: 1 }));
    await edited(2, tag(other));
    expect(await storedDigests()).toHaveLength(2);
    await edited(3, tag(picture));
    expect(await storedDigests()).toEqual([picture.digest]);
  });

  it("deletes the pictures of a deleted post with those of its drafts, but keeps those of drafts after an edit", async () => {
    const draft = by("draft:me/article-1/x", { endsWith: ["member:me", "article-1"] });
    await store.put(picture, by("article-1"));
    await recordUses(db.pool, [picture.digest], draft);
    await recordUses(db.pool, [picture.digest], by("article-2"));
    await edited(1, "<p>글</p>");
    expect(await owners()).toEqual(["article-2", draft.owner]);
    await happens("ArticleDeleted", 2, {});
    expect(await owners()).toEqual(["article-2"]);
  });

  it("keeps the pictures of an edit that it cannot read until the withdrawal of its writer", async () => {
    await store.put(picture, by("article-1"));
    await happens("ArticleEdited", 1, { title: null, body: null, imageUrl: null });
    expect(await storedDigests()).toEqual([picture.digest]);
  });

  it("removes deleted drafts and rooms, and streams that have not begun after a day, from the owners of their pictures", async () => {
    const member = randomUUID();
    const draftId = randomUUID();
    const draft = `draft:${member}/article-1/${draftId}`;
    await db.pool.query("INSERT INTO member_keys (member, wrapped) VALUES ($1, '')", [member]);
    await db.pool.query(
      "INSERT INTO drafts (member, key, draft_id, content, at) VALUES ($1, 'article-1', $2, '', now())",
      [member, draftId],
    );
    await db.pool.query("INSERT INTO documents (room) VALUES ('subject/7/2025-09-03/new')");
    const log = memoryEventStore();
    await tell(log, "team-7", created);
    const there = [draft, "member:someone", "room:subject/7/2025-09-03/new", "team-7"];
    const gone = ["article-2", `draft:${member}/article-1/${randomUUID()}`, "room:subject/7/2025-09-03/1.1"];
    for (const owner of [...there, ...gone]) await store.put(picture, by(owner));
    await store.put(other, by("team-8"));
    expect(await forgetEnded(db.pool, log)).toBe(2);
    expect(await owners()).toEqual(expect.arrayContaining(["article-2", "team-8"]));
    await db.pool.query("UPDATE images SET kept_at = now() - interval '25 hours'");
    expect(await forgetEnded(db.pool, log)).toBe(2);
    expect([await owners(), await storedDigests()]).toEqual([there, [picture.digest]]);
  });
});
