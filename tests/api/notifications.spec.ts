import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { announce, countOf, inboxOf, notificationSettler, postSubject, setKinds } from "./inboxes.ts";
import { changeRole, join, ownSite, type Person, refusal, said } from "./site.ts";
import { differencesIn } from "./verify-read-models.ts";

const [site, dotori, bamtol] = ownSite("도토리", "밤톨");
let settled: () => Promise<void>;
let lone = 0;
beforeAll(async () => {
  settled = await notificationSettler(site);
});

/** A member with this many notifications, each of another team that 도토리 manages. */
async function told(count: number): Promise<Person> {
  const person = await site.person(`새이 ${lone++}`);
  for (let n = 0; n < count; n += 1) {
    const teamId = await site.team(dotori);
    await join(person, teamId);
    await announce(dotori, teamId, "공지");
  }
  await settled();
  return person;
}
const read = (person: Person, json: unknown, headers = {}) =>
  person.ask("POST", "/v1/notifications/read", { json, headers });
const readAll = (person: Person, json: unknown) => person.ask("POST", "/v1/notifications/read-all", { json });
const settings = (person: Person) => person.ask("GET", "/v1/notifications/settings");
const put = (person: Person, json: unknown, headers = {}) =>
  person.ask("PUT", "/v1/notifications/settings", { json, headers });
const numbers = async (person: Person, query = "") => {
  const { content, next } = await inboxOf(person, query);
  return [content.map(({ number }) => number), next];
};
const readEvents = async (person: Person) =>
  (await site.storedEvents()).filter(
    ({ stream, type }) => stream === `inbox-${person.uuid}` && /Read$/.test(type),
  ).length;

describe("the inbox", () => {
  it("is empty at first", async () => {
    const unread = { all: 0, team: 0, recruit: 0, account: 0 };
    const empty = { content: [], next: null, latest: 0, unread };
    expect(await inboxOf(await site.person("빈이"))).toEqual(empty);
  });

  it("is listed newest first, in pages, by filter and group", async () => {
    const person = await told(3);
    expect(await numbers(person)).toEqual([[3, 2, 1], null]);
    expect(await numbers(person, "?size=2")).toEqual([[3, 2], 2]);
    expect(await numbers(person, "?size=2&before=2")).toEqual([[1], null]);
    expect(await numbers(person, "?before=99999999999999999999")).toEqual([[3, 2, 1], null]);
    expect(await numbers(person, "?size=99")).toEqual([[3, 2, 1], null]);
    expect(await numbers(person, "?filter=what&group=what")).toEqual([[3, 2, 1], null]);
    expect(await numbers(person, "?group=team")).toEqual([[3, 2, 1], null]);
    expect(await numbers(person, "?group=account")).toEqual([[], null]);
    await readAll(person, { upTo: 2 });
    expect(await numbers(person, "?filter=unread")).toEqual([[3], null]);
    const { content, latest, unread } = await inboxOf(person);
    expect(content.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect([latest, unread]).toEqual([3, { all: 1, team: 1, recruit: 0, account: 0 }]);
    for (const query of ["before=0", "before=-1", "before=x", "before=1.5", "size=0", "filter=a&filter=b"])
      expect((await person.ask("GET", `/v1/notifications?${query}`)).status, query).toBe(400);
  });

  it("names actors with their pictures and the team, and marks names as strong", async () => {
    const person = await told(1);
    const [first] = (await inboxOf(person)).content;
    expect(first).toMatchObject({
      kind: "ANNOUNCEMENT_CHANGED",
      group: "TEAM",
      count: 1,
      note: null,
      parts: [{ text: "내 팀 " }, { text: "아침반", strong: true }, { text: "의 공지가 바뀌었어요." }],
      actors: [{ memberName: "도토리", imageUrl: "/images/default/member.png" }],
      team: { teamName: "아침반", imageUrl: expect.stringContaining("/images/") },
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
    });
  });

  it("loses the notifications of a team with the membership, also when the member joins again", async () => {
    const person = await told(1);
    const { teamId } = (await inboxOf(person)).content[0]?.team ?? { teamId: 0 };
    await person.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    expect(await countOf(person)).toEqual({ unread: 0, latest: 1 });
    await join(person, teamId);
    expect(await numbers(person)).toEqual([[], null]);
    await announce(dotori, teamId, "다시 왔어요");
    await settled();
    expect(await numbers(person)).toEqual([[2], null]);
  });

  it("is unreadable after its member's withdrawal, reasons included", async () => {
    const person = await site.person("떠날이");
    const teamId = await site.team(dotori);
    await join(person, teamId);
    const reason = "아무도 모를 사유";
    await changeRole("promote", dotori, teamId, person, reason);
    await settled();
    expect((await inboxOf(person)).content[0]?.note).toBe(reason);
    const stored = (await site.storedEvents()).filter(({ stream }) => stream === `inbox-${person.uuid}`);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.data).not.toContain(reason);
    await changeRole("demote", dotori, teamId, person);
    await person.ask("DELETE", "/v1/members");
    const rows = (table: string) =>
      site.query(`SELECT FROM ${table} WHERE member_id = $1`, [person.uuid]).then(({ length }) => length);
    expect([await rows("inbox"), await rows("inbox_settings")]).toEqual([0, 0]);
  });
});

describe("reading", () => {
  it("marks chosen notifications once, and returns the number of unread ones", async () => {
    const person = await told(3);
    const ids = (await inboxOf(person)).content.map(({ notificationId }) => notificationId);
    const first = await read(person, { notificationIds: [ids[0], ids[0]] });
    expect([said(first), first.body.data]).toEqual(["200 알림을 읽음으로 표시했습니다.", { unread: 2 }]);
    expect((await read(person, { notificationIds: [ids[0]] })).body.data).toEqual({ unread: 2 });
    expect(await readEvents(person)).toBe(1);
    expect(await countOf(person)).toEqual({ unread: 2, latest: 3 });
  });

  it("marks nothing when one of them is in another inbox", async () => {
    const person = await told(1);
    const other = await told(1);
    const own = (await inboxOf(person)).content[0]?.notificationId;
    const foreign = (await inboxOf(other)).content[0]?.notificationId;
    for (const id of [foreign, randomUUID(), "nonsense"])
      expect(said(await read(person, { notificationIds: [own, id] }))).toBe("404 알림이 존재하지 않습니다.");
    expect(await countOf(person)).toEqual({ unread: 1, latest: 1 });
  });

  it("marks all up to a number, and later ones stay unread", async () => {
    const person = await told(3);
    expect((await readAll(person, { upTo: 2 })).body.data).toEqual({ unread: 1 });
    expect((await readAll(person, { upTo: 1 })).body.data).toEqual({ unread: 1 });
    expect((await readAll(person, { upTo: 99 })).body.data).toEqual({ unread: 0 });
    expect(await readEvents(person)).toBe(2);
  });

  it("responds to a repeated key in the same way, without a second event", async () => {
    const person = await told(1);
    const body = { notificationIds: [(await inboxOf(person)).content[0]?.notificationId] };
    const headers = { "idempotency-key": randomUUID() };
    const one = await read(person, body, headers);
    const again = await read(person, body, headers);
    expect([one.body, again.status]).toEqual([again.body, 200]);
    expect(await readEvents(person)).toBe(1);
    expect((await read(person, { notificationIds: [randomUUID()] }, headers)).status).not.toBe(200);
  });

  it("refuses an empty list, a long one, and other values", async () => {
    const choose = (field: string) => ({ status: "fail", data: { [field]: "알림을 선택해 주세요." } });
    for (const notificationIds of [undefined, [], Array.from({ length: 51 }, () => randomUUID())])
      expect((await read(bamtol, { notificationIds })).body).toMatchObject(choose("notificationIds"));
    for (const upTo of [undefined, -1, 1.5])
      expect((await readAll(bamtol, { upTo })).body).toMatchObject(choose("upTo"));
    for (const notificationIds of ["x", [5]])
      expect(said(await read(bamtol, { notificationIds }))).toBe("400 요청 형식이 올바르지 않습니다.");
    expect(said(await readAll(bamtol, { upTo: "x" }))).toBe("400 요청 형식이 올바르지 않습니다.");
  });

  it("is refused after 60 calls in a minute", async () => {
    const person = await told(1);
    const statuses = new Set<number>();
    let refused = await readAll(person, { upTo: 1 });
    for (let n = 0; n < 130 && refused.status !== 429; n += 1) {
      statuses.add(refused.status);
      refused = await readAll(person, { upTo: 1 });
    }
    expect(said(refused)).toBe("429 요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.");
    expect([Number(refused.headers.get("retry-after")) > 0, ...statuses]).toEqual([true, 200]);
    // Refused before the notifications are looked up.
    expect(said(await read(person, { notificationIds: [randomUUID()] }))).toBe(refusal("too-many-requests"));
  });
});

describe("settings", () => {
  it("are the defaults at first", async () => {
    const { body, headers } = await settings(await site.person("처음"));
    expect(headers.get("etag")).toBe('"0"');
    const { kinds, ...rest } = body.data;
    expect(rest).toEqual({
      quiet: { enabled: true, from: "23:00", until: "08:00" },
      digest: "off",
      push: { available: expect.any(Boolean) },
      mail: { available: expect.any(Boolean), address: null, state: "none" },
      revision: 0,
    });
    expect(kinds).toHaveLength(19);
    expect(kinds[3]).toEqual({
      kind: "ARTICLE_POSTED",
      group: "TEAM",
      label: "팀원의 새 글",
      locked: false,
      hint: "글이 올라올 때마다 알려요",
      inbox: false,
      push: false,
      mail: false,
    });
  });

  it("change only the named kinds, at the revision of If-Match", async () => {
    const person = await site.person("바꿀이");
    const kind = { kind: "SUBJECT_POSTED", inbox: false, push: true, mail: true };
    const changed = await put(person, { kinds: [kind] }, { "if-match": '"0"' });
    expect([said(changed), changed.headers.get("etag")]).toEqual(["200 알림 설정이 저장되었습니다.", '"1"']);
    expect(changed.body.data.kinds[0]).toMatchObject({ inbox: false, push: false, mail: false });
    const quiet = { enabled: false, from: "22:30", until: "07:00" };
    const stale = await put(person, { quiet }, { "if-match": '"0"' });
    expect([said(stale), stale.headers.get("etag")]).toEqual(["412 다른 곳에서 먼저 수정되었습니다.", '"1"']);
    expect(stale.body.data).toEqual(changed.body.data);
    expect((await put(person, { quiet })).body.data).toMatchObject({ quiet, revision: 2 });
    expect((await put(person, { quiet })).body.data.revision).toBe(2);
    expect((await settings(person)).body.data.kinds[0].inbox).toBe(false);
  });

  it("get the same response for the same key, even after they have changed again", async () => {
    const person = await site.person("되풀이");
    const headers = { "idempotency-key": randomUUID() };
    const quiet = { enabled: true, from: "22:30", until: "07:00" };
    const first = await put(person, { quiet }, headers);
    await put(person, { quiet: { ...quiet, from: "21:30" } });
    const again = await put(person, { quiet }, headers);
    expect([again.body, again.headers.get("etag")]).toEqual([first.body, '"1"']);
  });

  it("refuse unknown kinds, locked kinds and wrong hours", async () => {
    const on = { inbox: true, push: true, mail: true };
    const fails = async (json: unknown) => (await put(bamtol, json)).body.data;
    expect(await fails({ kinds: [{ kind: "NOTHING", ...on }] })).toEqual({
      kinds: "알 수 없는 알림 종류입니다.",
    });
    expect(await fails({ kinds: [{ ...on, kind: "KICKED", inbox: false }] })).toEqual({
      KICKED: "끌 수 없는 알림입니다.",
    });
    const off = { inbox: false, push: false, mail: false };
    const many = ["KICKED", "NEW_MEMBER", "TEAM_DELETED"].map((kind) => ({ kind, ...off }));
    const quiet = { enabled: true, from: "23:15", until: "08:00" };
    expect(await fails({ kinds: [{ kind: "NOTHING", ...on }, ...many], quiet })).toEqual({
      kinds: "알 수 없는 알림 종류입니다.",
      KICKED: "끌 수 없는 알림입니다.",
      TEAM_DELETED: "끌 수 없는 알림입니다.",
      quiet: "시각을 확인해 주세요.",
    });
    for (const [from, until] of [
      ["23:15", "08:00"],
      ["08:00", "08:00"],
      ["24:00", "08:00"],
      ["9:00", "08:00"],
    ])
      expect(await fails({ quiet: { enabled: true, from, until } })).toEqual({
        quiet: "시각을 확인해 주세요.",
      });
    expect(said(await put(bamtol, { digest: "daily" }))).toBe("400 확인된 메일 주소가 없습니다.");
    const wrong = { kinds: [null, { kind: "KICKED", ...off }] };
    for (const json of [
      { digest: "hourly" },
      { kinds: {} },
      { kinds: [{ kind: "KICKED" }] },
      { quiet: 5 },
      wrong,
    ])
      expect(said(await put(bamtol, json))).toBe("400 요청 형식이 올바르지 않습니다.");
  });
});

describe("a team of 50", () => {
  it("gets 49 notifications of a problem; rebuilding the read models changes no row and raises nothing", async () => {
    const teamId = await site.team(dotori, { memberLimit: "50" });
    const people = await site.people(49, (n) => `팀원 ${n}`);
    for (const person of people) {
      await setKinds(person, { kind: "NEW_MEMBER", inbox: false, push: false, mail: false });
      await join(person, teamId);
    }
    await settled();
    const raised = async () =>
      (await site.storedEvents()).filter(
        ({ type, data }) =>
          type === "NotificationRaised" &&
          /SUBJECT_POSTED/.test(data) &&
          new RegExp(`"teamId": ?${teamId}\\b`).test(data),
      );
    await postSubject(dotori, teamId);
    await settled();
    const streams = new Set((await raised()).map(({ stream }) => stream));
    expect(streams).toEqual(new Set(people.map(({ uuid }) => `inbox-${uuid}`)));
    expect(await raised()).toHaveLength(49);
    expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
    await settled();
    expect(await raised()).toHaveLength(49);
  });
});
