import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { draftRoom, subjectRoom } from "#contracts/documents/api";
import { eventually, type Writer, writer } from "#tests/documents/client";
import {
  type DocumentsServer,
  type DocumentsSite,
  documentsServer,
  documentsSite,
} from "#tests/documents/server";
import { demoted } from "#tests/examples/memberships";
import { bamtol, dotori } from "#tests/examples/people";
import { subjectPosted } from "#tests/examples/posts";
import { promoted } from "#tests/examples/teams";

// Two servers that know nothing of each other but their database, as two processes do.
let site: DocumentsSite;
let here: DocumentsServer;
let there: DocumentsServer;

beforeAll(async () => {
  site = await documentsSite();
});
afterAll(() => site.close());

beforeEach(async () => {
  await site.query("DELETE FROM documents");
});

async function twoServers(limits: Parameters<typeof documentsServer>[1] = {}) {
  [here, there] = await Promise.all([documentsServer(site, limits), documentsServer(site, limits)]);
}

const write = ({ origin }: DocumentsServer, token: string, room: string, seed?: string) =>
  writer({ origin, token, room, ...(seed === undefined ? {} : { seed }) });

const countOf = (text: string, part: string) => text.split(part).length - 1;

/** Both have the same text, in which each of the words stands once. */
const agree = (one: Writer, other: Writer, words: readonly string[]) =>
  eventually(() => {
    expect(one.text.toString()).toBe(other.text.toString());
    for (const word of words) expect(countOf(one.text.toString(), word), word).toBe(1);
  });

it("brings together what the two devices of a member write first at the same moment", async () => {
  await twoServers();
  for (let round = 0; round < 10; round += 1) {
    const room = draftRoom(dotori, `article/${round}`);
    const one = write(here, dotori, room);
    const other = write(there, dotori, room);
    await Promise.all([one.synced(), other.synced()]);
    one.text.insert(0, "<여기>");
    other.text.insert(0, "<저기>");
    await Promise.all([one.kept(), other.kept()]);
    await agree(one, other, ["<여기>", "<저기>"]);
    const reader = write(there, dotori, room);
    await reader.synced();
    expect(reader.text.toString()).toBe(one.text.toString());
    for (const hand of [one, other, reader]) hand.leave();
  }
});

it("takes one beginning when managers open an empty problem at both at once", async () => {
  await twoServers();
  for (let day = 1; day <= 10; day += 1) {
    const room = subjectRoom(12, `2026-11-${String(day).padStart(2, "0")}`);
    const hands = [
      write(here, dotori, room, "<시작>"),
      write(there, bamtol, room, "<시작>"),
      write(there, dotori, room, "<시작>"),
    ];
    await Promise.all(hands.map((hand) => hand.synced()));
    hands[0]?.text.insert(0, "<여기>");
    await agree(hands[0]!, hands[1]!, ["<시작>", "<여기>"]);
    for (const hand of hands) hand.leave();
  }
});

it("keeps both on one text while each of them compacts it again and again", async () => {
  await twoServers({ compactAfterUpdates: 5 });
  const room = subjectRoom(12, "2026-11-21");
  const one = write(here, dotori, room, "시작 ");
  const other = write(there, bamtol, room, "시작 ");
  await Promise.all([one.synced(), other.synced()]);
  const words: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    words.push(`<가${n}>`, `<나${n}>`);
    one.text.insert(one.text.length, `<가${n}>`);
    other.text.insert(0, `<나${n}>`);
    await Promise.all([one.kept(), other.kept()]);
  }
  await agree(one, other, words);
  const [row] = await site.query<{ n: number }>("SELECT count(*)::int AS n FROM document_updates");
  expect(row?.n).toBeLessThan(12);
});

it("follows what the other has written also when no notification arrives", async () => {
  await twoServers({ pollMs: 50 });
  const room = subjectRoom(12, "2026-11-21");
  const one = write(here, dotori, room, "시작 ");
  const other = write(there, bamtol, room, "시작 ");
  await Promise.all([one.synced(), other.synced()]);
  const cut = () =>
    site.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
       AND query ~ '^(LISTEN|NOTIFY)'`,
    );
  await eventually(async () => expect(await cut()).not.toEqual([]));
  one.text.insert(0, "<여기>");
  await one.kept();
  await cut();
  await eventually(() => expect(other.text.toString()).toBe("<여기>시작 "));
});

it("goes on with the new document when the other has dropped one and made one of the same name", async () => {
  await twoServers();
  const room = draftRoom(dotori, "article/1");
  const one = write(here, dotori, room);
  await one.synced();
  for (const word of ["하나", "둘", "셋"]) {
    one.text.insert(0, `<${word}>`);
    await one.kept();
  }
  // Its line is down, the room here is still open for another reader.
  const reader = write(here, dotori, room);
  await reader.synced();
  one.provider.disconnect();
  await site.query("UPDATE documents SET changed_at = now() - interval '400 days'");
  expect(await site.database.pool.query("DELETE FROM documents")).toMatchObject({ rowCount: 1 });
  const fresh = write(there, dotori, room);
  await fresh.synced();
  for (const word of ["넷", "다섯", "여섯", "일곱"]) {
    fresh.text.insert(0, `<${word}>`);
    await fresh.kept();
  }
  one.provider.connect();
  const words = ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱"].map((word) => `<${word}>`);
  await agree(one, fresh, words);
  await agree(reader, fresh, words);
});

it("ends a text that was saved, and whoever lost the right, at both", async () => {
  await twoServers();
  const date = "2026-11-21";
  const room = subjectRoom(12, date);
  const one = write(here, dotori, room, "시작 ");
  const other = write(there, bamtol, room, "시작 ");
  const next = write(there, bamtol, subjectRoom(12, "2026-11-22"), "시작 ");
  await Promise.all([one.synced(), other.synced(), next.synced()]);
  await site.happen(`subject-12_${date}`, subjectPosted({ date }));
  const [saved] = (await site.store.read(`subject-12_${date}`)).events;
  // Reactors run in one process.
  const reactor = here.documents.reactors.find(({ to }) => to.includes("SubjectPosted"));
  await reactor?.on(saved!, site.store);
  await eventually(() => expect([one.closed, other.closed]).toEqual([[4510], [4510]]));
  expect(next.closed).toEqual([]);
  await site.happen("team-12", demoted);
  await eventually(() => expect(next.closed).toEqual([4503]));
  await site.happen("team-12", promoted(bamtol));
  // What is left of the saved one goes with the blank ones.
  await site.query("UPDATE documents SET changed_at = now() - interval '8 days' WHERE room = $1", [room]);
  expect(await there.documents.prune()).toBe(1);
});

it("shows more people than one notification holds to a server that comes later", async () => {
  here = await documentsServer(site, { connectionsPerMember: 100 });
  const hands = Array.from({ length: 40 }, () => write(here, dotori, "team/12"));
  await Promise.all(hands.map((hand) => hand.synced()));
  // The signs of life that each gives now and then would bring them one by one.
  for (const { provider } of hands) clearInterval(provider.awareness._checkInterval);
  there = await documentsServer(site);
  const late = write(there, bamtol, "team/12");
  await late.synced();
  await eventually(() => expect(late.provider.awareness.getStates().size).toBe(41));
});
