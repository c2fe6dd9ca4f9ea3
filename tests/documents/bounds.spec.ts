import * as encoding from "lib0/encoding";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { messageYjsSyncStep1, messageYjsUpdate } from "y-protocols/sync";
import * as Y from "yjs";
import { documentLimits, documentMessages, subjectRoom } from "#contracts/documents/api";
import { Refused } from "#contracts/errors";
import { closeCodes } from "#contracts/live";
import { type Writer, writer } from "#tests/documents/client";
import { hostile } from "#tests/documents/hostile-updates";
import {
  type DocumentsServer,
  type DocumentsSite,
  documentsServer,
  documentsSite,
} from "#tests/documents/server";
import { bamtol, dotori } from "#tests/examples/people";
import { subjectPosted } from "#tests/examples/posts";
import { until } from "#tests/support/until";

let site: DocumentsSite;

beforeAll(async () => {
  site = await documentsSite();
});
afterAll(() => site.close());
beforeEach(() => site.query("DELETE FROM documents"));

const roomOf = (date: string) => subjectRoom(12, date, null);
const room = roomOf("2026-11-21");

const write = ({ origin }: DocumentsServer, token: string, room: string, seed?: string) =>
  writer({ origin, token, room, ...(seed === undefined ? {} : { seed }) });

async function textIn(server: DocumentsServer, room: string): Promise<string> {
  const reader = write(server, dotori, room);
  await reader.synced();
  reader.leave();
  return reader.text.toString();
}

/** Leaves a problem that a manager has begun, with `text` also edited. */
async function leave(server: DocumentsServer, date: string, text = "") {
  const one = write(server, dotori, roomOf(date), "시작");
  await one.synced();
  if (text) one.text.insert(0, text);
  await one.kept();
  one.leave();
}

const storedDates = async () =>
  (await site.query<{ room: string }>("SELECT room FROM documents ORDER BY room")).map(
    ({ room }) => room.split("/")[2],
  );
const age = (date: string, days: number) =>
  site.query("UPDATE documents SET changed_at = now() - make_interval(days => $2) WHERE room = $1", [
    roomOf(date),
    days,
  ]);
const closedWith = (one: Writer, code: number) => until(() => expect(one.closed).toEqual([code]));
const send = (one: Writer, step: number, bytes: Uint8Array) =>
  one.send((encoder) => {
    encoding.writeVarUint(encoder, documentMessages.sync);
    encoding.writeVarUint(encoder, step);
    encoding.writeVarUint8Array(encoder, bytes);
  });

it("stores nothing for an editor without changes, and counts it while it is open", async () => {
  const server = await documentsServer(site);
  const all = [
    write(server, dotori, room),
    write(server, bamtol, room),
    write(server, dotori, roomOf("2026-11-22")),
  ];
  await Promise.all(all.map((one) => one.synced()));
  expect(server.documents.stats()).toEqual({ connections: 3, rooms: 2 });
  for (const one of all) one.leave();
  await until(() => expect(server.documents.stats()).toEqual({ connections: 0, rooms: 0 }));
  expect(await storedDates()).toEqual([]);
});

it("counts the bytes that members write, and closes the connection above their quota", async () => {
  const spent = new Map<string, number>();
  const spend = (member: string, bytes: number) => {
    const sum = (spent.get(member) ?? 0) + bytes;
    if (sum > 2000) throw new Refused("too-many-requests");
    spent.set(member, sum);
  };
  const server = await documentsServer(site, { spend });
  const one = write(server, dotori, room, "시작");
  const other = write(server, bamtol, room);
  await Promise.all([one.synced(), other.synced()]);
  one.text.insert(0, "a".repeat(1000));
  await one.kept();
  expect(spent.get(dotori)).toBeGreaterThan(1000);
  one.text.insert(0, "b".repeat(1000));
  await closedWith(one, closeCodes.tooMany);
  other.text.insert(0, "밤톨 ");
  await other.kept();
  expect(await textIn(server, room)).toBe(`밤톨 ${"a".repeat(1000)}시작`);
  expect(spent.get(bamtol)).toBeLessThan(1000);
});

it("counts the size of a document, not its history", async () => {
  const server = await documentsServer(site, { documentBytes: 100_000 });
  const one = write(server, dotori, room);
  await one.synced();
  for (let n = 0; n < 4; n += 1) {
    one.doc.getMap("fields").set("picture", new Uint8Array(80_000).fill(n));
    await one.kept();
  }
  expect(one.closed).toEqual([]);
  one.doc.getMap("fields").set("another", new Uint8Array(30_000));
  await closedWith(one, 4505);
  expect(server.saved).toContain("full");
  const reader = write(server, dotori, room);
  await reader.synced();
  expect([...reader.doc.getMap("fields").keys()]).toEqual(["picture"]);
  expect(reader.doc.getMap<Uint8Array>("fields").get("picture")?.[0]).toBe(3);
});

it("accepts a message as large as a document and forwards it; a larger one ends only its client", async () => {
  const server = await documentsServer(site);
  const one = write(server, dotori, room, "시작");
  const other = write(server, bamtol, room, "시작");
  await Promise.all([one.synced(), other.synced()]);
  const pasted = "가".repeat(500_000);
  one.text.insert(0, pasted);
  await until(() => expect(other.text.length).toBe(pasted.length + 2));
  one.doc.getMap("fields").set("more", new Uint8Array(1_000_000));
  await closedWith(one, 4505);
  // A message larger than any document is not even read.
  const huge = write(server, dotori, roomOf("2026-11-19"), "시작");
  await huge.synced();
  huge.provider.shouldReconnect = () => false;
  huge.doc.getMap("fields").set("more", new Uint8Array(documentLimits.messageBytes));
  await closedWith(huge, 1009);
  await other.kept();
  expect(other.closed).toEqual([]);
  expect(other.doc.getMap("fields").has("more")).toBe(false);
});

it("closes a client that sends malformed messages, and keeps its text and that of others", async () => {
  const server = await documentsServer(site);
  const one = write(server, dotori, room, "시작");
  const rubbish = write(server, bamtol, room);
  await Promise.all([one.synced(), rubbish.synced()]);
  send(rubbish, messageYjsUpdate, new Uint8Array([1, 1, 7, 0, 4, 1, 255]));
  await closedWith(rubbish, 4501);
  one.text.insert(0, "남는 글 ");
  await one.kept();
  expect(await textIn(server, room)).toBe("남는 글 시작");
});

it("closes a client that sends more large messages than an editor does", async () => {
  const server = await documentsServer(site, { messagesPerSecond: 20 });
  const one = write(server, dotori, room);
  await one.synced();
  for (let n = 0; n < 4; n += 1) one.doc.getMap("fields").set("part", new Uint8Array(1_000_000));
  await closedWith(one, 4504);
});

it("closes a client that requests a whole document again and again", async () => {
  const server = await documentsServer(site, { messageUnitBytes: 64 });
  await leave(server, "2026-11-21", "가".repeat(3000));
  const asking = write(server, dotori, room);
  await asking.synced();
  for (let time = 0; time < 5; time += 1) send(asking, messageYjsSyncStep1, Y.encodeStateVector(new Y.Doc()));
  await closedWith(asking, 4504);
});

it("opens new problems around today and saved ones of any day", async () => {
  const server = await documentsServer(site, { today: "2026-11-21" });
  for (const date of ["0001-01-01", "2025-11-19", "2027-11-23", "9999-12-31"])
    await closedWith(write(server, dotori, roomOf(date)), 4507);
  for (const date of ["2025-11-20", "2027-11-22"]) await write(server, dotori, roomOf(date)).synced();
  const posted = subjectPosted({ date: "2020-02-29" });
  await site.happen("subject-12_2020-02-29", posted);
  const { subjectId } = posted.data as { subjectId: number };
  await write(server, dotori, subjectRoom(12, "2020-02-29", { subjectId, revision: 1 })).synced();
});

it("deletes unchanged documents after a week and others a year after their last change", async () => {
  const server = await documentsServer(site);
  for (const date of ["2026-12-01", "2026-12-02"]) await leave(server, date);
  for (const date of ["2026-12-03", "2026-12-04"]) await leave(server, date, "쓴 글");
  const days = { "2026-12-01": 8, "2026-12-02": 6, "2026-12-03": 366, "2026-12-04": 364 };
  for (const [date, count] of Object.entries(days)) await age(date, count);
  expect(await server.documents.prune()).toBe(2);
  expect(await storedDates()).toEqual(["2026-12-02", "2026-12-04"]);
});

it("keeps an open document although it is deleted", async () => {
  const server = await documentsServer(site);
  const one = write(server, dotori, room, "시작");
  await one.synced();
  one.text.insert(0, "아직 쓰는 글 ");
  await one.kept();
  await age("2026-11-21", 400);
  await server.documents.prune();
  one.text.insert(0, "나는 ");
  await until(async () => expect(await textIn(server, room)).toBe("나는 아직 쓰는 글 시작"));
  expect(one.closed.every((code) => code < 4500)).toBe(true);
});

/** An insertion after `length` characters that only its writer has. */
function lateInsertion(length: number): Uint8Array {
  const doc = new Y.Doc();
  const text = doc.getText("text");
  text.insert(0, "가".repeat(length));
  const known = Y.encodeStateVector(doc);
  text.insert(length, "나".repeat(length));
  return Y.encodeStateAsUpdate(doc, known);
}

it("limits updates that depend on others which have not arrived", async () => {
  const server = await documentsServer(site);
  const one = write(server, dotori, room);
  await one.synced();
  send(one, messageYjsUpdate, lateInsertion(10));
  await one.kept();
  send(one, messageYjsUpdate, lateInsertion(30_000));
  await closedWith(one, 4505);
  expect(await textIn(server, room)).toBe("");
});

it("drops an update that takes too long, refuses its sender for a while, and keeps other rooms", async () => {
  const server = await documentsServer(site, { updateMs: 1500, banMs: 60_000 });
  const attacked = write(server, dotori, room, "시작");
  const other = write(server, bamtol, roomOf("2026-11-22"), "시작");
  await Promise.all([attacked.synced(), other.synced()]);
  send(attacked, messageYjsUpdate, hostile(60_000));
  other.text.insert(0, "다른 글 ");
  await closedWith(attacked, 4505);
  await closedWith(write(server, dotori, roomOf("2026-11-23")), 4505);
  await until(async () => {
    if (!other.provider.synced) throw new Error("not connected");
    await other.kept();
    const reader = write(server, bamtol, roomOf("2026-11-22"));
    await reader.synced();
    expect(reader.text.toString()).toBe("다른 글 시작");
  });
  expect(other.closed.every((code) => code < 4500)).toBe(true);
});

it("refuses further updates before a document takes too long to open, although each update is cheap", async () => {
  const server = await documentsServer(site, { loadMs: 1200 });
  const one = write(server, dotori, room);
  await one.synced();
  const strangers = 12_000;
  for (let from = 1; from < strangers && one.closed.length === 0; from += 500) {
    send(one, messageYjsUpdate, hostile(strangers, from, Math.min(from + 499, strangers)));
    await Promise.race([one.kept(), until(() => expect(one.closed).not.toEqual([]))]);
  }
  expect(one.closed).toEqual([4505]);
  await write(server, bamtol, room).synced();
});
