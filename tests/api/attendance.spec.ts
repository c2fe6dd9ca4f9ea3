import { beforeAll, describe, expect, it } from "vitest";
import { daysAfter, daysBefore } from "#contracts/dates";
import type { Attendance, Rhythm } from "#contracts/rhythm/api";
import { daysFrom, nextMonday } from "#contracts/rhythm/days";
import { join, ownSite, type Person, refusal, said } from "./site.ts";

/** spec/rhythm.md §4: promise, rests, excuses, and what members read of them. */

const [site, lead, member, outsider] = ownSite("방장", "회원", "바깥");
let teamId: number;
/** The Monday from which the promise counts, two weeks before the tests. */
let monday: string;
let today: string;
beforeAll(async () => {
  teamId = await site.team(lead);
  await join(member, teamId);
  monday = nextMonday(site.today());
  const promise = { weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], restsPerMonth: 10 };
  const set = await setPromise(lead, promise);
  expect([said(set), set.body.data]).toEqual(["200 약속을 정했습니다.", { startsOn: monday }]);
  await advanceTo(daysAfter(monday, 14));
});

async function advanceTo(day: string): Promise<void> {
  site.advance(Date.parse(day) - Date.parse(site.today()));
  today = day;
  for (const person of [lead, member, outsider]) Object.assign(person, await site.again(person));
}

const ofTeam = (path: string, of = teamId) => `/v1/teams/${of}/${path}`;
const setPromise = (by: Person, json: object, of = teamId) => by.ask("PUT", ofTeam("promise", of), { json });
const rest = (by: Person, date: string, method = "PUT") => by.ask(method, ofTeam(`rests/${date}`));
const excuse = (by: Person, uuid: string, date: string, reason = "예비군") =>
  by.ask("PUT", ofTeam(`excuses/${uuid}/${date}`), { json: { reason } });
const takeBack = (by: Person, uuid: string, date: string) =>
  by.ask("DELETE", ofTeam(`excuses/${uuid}/${date}`));
const rhythm = async (by: Person, of = teamId): Promise<Rhythm> =>
  (await by.ask("GET", ofTeam("rhythm", of))).body.data;
const attendance = (by: Person, month: string, headers = {}) =>
  by.ask("GET", ofTeam(`attendance?month=${month}`), { headers });
const attended = async (
  by: Person,
  day: string,
): Promise<Attendance["members"][number]["states"][number][]> => {
  const { days, members } = (await attendance(by, day.slice(0, 7))).body.data as Attendance;
  return members.map(({ states }) => states[days.indexOf(day)] as never);
};
const write = async (by: Person): Promise<number> => {
  const form = { teamId: String(teamId), articleTitle: "풀이", articleBody: "<p>풀이</p>" };
  return (await by.ask("POST", "/v1/articles", { form })).body.data.articleId;
};

it("shows the day, the promise and the caller's week", async () => {
  const first = await rhythm(member);
  expect(first).toEqual({
    dayEndsAt: "00:00",
    promise: {
      startsOn: monday,
      lastDay: null,
      weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
      perWeek: null,
      restsPerMonth: 10,
    },
    pending: null,
    today: { date: today, endsAt: `${daysAfter(today, 1)}T00:00:00+09:00`, state: "open" },
    week: { from: today, wrote: 0, needed: 7 },
    restsLeft: 10,
    queue: { next: null, length: 0 },
    discord: null,
  });
  expect((await rhythm(lead)).discord).toEqual({ linked: false, lastFour: null });
  const articleId = await write(member);
  expect(await rhythm(member)).toMatchObject({ today: { state: "wrote" }, week: { wrote: 1 } });
  const home = async (by: Person) => (await by.ask("GET", "/v1/members/today")).body.data.teams[0].rhythm;
  expect([await home(member), await home(lead)]).toEqual([
    { state: "wrote", endsAt: first.today.endsAt },
    { state: "open", endsAt: first.today.endsAt },
  ]);
  await member.ask("DELETE", `/v1/articles/${articleId}`);
  expect((await rhythm(member)).today.state).toBe("open");
});

describe("a rest", () => {
  it("is taken for today and later, and taken back", async () => {
    const taken = await rest(member, today);
    expect([said(taken), taken.body.data]).toEqual(["200 쉬는 날을 알렸습니다.", { restsLeft: 9 }]);
    expect((await rest(member, today)).body.data).toEqual({ restsLeft: 9 });
    expect((await rhythm(member)).today.state).toBe("rest");
    expect((await rhythm(lead)).today.state).toBe("open");
    expect(said(await rest(member, today, "DELETE"))).toBe("200 쉬는 날을 취소했습니다.");
    const events = await site.eventCount();
    expect(said(await rest(member, today, "DELETE"))).toBe("200 쉬는 날을 취소했습니다.");
    for (const day of [daysBefore(today, 400), daysAfter(today, 400)])
      expect((await rest(member, day, "DELETE")).status).toBe(200);
    expect(await site.eventCount()).toBe(events);
    expect((await rhythm(member)).restsLeft).toBe(10);
  });

  it("is refused for days that are over, too far or do not exist", async () => {
    expect(said(await rest(member, daysBefore(today, 1)))).toBe(refusal("day-over"));
    expect(said(await rest(member, daysAfter(today, 61)))).toBe(refusal("impossible-date"));
    for (const day of ["2025-02-30", "tomorrow"])
      for (const method of ["PUT", "DELETE"])
        expect(said(await rest(member, day, method))).toBe(refusal("impossible-date"));
  });
});

describe("an excuse", () => {
  it("shows its reason to the member and managers alone", async () => {
    const day = daysBefore(today, 3);
    const other = await site.person("다른 회원");
    await join(other, teamId);
    expect(said(await excuse(lead, member.uuid.toUpperCase(), day))).toBe("200 출석을 인정했습니다.");
    const shown = [
      { state: "missed", reason: null },
      { state: "excused", reason: "예비군" },
      { state: "off", reason: null },
    ];
    for (const reader of [lead, member]) expect(await attended(reader, day)).toEqual(shown);
    expect((await attended(other, day))[1]).toEqual({ state: "excused", reason: null });
    await excuse(lead, member.uuid, day, "몸살");
    expect((await attended(member, day))[1]).toEqual({ state: "excused", reason: "몸살" });
    expect(said(await takeBack(lead, member.uuid, day))).toBe("200 인정을 취소했습니다.");
    expect((await attended(member, day))[1]).toEqual({ state: "missed", reason: null });
    const events = await site.eventCount();
    expect((await takeBack(lead, member.uuid, day)).status).toBe(200);
    expect(await site.eventCount()).toBe(events);
  });

  it("needs a reason, a present member and a past day of duty", async () => {
    const day = daysBefore(today, 1);
    const hint = "사유를 1자 이상 100자 이하로 입력해 주세요.";
    for (const reason of ["", " \u200b", "가".repeat(101)])
      expect((await excuse(lead, member.uuid, day, reason)).body.data).toEqual({ reason: hint });
    for (const uuid of [outsider.uuid, "nobody", "%00"]) {
      expect(said(await excuse(lead, uuid, "2025-02-30"))).toBe(refusal("target-not-in-team"));
      expect(said(await takeBack(lead, uuid, day))).toBe(refusal("target-not-in-team"));
    }
    for (const date of [today, "2025-02-30", daysBefore(today, 61)])
      expect(said(await excuse(lead, member.uuid, date))).toBe(refusal("impossible-date"));
    expect(said(await excuse(lead, member.uuid, daysBefore(monday, 1)))).toBe(refusal("day-off"));
  });
});

it("refuses in the order of team, right, member, date", async () => {
  const none = teamId + 1_000_000;
  const calls = [
    ["GET", "rhythm", {}, "caller-not-in-team"],
    ["GET", "attendance?month=never", {}, "caller-not-in-team"],
    ["PUT", "rests/never", {}, "caller-not-in-team"],
    ["DELETE", "rests/never", {}, "caller-not-in-team"],
    ["PUT", "promise", { json: { perWeek: 3, restsPerMonth: 0 } }, "not-a-manager"],
    ["DELETE", "promise", {}, "not-a-manager"],
    ["PUT", "excuses/nobody/never", { json: { reason: "이유" } }, "not-a-manager"],
    ["DELETE", "excuses/nobody/never", {}, "not-a-manager"],
  ] as const;
  for (const [method, path, asked, refused] of calls) {
    expect(said(await lead.ask(method, ofTeam(path, none), asked))).toBe(refusal("team-not-found"));
    expect(said(await outsider.ask(method, ofTeam(path), asked))).toBe(refusal(refused));
  }
});

it("refuses promises that are none", async () => {
  const hint = "약속을 다시 확인해 주세요.";
  const refused = [
    { restsPerMonth: 0 },
    { weekdays: ["Mon"], perWeek: 1, restsPerMonth: 0 },
    { weekdays: [], restsPerMonth: 0 },
    { weekdays: ["Mon", "Mon"], restsPerMonth: 0 },
    { weekdays: ["Someday"], restsPerMonth: 0 },
    { perWeek: 0, restsPerMonth: 0 },
    { perWeek: 8, restsPerMonth: 0 },
    { perWeek: 1.5, restsPerMonth: 0 },
    { perWeek: 1, restsPerMonth: 11 },
    { perWeek: 1 },
  ];
  for (const json of refused) {
    const { status, body } = await setPromise(lead, json);
    expect([status, body.status, Object.values(body.data)]).toEqual([400, "fail", [hint]]);
  }
});

describe("a month", () => {
  it("lists days and members in the order of joining, with sums", async () => {
    const day = daysAfter(monday, 1);
    await excuse(lead, member.uuid, day);
    const { days, members } = (await attendance(member, day.slice(0, 7))).body.data as Attendance;
    expect(days).toEqual(daysFrom(`${day.slice(0, 7)}-01`, days.at(-1) as string));
    expect(members.map((each) => each.member.memberName).slice(0, 2)).toEqual(["방장", "회원"]);
    for (const { states, wrote, missed, rests } of members) {
      const count = (wanted: string) => states.filter(({ state }) => state === wanted).length;
      expect([wrote, missed, rests]).toEqual([count("wrote"), count("missed"), count("rest")]);
    }
    await takeBack(lead, member.uuid, day);
  });

  it("is CSV for managers who ask for it, quoted and without reasons", async () => {
    const day = daysBefore(today, 2);
    const comma = await site.person("=1,2");
    await join(comma, teamId);
    await excuse(lead, member.uuid, day, "비밀의 이유");
    const month = day.slice(0, 7);
    const response = await fetch(`${site.origin}/api${ofTeam(`attendance?month=${month}`)}`, {
      headers: { authorization: `Bearer ${lead.token}`, accept: "text/csv" },
    });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("vary")).toContain("Accept");
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    const [header = "", ...lines] = text.split("\r\n");
    const { days, members } = (await attendance(lead, month)).body.data as Attendance;
    expect(header).toBe(`\uFEFF멤버,${days.join(",")},썼어요,안 썼어요,쉬는 날`);
    expect(lines.at(-1)).toBe("");
    expect(lines).toHaveLength(members.length + 1);
    expect(lines[1]?.split(",")[1 + days.indexOf(day)]).toBe("출석 인정");
    expect(text).toContain('"\'=1,2",');
    expect(text).not.toContain("비밀의 이유");
    // Members get JSON.
    expect((await attendance(member, month, { accept: "text/csv" })).body.status).toBe("success");
    await takeBack(lead, member.uuid, day);
  });

  it("is refused if it does not exist", async () => {
    for (const month of ["2025-13", "2025-1", "2025", "0000-01", "2025-01-01", ""])
      expect([month, said(await attendance(member, month))]).toEqual([month, refusal("impossible-date")]);
    expect(said(await member.ask("GET", ofTeam("attendance")))).toBe(refusal("impossible-date"));
    for (const month of ["0001-01", "9999-12"]) expect((await attendance(member, month)).status).toBe(200);
  });
});

it("of rests, a member makes sixty changes in a minute; what changes nothing does not count", async () => {
  const hasty = await site.person("성급");
  await join(hasty, teamId);
  const day = daysAfter(today, 1);
  const answers: string[] = [];
  // They may begin in one minute and continue in the next.
  while (answers.at(-1) !== refusal("too-many-requests") && answers.length < 200) {
    const method = answers.length % 2 === 0 ? "PUT" : "DELETE";
    answers.push(said(await rest(hasty, day, method)));
    if (answers.at(-1) !== refusal("too-many-requests"))
      expect((await rest(hasty, day, method)).status).toBe(200);
  }
  expect(answers.at(-1)).toBe(refusal("too-many-requests"));
  expect(answers.length).toBeGreaterThan(60);
  expect(said(await rest(member, day))).toBe("200 쉬는 날을 알렸습니다.");
  await rest(member, day, "DELETE");
});

describe("a promise", () => {
  it("is replaced until it counts, ends with its week, and is withdrawn before its first", async () => {
    const other = await site.team(lead, { teamName: "다른 팀" });
    const end = async () => (await lead.ask("DELETE", ofTeam("promise", other))).body.data.lastDay;
    const events = await site.eventCount();
    expect(await end()).toBeNull();
    expect(await site.eventCount()).toBe(events);
    const next = nextMonday(today);
    await setPromise(lead, { perWeek: 3, restsPerMonth: 0 }, other);
    await setPromise(lead, { perWeek: 4, restsPerMonth: 1 }, other);
    const waiting = { startsOn: next, lastDay: null, weekdays: null, perWeek: 4, restsPerMonth: 1 };
    expect(await rhythm(lead, other)).toMatchObject({ promise: null, pending: waiting, restsLeft: 0 });
    const home = (await lead.ask("GET", "/v1/members/today")).body.data.teams;
    expect(home.find((team: { teamId: number }) => team.teamId === other).rhythm).toBeNull();
    expect(await end()).toBeNull();
    expect((await rhythm(lead, other)).pending).toBeNull();
    await setPromise(lead, { perWeek: 4, restsPerMonth: 1 }, other);
    await advanceTo(next);
    expect(await rhythm(lead, other)).toMatchObject({ promise: waiting, pending: null });
    await setPromise(lead, { perWeek: 5, restsPerMonth: 1 }, other);
    const sunday = daysAfter(next, 6);
    expect(await rhythm(lead, other)).toMatchObject({
      promise: { perWeek: 4, lastDay: sunday },
      pending: { perWeek: 5, startsOn: daysAfter(next, 7), lastDay: null },
    });
    expect([await end(), await end()]).toEqual([sunday, sunday]);
    expect(await rhythm(lead, other)).toMatchObject({
      promise: { perWeek: 4, lastDay: sunday },
      pending: null,
    });
    await advanceTo(daysAfter(next, 7));
    expect(await rhythm(lead, other)).toMatchObject({
      promise: null,
      pending: null,
      today: { state: "off" },
    });
  });
});
