import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { subjectRoom } from "#contracts/documents/api";
import { type Writer, writer } from "#tests/documents/client";
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
import { until } from "#tests/support/until";

// Two servers that share only their database, as two processes do.
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

const roomOf = (day: number) => subjectRoom(12, `2026-11-${String(day).padStart(2, "0")}`, null);
const countOf = (text: string, part: string) => text.split(part).length - 1;

/** Both have the same text, which contains each of the words once. */
const agree = (one: Writer, other: Writer, words: readonly string[]) =>
  until(() => {
    expect(one.text.toString()).toBe(other.text.toString());
    for (const word of words) expect(countOf(one.text.toString(), word), word).toBe(1);
  });

it("keeps the first updates of both when they arrive concurrently in an empty room", async () => {
  await twoServers();
  for (let day = 1; day <= 10; day += 1) {
    const room = roomOf(day);
    const one = write(here, dotori, room);
    const other = write(there, bamtol, room);
    await Promise.all([one.synced(), other.synced()]);
    one.text.insert(0, "<여기>");
    other.text.insert(0, "<저기>");
    await Promise.all([one.kept(), other.kept()]);
    await agree(one, other, ["<여기>", "<저기>"]);
    for (const hand of [one, other]) hand.leave();
  }
});

it("stores one seed when managers open an empty problem concurrently at both", async () => {
  await twoServers();
  for (let day = 1; day <= 10; day += 1) {
    const room = roomOf(day);
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

it("keeps both on one text while each of them compacts it repeatedly", async () => {
  await twoServers({ compactAfterUpdates: 5 });
  const room = roomOf(21);
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

it("follows the other's updates even if no notification arrives", async () => {
  await twoServers({ pollMs: 50 });
  const room = roomOf(21);
  const one = write(here, dotori, room, "시작 ");
  const other = write(there, bamtol, room, "시작 ");
  await Promise.all([one.synced(), other.synced()]);
  const cut = () =>
    site.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
       AND query ~ '^(LISTEN|NOTIFY)'`,
    );
  await until(async () => expect(await cut()).not.toEqual([]));
  one.text.insert(0, "<여기>");
  await one.kept();
  await cut();
  await until(() => expect(other.text.toString()).toBe("<여기>시작 "));
});

it("merges a document that the other process has deleted and created again", async () => {
  await twoServers();
  const room = roomOf(21);
  const one = write(here, dotori, room, "시작 ");
  await one.synced();
  for (const word of ["하나", "둘"]) {
    one.text.insert(0, `<${word}>`);
    await one.kept();
  }
  one.provider.disconnect();
  await site.query("DELETE FROM documents");
  const fresh = write(there, bamtol, room);
  await fresh.synced();
  fresh.text.insert(0, "<셋>");
  await fresh.kept();
  one.provider.connect();
  await agree(one, fresh, ["<하나>", "<둘>", "<셋>"]);
});

it("ends the room of a saved problem, and removes a member without permission, at both", async () => {
  await twoServers();
  const date = "2026-11-21";
  const room = roomOf(21);
  const one = write(here, dotori, room, "시작 ");
  const other = write(there, bamtol, room, "시작 ");
  const next = write(there, bamtol, roomOf(22), "시작 ");
  await Promise.all([one.synced(), other.synced(), next.synced()]);
  await site.happen(`subject-12_${date}`, subjectPosted({ date }));
  await until(() => expect([one.closed, other.closed]).toEqual([[4510], [4510]]));
  expect(next.closed).toEqual([]);
  await site.happen("team-12", demoted);
  await until(() => expect(next.closed).toEqual([4503]));
  await site.happen("team-12", promoted(bamtol));
  expect(await site.query("SELECT room FROM documents")).toEqual([{ room: roomOf(22) }]);
});

it("shows more clients than fit into one notification to a process that starts later", async () => {
  here = await documentsServer(site, { connectionsPerMember: 100 });
  const hands = Array.from({ length: 40 }, () => write(here, dotori, roomOf(25)));
  await Promise.all(hands.map((hand) => hand.synced()));
  // Periodic awareness updates would send them one by one. Nothing public stops those alone
  // (https://github.com/yjs/y-protocols/blob/master/awareness.js).
  for (const { provider } of hands) clearInterval(provider.awareness._checkInterval);
  there = await documentsServer(site);
  const late = write(there, bamtol, roomOf(25));
  await late.synced();
  await until(() => expect(late.provider.awareness.getStates().size).toBe(41));
});
