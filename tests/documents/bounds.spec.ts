import * as encoding from "lib0/encoding";
import { afterAll, beforeAll, expect, it } from "vitest";
import { messageYjsSyncStep1, messageYjsUpdate } from "y-protocols/sync";
import * as Y from "yjs";
import {
  documentCloseCodes,
  documentLimits,
  documentMessages,
  draftRoom,
  subjectRoom,
} from "#contracts/documents/api";
import { closeCodes } from "#contracts/live";
import { eventually, type Writer, writer } from "#tests/documents/client";
import {
  type DocumentsServer,
  type DocumentsSite,
  documentsServer,
  documentsSite,
} from "#tests/documents/server";
import { bamtol, dotori } from "#tests/examples/people";
import { subjectPosted } from "#tests/examples/posts";

let site: DocumentsSite;
let member = 0;

beforeAll(async () => {
  site = await documentsSite();
});
afterAll(() => site.close());

/** Somebody with no drafts yet. */
async function somebody(): Promise<string> {
  member += 1;
  const uuid = `6f1c0c1e-5c39-4f0e-9b53-${String(member).padStart(12, "0")}`;
  await site.keys.create(uuid);
  return uuid;
}

const write = ({ origin }: DocumentsServer, token: string, room: string, seed?: string) =>
  writer({ origin, token, room, ...(seed === undefined ? {} : { seed }) });

/** Someone who has written a text and gone. */
async function leaveText(server: DocumentsServer, owner: string, key: string, text = "글") {
  const hand = write(server, owner, draftRoom(owner, key));
  await hand.synced();
  hand.text.insert(0, text);
  await hand.kept();
  hand.leave();
}

async function textIn(server: DocumentsServer, owner: string, key: string): Promise<string> {
  const reader = write(server, owner, draftRoom(owner, key));
  await reader.synced();
  const text = reader.text.toString();
  reader.leave();
  return text;
}

/** Makes all of the draft undone, as sending it does. */
async function finish(server: DocumentsServer, owner: string, key: string) {
  const hand = write(server, owner, draftRoom(owner, key));
  await hand.synced();
  hand.text.delete(0, hand.text.length);
  await hand.kept();
  hand.leave();
}

const roomsOf = async (prefix: string) =>
  (
    await site.query<{ room: string }>(
      "SELECT room FROM documents WHERE starts_with(room, $1) ORDER BY room",
      [prefix],
    )
  ).map(({ room }) => room.slice(prefix.length));

const age = (room: string, days: number) =>
  site.query("UPDATE documents SET changed_at = now() - make_interval(days => $2) WHERE room = $1", [
    room,
    days,
  ]);

const closedWith = (hand: Writer, code: number) => eventually(() => expect(hand.closed).toEqual([code]));

it("makes no document for an editor that is only opened, however many", async () => {
  const server = await documentsServer(site, { draftsPerMember: 2 });
  const owner = await somebody();
  for (let id = 1; id <= 4; id += 1) {
    const opened = write(server, owner, draftRoom(owner, `article/${id}`));
    await opened.synced();
    await opened.kept();
    opened.leave();
  }
  expect(await roomsOf(`draft/${owner}/`)).toEqual([]);
  await leaveText(server, owner, "article/5");
  expect(await roomsOf(`draft/${owner}/`)).toEqual(["article/5"]);
});

it("gives a new draft the place of the one that was finished first, and touches no other", async () => {
  const server = await documentsServer(site, { draftsPerMember: 3 });
  const owner = await somebody();
  for (const key of ["article/1", "article/2", "article/3"]) await leaveText(server, owner, key, `글 ${key}`);
  await finish(server, owner, "article/2");
  await finish(server, owner, "article/1");
  await leaveText(server, owner, "article/4", "새 글");
  expect(await roomsOf(`draft/${owner}/`)).toEqual(["article/1", "article/3", "article/4"]);
  // A finished one that is written again is no longer finished.
  await leaveText(server, owner, "article/1", "다시");
  const refused = write(server, owner, draftRoom(owner, "article/5"));
  refused.text.insert(0, "더");
  await closedWith(refused, 4506);
  expect(await textIn(server, owner, "article/1")).toBe("다시");
  expect(await textIn(server, owner, "article/3")).toBe("글 article/3");
});

it("refuses a draft beyond the limit with a code, keeps all others, and takes it once there is a place", async () => {
  const server = await documentsServer(site, { draftsPerMember: 2 });
  const owner = await somebody();
  await leaveText(server, owner, "article/1", "하나");
  await leaveText(server, owner, "article/2", "둘");
  const third = write(server, owner, draftRoom(owner, "article/3"));
  await third.synced();
  third.text.insert(0, "셋");
  await closedWith(third, 4506);
  expect(server.saved).toContain("too-many");
  expect(await textIn(server, owner, "article/1")).toBe("하나");
  expect(await textIn(server, owner, "article/2")).toBe("둘");
  await finish(server, owner, "article/1");
  third.provider.connect();
  await third.synced();
  await third.kept();
  expect(await textIn(server, owner, "article/3")).toBe("셋");
  // Others have places of their own.
  const other = await somebody();
  await leaveText(server, other, "article/1", "남의 글");
});

it("counts what a document holds, not how it came about", async () => {
  const server = await documentsServer(site, { documentBytes: 100_000, compactAfterBytes: 1_000_000 });
  const owner = await somebody();
  const hand = write(server, owner, draftRoom(owner, "article/1"));
  await hand.synced();
  for (let n = 0; n < 4; n += 1) {
    hand.doc.getMap("fields").set("picture", new Uint8Array(80_000).fill(n));
    await hand.kept();
  }
  expect(hand.closed).toEqual([]);
  hand.doc.getMap("fields").set("another", new Uint8Array(30_000));
  await closedWith(hand, 4505);
  const reader = write(server, owner, draftRoom(owner, "article/1"));
  await reader.synced();
  expect([...reader.doc.getMap("fields").keys()]).toEqual(["picture"]);
  expect(reader.doc.getMap<Uint8Array>("fields").get("picture")?.[0]).toBe(3);
});

it("takes a message as large as a document and gives it to others; a larger one ends its writer alone", async () => {
  const server = await documentsServer(site);
  const room = subjectRoom(12, "2026-11-20");
  const one = write(server, dotori, room, "시작");
  const other = write(server, bamtol, room, "시작");
  await Promise.all([one.synced(), other.synced()]);
  const pasted = "가".repeat(1_500_000);
  one.text.insert(0, pasted);
  await eventually(() => expect(other.text.length).toBe(pasted.length + 2));
  other.text.insert(0, "앞 ");
  await eventually(() => expect(one.text.length).toBe(pasted.length + 4));
  one.doc.getMap("fields").set("more", new Uint8Array(2_000_000));
  await closedWith(one, 4505);
  // What no document holds is not even read.
  const huge = write(server, dotori, subjectRoom(12, "2026-11-19"), "시작");
  await huge.synced();
  huge.provider.shouldReconnect = () => false;
  huge.doc.getMap("fields").set("more", new Uint8Array(documentLimits.messageBytes));
  await closedWith(huge, 1009);
  await other.kept();
  expect(other.closed).toEqual([]);
  expect(other.doc.getMap("fields").has("more")).toBe(false);
});

it("puts off a client that sends more large messages than anybody writes", async () => {
  const server = await documentsServer(site, { messagesPerSecond: 20 });
  const owner = await somebody();
  const hand = write(server, owner, draftRoom(owner, "article/1"));
  await hand.synced();
  for (let n = 0; n < 4; n += 1) hand.doc.getMap("fields").set(`part ${n}`, new Uint8Array(1_000_000));
  await closedWith(hand, 4504);
});

it("begins problems around today and wherever one is saved, and no others", async () => {
  const server = await documentsServer(site, { today: "2026-11-21" });
  for (const date of ["0001-01-01", "2025-11-19", "2027-11-23", "9999-12-31"])
    await closedWith(write(server, dotori, subjectRoom(12, date), "시작"), 4507);
  for (const date of ["2025-11-20", "2027-11-22"])
    await write(server, dotori, subjectRoom(12, date), "시작").synced();
  await site.happen("subject-12_2020-02-29", subjectPosted({ date: "2020-02-29" }));
  const old = write(server, dotori, subjectRoom(12, "2020-02-29"), "오래된 문제");
  await old.synced();
  await eventually(() => expect(old.text.toString()).toBe("오래된 문제"));
});

it("gives a problem the place of one that was begun and never written, and refuses it when all are written", async () => {
  await site.query("DELETE FROM documents");
  const server = await documentsServer(site, { problemsPerTeam: 2 });
  const written = write(server, dotori, subjectRoom(12, "2026-12-01"), "처음 ");
  await written.synced();
  written.text.insert(0, "쓴 글 ");
  await written.kept();
  for (const date of ["2026-12-02", "2026-12-03"]) {
    const begun = write(server, dotori, subjectRoom(12, date), "처음 ");
    await begun.synced();
    begun.leave();
  }
  expect(await roomsOf("subject/12/")).toEqual(["2026-12-01", "2026-12-03"]);
  const next = write(server, bamtol, subjectRoom(12, "2026-12-03"), "처음 ");
  await next.synced();
  next.text.insert(0, "다음 ");
  await next.kept();
  await closedWith(write(server, bamtol, subjectRoom(12, "2026-12-04"), "처음 "), 4506);
});

it("forgets blank documents after a week and others a year after their last change", async () => {
  const server = await documentsServer(site);
  const owner = await somebody();
  const keys = ["article/1", "article/2", "article/3", "article/4"] as const;
  for (const key of keys) await leaveText(server, owner, key);
  await finish(server, owner, "article/1");
  await finish(server, owner, "article/2");
  const days = { "article/1": 8, "article/2": 6, "article/3": 366, "article/4": 364 };
  for (const key of keys) await age(draftRoom(owner, key), days[key]);
  expect(await server.documents.prune()).toBe(2);
  expect(await roomsOf(`draft/${owner}/`)).toEqual(["article/2", "article/4"]);
});

it("loses nothing that is still open where its document is forgotten", async () => {
  const server = await documentsServer(site);
  const owner = await somebody();
  const room = draftRoom(owner, "article/1");
  const hand = write(server, owner, room);
  await hand.synced();
  hand.text.insert(0, "아직 쓰는 글");
  await hand.kept();
  await age(room, 400);
  await server.documents.prune();
  // It comes again and brings all of it, at the latest with the next word.
  hand.text.insert(0, "나는 ");
  await eventually(async () => expect(await textIn(server, owner, "article/1")).toBe("나는 아직 쓰는 글"));
  expect(hand.closed.every((code) => code < 4500)).toBe(true);
});

it("counts who is there and in which rooms", async () => {
  const server = await documentsServer(site);
  const owner = await somebody();
  const hands = [
    write(server, owner, draftRoom(owner, "article/1")),
    write(server, owner, draftRoom(owner, "article/1")),
    write(server, dotori, subjectRoom(12, "2026-11-21"), "시작"),
    write(server, dotori, "team/12"),
  ];
  await Promise.all(hands.map((hand) => hand.synced()));
  expect(server.documents.stats()).toEqual({ connections: 4, rooms: { draft: 1, subject: 1, team: 1 } });
  for (const hand of hands) hand.leave();
  await eventually(() =>
    expect(server.documents.stats()).toEqual({ connections: 0, rooms: { draft: 0, subject: 0, team: 0 } }),
  );
});

/** An insertion behind `length` characters that only its writer knows. */
function lateInsertion(length: number): Uint8Array {
  const doc = new Y.Doc();
  const text = doc.getText("text");
  text.insert(0, "가".repeat(length));
  const known = Y.encodeStateVector(doc);
  text.insert(length, "나".repeat(length));
  return Y.encodeStateAsUpdate(doc, known);
}

const say = ({ provider }: Writer, step: number, bytes: Uint8Array) => {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, documentMessages.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
  provider.ws?.send(encoding.toUint8Array(encoder));
};

it("takes no more of what builds on something that has not come than a little", async () => {
  const server = await documentsServer(site);
  const owner = await somebody();
  const hand = write(server, owner, draftRoom(owner, "article/new/1"));
  await hand.synced();
  say(hand, messageYjsUpdate, lateInsertion(30_000));
  await hand.kept();
  say(hand, messageYjsUpdate, lateInsertion(1));
  await closedWith(hand, documentCloseCodes.full);
  expect(await textIn(server, owner, "article/new/1")).toBe("");
});

it("answers nobody with a whole document again and again", async () => {
  const server = await documentsServer(site, { messageUnitBytes: 64 });
  const owner = await somebody();
  await leaveText(server, owner, "article/new/1", "가".repeat(3000));
  const asking = write(server, owner, draftRoom(owner, "article/new/1"));
  await asking.synced();
  const nothingYet = Y.encodeStateVector(new Y.Doc());
  for (let time = 0; time < 5; time += 1) say(asking, messageYjsSyncStep1, nothingYet);
  await closedWith(asking, closeCodes.tooMany);
});
