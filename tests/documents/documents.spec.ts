import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import * as Y from "yjs";
import { documentLimits, documentsProtocol, subjectRoom } from "#contracts/documents/api";
import { type Person, type Site, startSite } from "#tests/api/site";
import { picture } from "#tests/api/writing";
import { type WriterOptions, writer } from "#tests/documents/client";
import { until } from "#tests/support/until";
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
const nextRoom = () => subjectRoom(teamId, nextDay(), null);
const write = (person: Person, room: string, options: Partial<WriterOptions> = {}) =>
  writer({ origin: site.origin, token: person.token, room, ...options });
const rowsOf = async (room: string) =>
  (
    await site.query<{ n: number }>("SELECT count(*)::int AS n FROM document_updates WHERE room = $1", [room])
  )[0]?.n;

it("merges the texts of two managers, and each gets the other's name from the server", async () => {
  const room = nextRoom();
  const one = write(dotori, room, { seed: "시작" });
  const other = write(bamtol, room, { seed: "시작" });
  await Promise.all([one.synced(), other.synced()]);
  one.text.insert(0, "도토리 ");
  other.text.insert(other.text.length, " 밤톨");
  await until(() => {
    expect(one.text.toString()).toBe(other.text.toString());
    expect(one.text.toString()).toContain("도토리");
    expect(one.text.toString()).toContain("밤톨");
  });
  other.provider.awareness.setLocalStateField("name", "도토리인 척");
  await until(() => {
    const names = [...one.provider.awareness.getStates().values()].map(({ name }) => name);
    expect(names).toContain("밤톨");
    expect(names).not.toContain("도토리인 척");
  });
  other.leave();
  await until(() => expect(one.provider.awareness.getStates().size).toBe(1));
});

it("stores one seed when five open an empty problem concurrently", async () => {
  const room = nextRoom();
  const writers = Array.from({ length: 5 }, (_, n) =>
    write(n % 2 ? dotori : bamtol, room, { seed: "처음 내용" }),
  );
  await Promise.all(writers.map((each) => each.synced()));
  for (const each of writers) await until(() => expect(each.text.toString()).toBe("처음 내용"));
  expect(await rowsOf(room)).toBe(1);
});

it("admits only managers of the team to its problem, each with their own token", async () => {
  const room = nextRoom();
  for (const person of [member, outsider]) {
    const refused = write(person, room, { seed: "몰래" });
    await until(() => expect(refused.closed).toEqual([4503]));
  }
  const forged = write({ ...dotori, token: `${dotori.token}x` }, room);
  await until(() => expect(forged.closed).toEqual([4500]));
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
  const room = nextRoom();
  expect(await statusOf(room, { origin: "http://elsewhere.test" })).toBe(403);
  for (const unknown of ["draft/../etc", `subject/${teamId}/2026-02-30/new`, `subject/${teamId}/2026-02-20`])
    expect(await statusOf(unknown, {})).toBe(404);
  const bare = new WebSocket(`${site.origin.replace("http", "ws")}/documents?room=${room}`, [
    documentsProtocol,
  ]);
  expect(await new Promise((resolve) => bare.on("close", resolve))).toBe(4500);
});

it("disconnects a demoted manager immediately and accepts no further updates", async () => {
  const room = nextRoom();
  await makeManager(member);
  const staying = write(dotori, room, { seed: "문제" });
  const going = write(member, room, { seed: "문제" });
  await Promise.all([staying.synced(), going.synced()]);
  const { status } = await dotori.ask("POST", `/v1/teams/${teamId}/team-manager/demotion`, {
    json: { memberInfo: member.uuid },
  });
  expect(status).toBe(200);
  await until(() => expect(going.closed).toEqual([4503]));
  const before = staying.text.toString();
  going.text.insert(0, "아직도 ");
  const again = write(member, room, { doc: going.doc });
  await until(() => expect(again.closed).toEqual([4503]));
  await staying.kept();
  expect(staying.text.toString()).toBe(before);
});

it("replaces many updates by a snapshot without losing one", async () => {
  const room = nextRoom();
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

it("ends the room of the former state when the problem is saved or deleted, and logs nothing of either", async () => {
  const date = nextDay();
  const room = subjectRoom(teamId, date, null);
  const one = write(dotori, room, { seed: "쓰는 중" });
  const other = write(bamtol, room, { seed: "쓰는 중" });
  await Promise.all([one.synced(), other.synced()]);
  const events = await site.eventCount();
  one.text.insert(0, "많이 ");
  await one.kept();
  expect(await site.eventCount()).toBe(events);
  const { status, body } = await dotori.ask("POST", `/v1/articles/teams/${teamId}/subjects`, {
    form: {
      articleTitle: "제목",
      articleBody: "<p>저장된 문제</p>",
      articleCategory: "코딩 테스트",
      selectedDate: date,
    },
  });
  expect(status).toBe(201);
  expect(await site.eventCount()).toBe(Number(events) + 1);
  await until(() => expect([one.closed, other.closed]).toEqual([[4510], [4510]]));
  const { articleId } = (body as { data: { articleId: number } }).data;
  const late = write(bamtol, room);
  await until(() => expect(late.closed).toEqual([4510]));
  const next = write(bamtol, subjectRoom(teamId, date, { subjectId: articleId, revision: 1 }), {
    seed: "저장된 문제",
  });
  await next.synced();
  expect(next.text.toString()).toBe("저장된 문제");
  await dotori.ask("DELETE", `/v1/articles/teams/${teamId}/subjects/${articleId}`);
  await until(() => expect(next.closed).toEqual([4510]));
  // Content from before the first save does not return when the day has no problem again.
  const again = write(bamtol, room);
  await again.synced();
  expect(again.text.toString()).toBe("");
});

it("deletes unsaved problems together with their team", async () => {
  const lead = await site.person("대장");
  const id = await site.team(lead, { teamName: "잠깐반" });
  const room = subjectRoom(id, nextDay(), null);
  const only = write(lead, room, { seed: "곧 사라질 글" });
  await only.synced();
  expect((await lead.ask("DELETE", `/v1/teams/${id}`)).status).toBe(200);
  await until(() => expect(only.closed.length).toBe(1));
  await until(async () => expect(await rowsOf(room)).toBe(0));
});

it("keeps pictures that an unsaved problem shows, in its initial content or added later", async () => {
  const urls: string[] = [];
  for (const width of [90, 91]) {
    const form = { memberName: "도토리", memberExplain: "그림", image: await picture(width) };
    urls.push((await dotori.ask("PUT", "/v1/members", { form })).body.data.imageUrl);
    const room = nextRoom();
    const one = write(dotori, room, { seed: width === 90 ? String(urls[0]) : "글" });
    await one.synced();
    if (width === 91) one.doc.getMap("picture").set("__src", urls[1]);
    await one.kept();
    const owners = () =>
      site.query<{ owner: string }>("SELECT owner FROM image_owners WHERE owner = $1", [`room:${room}`]);
    await expect.poll(owners).toEqual([{ owner: `room:${room}` }]);
  }
  const { imageUrl } = (await dotori.ask("PUT", "/v1/members", { form: { image: await picture(92) } })).body
    .data;
  await dotori.ask("PUT", "/v1/members", { form: { image: await picture(93) } });
  await expect.poll(async () => (await fetch(site.origin + imageUrl)).status).toBe(404);
  for (const url of urls) expect((await fetch(site.origin + url)).status).toBe(200);
});

it("accepts an edit made offline", async () => {
  const room = nextRoom();
  const one = write(dotori, room, { seed: "가" });
  const other = write(bamtol, room, { seed: "가" });
  await Promise.all([one.synced(), other.synced()]);
  one.provider.disconnect();
  one.text.insert(1, "나");
  other.text.insert(0, "앞 ");
  await other.kept();
  one.provider.connect();
  await until(() => {
    expect(one.text.toString()).toBe("앞 가나");
    expect(other.text.toString()).toBe("앞 가나");
  });
  expect(Y.encodeStateVector(one.doc)).toEqual(Y.encodeStateVector(other.doc));
});

it("counts updates that cannot be stored, and loses none of them", async () => {
  const room = nextRoom();
  const hand = write(dotori, room);
  await hand.synced();
  await site.query("ALTER TABLE document_updates RENAME TO document_updates_elsewhere");
  hand.text.insert(0, "끝까지 남는 글");
  await until(() => expect(hand.closed).toContain(1013));
  await site.query("ALTER TABLE document_updates_elsewhere RENAME TO document_updates");
  await hand.synced();
  await hand.kept();
  const reader = write(dotori, room);
  await until(() => expect(reader.text.toString()).toBe("끝까지 남는 글"));
  const metrics = await (await fetch(`${site.origin}/metrics`)).text();
  expect(metrics).toMatch(/^algomoim_document_save_seconds_count\{result="failed"\} [1-9]/m);
  expect(metrics).toMatch(/^algomoim_document_save_seconds_count\{result="kept"\} [1-9]/m);
  expect(metrics).toMatch(/^algomoim_document_updates_total [1-9]/m);
  expect(metrics).toContain("algomoim_document_connections");
});
