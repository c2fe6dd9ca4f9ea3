import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import * as Y from "yjs";
import { documentLimits, documentsProtocol, draftRoom, subjectRoom } from "#contracts/documents/api";
import { findEverywhere } from "#tests/api/database-search";
import { type Person, type Site, startSite } from "#tests/api/site";
import { eventually, type WriterOptions, writer } from "#tests/documents/client";
import { addDays } from "#web/ui/month-calendar-days.ts";

let site: Site;
let dotori: Person;
let bamtol: Person;
let member: Person;
let outsider: Person;
let teamId: number;
let day = 0;

beforeAll(async () => {
  site = await startSite();
  [dotori, bamtol, member, outsider] = (await Promise.all(
    ["도토리", "밤톨", "호두", "솔방울"].map((name) => site.person(name)),
  )) as [Person, Person, Person, Person];
  teamId = await site.team(dotori);
  for (const person of [bamtol, member])
    await person.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "4821" } });
  await makeManager(bamtol);
});
afterAll(() => site.close());

const makeManager = (person: Person) =>
  dotori.ask("POST", `/v1/teams/${teamId}/team-manager`, { json: { memberInfo: person.uuid } });
function nextDay(): string {
  day += 1;
  return addDays(site.today(), day);
}
const write = (person: Person, room: string, options: Partial<WriterOptions> = {}) =>
  writer({ origin: site.origin, token: person.token, room, ...options });
const rowsOf = async (room: string) =>
  (
    await site.query<{ n: number }>("SELECT count(*)::int AS n FROM document_updates WHERE room = $1", [room])
  )[0]?.n;

it("brings the texts of two managers together, and each learns the other's name from the server", async () => {
  const room = subjectRoom(teamId, nextDay());
  const one = write(dotori, room, { seed: "시작" });
  const other = write(bamtol, room, { seed: "시작" });
  await Promise.all([one.synced(), other.synced()]);
  one.text.insert(0, "도토리 ");
  other.text.insert(other.text.length, " 밤톨");
  await eventually(() => {
    expect(one.text.toString()).toBe(other.text.toString());
    expect(one.text.toString()).toContain("도토리");
    expect(one.text.toString()).toContain("밤톨");
  });
  other.provider.awareness.setLocalStateField("name", "도토리인 척");
  await eventually(() => {
    const names = [...one.provider.awareness.getStates().values()].map(({ name }) => name);
    expect(names).toContain("밤톨");
    expect(names).not.toContain("도토리인 척");
  });
  other.leave();
  await eventually(() => expect(one.provider.awareness.getStates().size).toBe(1));
});

it("takes one beginning when five open an empty problem at once", async () => {
  const room = subjectRoom(teamId, nextDay());
  const writers = Array.from({ length: 5 }, (_, n) =>
    write(n % 2 ? dotori : bamtol, room, { seed: "처음 내용" }),
  );
  await Promise.all(writers.map((each) => each.synced()));
  for (const each of writers) await eventually(() => expect(each.text.toString()).toBe("처음 내용"));
  expect(await rowsOf(room)).toBe(1);
});

it("lets only managers of the team into its problem, and only its owner into a draft", async () => {
  const room = subjectRoom(teamId, nextDay());
  for (const person of [member, outsider]) {
    const refused = write(person, room, { seed: "몰래" });
    await eventually(() => expect(refused.closed).toEqual([4503]));
  }
  const draft = draftRoom(dotori.uuid, `article/new/${teamId}`);
  const curious = write(bamtol, draft);
  await eventually(() => expect(curious.closed).toEqual([4503]));
  const forged = write({ ...dotori, token: `${dotori.token}x` }, draft);
  await eventually(() => expect(forged.closed).toEqual([4500]));
});

it("refuses a foreign origin, an unknown room and a call without a token", async () => {
  const statusOf = (room: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const url = `${site.origin.replace("http", "ws")}/documents?room=${room}`;
      const socket = new WebSocket(url, [documentsProtocol, dotori.token], { headers });
      socket.on("unexpected-response", (_, { statusCode }) => resolve(statusCode));
      socket.on("open", () => reject(new Error("let in")));
      socket.on("error", () => {});
    });
  const room = subjectRoom(teamId, nextDay());
  expect(await statusOf(room, { origin: "http://elsewhere.test" })).toBe(403);
  expect(await statusOf("draft/../etc", {})).toBe(404);
  expect(await statusOf(`subject/${teamId}/2026-02-30`, {})).toBe(404);
  const bare = new WebSocket(`${site.origin.replace("http", "ws")}/documents?room=${room}`, [
    documentsProtocol,
  ]);
  expect(await new Promise((resolve) => bare.on("close", resolve))).toBe(4500);
});

it("cuts a demoted manager off at once and takes nothing more from them", async () => {
  const room = subjectRoom(teamId, nextDay());
  await makeManager(member);
  const staying = write(dotori, room, { seed: "문제" });
  const going = write(member, room, { seed: "문제" });
  await Promise.all([staying.synced(), going.synced()]);
  const { status } = await dotori.ask("POST", `/v1/teams/${teamId}/team-manager/demotion`, {
    json: { memberInfo: member.uuid },
  });
  expect(status).toBe(200);
  await eventually(() => expect(going.closed).toEqual([4503]));
  const before = staying.text.toString();
  going.text.insert(0, "아직도 ");
  const again = write(member, room, { doc: going.doc });
  await eventually(() => expect(again.closed).toEqual([4503]));
  await staying.kept();
  expect(staying.text.toString()).toBe(before);
});

it("keeps a draft for its owner's next device, encrypted, and forgets it with the withdrawal", async () => {
  const person = await site.person("잣나무");
  const room = draftRoom(person.uuid, `article/new/${teamId}`);
  const first = write(person, room);
  await first.synced();
  first.text.insert(0, "비밀스러운 풀이");
  await first.kept();
  first.leave();
  const second = write(person, room);
  await eventually(() => expect(second.text.toString()).toBe("비밀스러운 풀이"));
  expect(await findEverywhere(site, ["비밀스러운"])).toEqual([]);
  expect((await person.ask("DELETE", "/v1/members")).status).toBe(200);
  await eventually(() => expect(second.closed.at(-1)).toBe(4503));
  await eventually(async () =>
    expect(
      await site.query("SELECT room FROM documents WHERE room LIKE $1", [`draft/${person.uuid}/%`]),
    ).toEqual([]),
  );
});

it("keeps what was kept readable to no one once the key is gone", async () => {
  const person = await site.person("도깨비");
  const room = draftRoom(person.uuid, "recruitment/new");
  const first = write(person, room);
  await first.synced();
  first.text.insert(0, "글");
  await first.kept();
  first.leave();
  await site.query("DELETE FROM member_keys WHERE member = $1", [person.uuid]);
  const late = write(person, room);
  await eventually(() => expect(late.closed).toEqual([4503]));
});

it("ends the writers of a message above any document, of rubbish and of a document above its bound, and keeps the rest", async () => {
  const room = draftRoom(dotori.uuid, "recruitment/new");
  const good = write(dotori, room);
  await good.synced();
  good.text.insert(0, "남는 글");
  await good.kept();

  const oversize = write(dotori, room);
  await oversize.synced();
  oversize.provider.shouldReconnect = () => false;
  oversize.doc.getMap("big").set("one", "x".repeat(documentLimits.messageBytes + 1));
  await eventually(() => expect(oversize.closed[0]).toBe(1009));

  const rubbish = write(dotori, room);
  await rubbish.synced();
  rubbish.provider.ws?.send(new Uint8Array([0, 2, 3, 255, 255, 255]));
  await eventually(() => expect(rubbish.closed[0]).toBe(4501));

  const much = write(dotori, room);
  await much.synced();
  // Different keys: nothing of it can be compacted away.
  for (let n = 0; n < 7; n += 1) much.doc.getMap("big").set(`part ${n}`, new Uint8Array(900_000).fill(n));
  await eventually(() => expect(much.closed[0]).toBe(4505));

  await good.kept();
  const reader = write(dotori, room);
  await reader.synced();
  expect(reader.text.toString()).toBe("남는 글");
});

it("puts a snapshot in the place of many updates without losing one", async () => {
  const room = draftRoom(bamtol.uuid, "recruitment/new");
  const typing = write(bamtol, room);
  await typing.synced();
  for (let n = 0; n < documentLimits.compactAfterUpdates + 20; n += 1) {
    typing.text.insert(typing.text.length, `${n} `);
    await typing.kept();
  }
  expect(await rowsOf(room)).toBeLessThan(30);
  const reader = write(bamtol, room);
  await reader.synced();
  expect(reader.text.toString()).toBe(typing.text.toString());
});

it("begins anew from the saved problem, ends those who still write the former, and writes no key into the log", async () => {
  const date = nextDay();
  const room = subjectRoom(teamId, date);
  const one = write(dotori, room, { seed: "쓰는 중" });
  const other = write(bamtol, room, { seed: "쓰는 중" });
  await Promise.all([one.synced(), other.synced()]);
  const events = await site.eventCount();
  one.text.insert(0, "많이 ");
  await one.kept();
  expect(await site.eventCount()).toBe(events);
  const { status } = await dotori.ask("POST", `/v1/articles/teams/${teamId}/subjects`, {
    form: {
      articleTitle: "제목",
      articleBody: "<p>저장된 문제</p>",
      articleCategory: "코딩 테스트",
      selectedDate: date,
    },
  });
  expect(status).toBe(201);
  expect(await site.eventCount()).toBe(Number(events) + 1);
  await eventually(() => expect([one.closed, other.closed]).toEqual([[4510], [4510]]));
  const next = write(bamtol, room, { seed: "저장된 문제" });
  await next.synced();
  await eventually(() => expect(next.text.toString()).toBe("저장된 문제"));
  expect(next.beginning()).toEqual({ generation: 0, revision: 1, isWanted: true });
});

it("deletes a team's problems in the making together with the team", async () => {
  const lead = await site.person("대장");
  const id = await site.team(lead, { teamName: "잠깐반" });
  const room = subjectRoom(id, nextDay());
  const only = write(lead, room, { seed: "곧 사라질 글" });
  await only.synced();
  expect((await lead.ask("DELETE", `/v1/teams/${id}`)).status).toBe(200);
  await eventually(() => expect(only.closed.length).toBe(1));
  await eventually(async () => expect(await rowsOf(room)).toBe(0));
});

it("shows the members of a team who is on its page, and nobody else", async () => {
  const room = `team/${teamId}`;
  const one = write(dotori, room);
  const other = write(member, room);
  const stranger = write(outsider, room);
  const people = () => [...one.provider.awareness.getStates().entries()];
  await eventually(() => {
    const names = people().flatMap(([id, state]) => (id === one.doc.clientID ? [] : [state.name]));
    expect(names).toEqual(["호두"]);
  });
  await eventually(() => expect(stranger.closed).toEqual([4503]));
  one.text.insert(0, "여기에는 글이 없다");
  await one.kept();
  expect(other.text.toString()).toBe("");
  other.leave();
  await eventually(() => expect(people().length).toBe(1));
});

it("takes an edit made while the line was down", async () => {
  const room = subjectRoom(teamId, nextDay());
  const one = write(dotori, room, { seed: "가" });
  const other = write(bamtol, room, { seed: "가" });
  await Promise.all([one.synced(), other.synced()]);
  one.provider.disconnect();
  one.text.insert(1, "나");
  other.text.insert(0, "앞 ");
  await other.kept();
  one.provider.connect();
  await eventually(() => {
    expect(one.text.toString()).toBe("앞 가나");
    expect(other.text.toString()).toBe("앞 가나");
  });
  expect(Y.encodeStateVector(one.doc)).toEqual(Y.encodeStateVector(other.doc));
});

it("shows in health and metrics that what is written cannot be kept, and loses none of it", async () => {
  const health = async () => {
    const response = await fetch(`${site.origin}/health/ready`);
    return { code: response.status, ...((await response.json()) as { documents: object }) };
  };
  const hand = write(dotori, draftRoom(dotori.uuid, "article/900"));
  await hand.synced();
  expect(await health()).toMatchObject({ code: 200, documents: { state: "ok" } });
  await site.query("ALTER TABLE document_updates RENAME TO document_updates_elsewhere");
  hand.text.insert(0, "끝까지 남는 글");
  await eventually(async () =>
    // Other processes fare no better: nobody is sent elsewhere.
    expect(await health()).toMatchObject({
      code: 200,
      documents: { state: "failing", code: "42P01" },
    }),
  );
  await eventually(() => expect(hand.closed).toContain(1013));
  await site.query("ALTER TABLE document_updates_elsewhere RENAME TO document_updates");
  await eventually(async () => expect((await health()).documents).toEqual({ state: "ok" }));
  await hand.synced();
  await hand.kept();
  const reader = write(dotori, draftRoom(dotori.uuid, "article/900"));
  await eventually(() => expect(reader.text.toString()).toBe("끝까지 남는 글"));
  const metrics = await (await fetch(`${site.origin}/metrics`)).text();
  expect(metrics).toMatch(/^algomoim_document_save_seconds_count\{result="failed"\} [1-9]/m);
  expect(metrics).toMatch(/^algomoim_document_save_seconds_count\{result="kept"\} [1-9]/m);
  expect(metrics).toMatch(/^algomoim_document_updates_total [1-9]/m);
  expect(metrics).toContain("algomoim_document_connections");
});
