import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { daysAfter } from "#contracts/dates";
import type { ProblemEntry } from "#contracts/problem-queue/api";
import type { ReadModels } from "#projections/database";
import { queueSummary } from "#projections/problem-queue";
import { openDatabase } from "#services/platform/database/database";
import { inboxOf } from "./inboxes.ts";
import { changeRole, join, type Person, refusal, type Site, said, startSite } from "./site.ts";

/** spec/rhythm.md rules 9 and 10 over HTTP. The server's clock stands still, and problems of the day are due at midnight. */

const hourMs = 3_600_000;
let site: Site;
let dotori: Person;
let bamtol: Person;
let hodu: Person;

beforeAll(async () => {
  site = await startSite({ standsAt: "12:00", settings: { CLOCK_TICK_SECONDS: "1" } });
  [dotori, bamtol, hodu] = (await Promise.all(
    ["도토리", "밤톨", "호두"].map((name) => site.person(name)),
  )) as [Person, Person, Person];
});
afterAll(() => site.close());

async function newTeam(): Promise<number> {
  const teamId = await site.team(dotori);
  for (const person of [bamtol, hodu]) await join(person, teamId);
  return teamId;
}

const path = (teamId: number, rest = "") => `/v1/teams/${teamId}/problem-queue${rest}`;
const titled = (title: string, more = {}) => ({ title, ...more });
const add = (by: Person, teamId: number, ...entries: object[]) =>
  by.ask("POST", path(teamId), { json: { entries } });
const change = (by: Person, teamId: number, entryId: number, json: object) =>
  by.ask("PATCH", path(teamId, `/${entryId}`), { json });
const remove = (by: Person, teamId: number, entryId: number) => by.ask("DELETE", path(teamId, `/${entryId}`));
const turn = (teamId: number, isOn: boolean) =>
  dotori.ask("PUT", `/v1/teams/${teamId}/auto-posting`, { json: { isOn } });
const queueOf = async (teamId: number, by = dotori) =>
  (await by.ask("GET", path(teamId))).body.data as { entries: ProblemEntry[]; autoPosting: boolean };
const shown = async (teamId: number) =>
  (await queueOf(teamId)).entries.map(({ title, date }) => `${title} ${date}`);
const subjects = `/v1/articles/teams`;
const problemOf = async (teamId: number, date: string) =>
  (await site.ask("GET", `${subjects}/${teamId}/subjects?date=${date}`)).body.data;
const postByHand = (teamId: number, selectedDate: string, by = dotori) =>
  by.ask("POST", `${subjects}/${teamId}/subjects`, {
    form: { articleTitle: "손으로", articleBody: "<p>손</p>", articleCategory: "스터디", selectedDate },
  });
const day = (days: number) => daysAfter(site.today(), days);

/** Moves the clock; the sign-ins of before have expired then. */
async function later(milliseconds: number): Promise<void> {
  site.advance(milliseconds);
  [dotori, bamtol, hodu] = (await Promise.all([dotori, bamtol, hodu].map(site.again))) as [
    Person,
    Person,
    Person,
  ];
}
/** Of new problems in a team. */
const notices = async (person: Person, teamId: number) =>
  (await inboxOf(person)).content.filter(
    (one) => one.kind === "SUBJECT_POSTED" && one.team?.teamId === teamId,
  );

describe("a queue", () => {
  it("takes a manager's entries at once, members' as proposals, and shows on which day each appears", async () => {
    const teamId = await newTeam();
    const problems = [{ provider: "programmers", number: "67259" }];
    const queued = await add(
      dotori,
      teamId,
      titled("경주로", { problems }),
      titled("둘", { category: "스터디" }),
    );
    expect(said(queued)).toBe("201 대기열에 넣었습니다.");
    expect(queued.body.data).toEqual({ entryIds: [1, 2] });
    const proposal = await add(bamtol, teamId, titled("제안", { body: "풀어\n봐요" }));
    expect(said(proposal)).toBe("201 문제를 제안했습니다.");
    const entry = { category: "코딩 테스트", problems: [], body: null, accepted: true };
    const by = ({ uuid, name }: Person) => ({
      uuid,
      memberName: name,
      imageUrl: "/images/default/member.png",
    });
    expect(await queueOf(teamId, hodu)).toEqual({
      autoPosting: true,
      entries: [
        {
          ...entry,
          entryId: 1,
          title: "경주로",
          problems: [{ ...problems[0], title: "", url: null }],
          proposedBy: by(dotori),
          date: day(1),
        },
        { ...entry, entryId: 2, title: "둘", category: "스터디", proposedBy: by(dotori), date: day(2) },
        {
          ...entry,
          entryId: 3,
          title: "제안",
          body: "풀어\n봐요",
          accepted: false,
          proposedBy: by(bamtol),
          date: null,
        },
      ],
    });
  });

  it("gives a repeated call the same message", async () => {
    const teamId = await newTeam();
    const asked = {
      json: { entries: [titled("하나")] },
      headers: { "idempotency-key": crypto.randomUUID() },
    };
    for (let n = 0; n < 2; n += 1)
      expect(said(await dotori.ask("POST", path(teamId), asked))).toBe("201 대기열에 넣었습니다.");
    expect((await queueOf(teamId)).entries).toHaveLength(1);
  });

  it("is ordered, edited and accepted by managers", async () => {
    const teamId = await newTeam();
    await add(dotori, teamId, titled("하나"), titled("둘"));
    await add(bamtol, teamId, titled("셋"));
    expect(said(await change(dotori, teamId, 3, { accepted: true }))).toBe("200 대기열을 바꾸었습니다.");
    expect(await shown(teamId)).toEqual([`하나 ${day(1)}`, `둘 ${day(2)}`, `셋 ${day(3)}`]);
    await change(dotori, teamId, 3, { before: 1, title: "셋!", body: "글" });
    expect(await shown(teamId)).toEqual([`셋! ${day(1)}`, `하나 ${day(2)}`, `둘 ${day(3)}`]);
    await change(dotori, teamId, 1, { before: null });
    await change(dotori, teamId, 3, { body: null });
    expect(await shown(teamId)).toEqual([`셋! ${day(1)}`, `둘 ${day(2)}`, `하나 ${day(3)}`]);
    expect((await queueOf(teamId)).entries[0]?.body).toBeNull();
    await postByHand(teamId, day(1));
    expect(await shown(teamId)).toEqual([`셋! ${day(2)}`, `둘 ${day(3)}`, `하나 ${day(4)}`]);
    expect(said(await turn(teamId, false))).toBe("200 자동 올리기를 바꾸었습니다.");
    expect(await shown(teamId)).toEqual(["셋! null", "둘 null", "하나 null"]);
    expect((await queueOf(teamId)).autoPosting).toBe(false);
  });

  it("loses an entry by a manager or its proposer, once", async () => {
    const teamId = await newTeam();
    await add(bamtol, teamId, titled("하나"), titled("둘"));
    expect(said(await remove(hodu, teamId, 1))).toBe(refusal("not-a-manager"));
    expect(said(await remove(bamtol, teamId, 1))).toBe("200 대기열에서 뺐습니다.");
    expect(said(await remove(dotori, teamId, 2))).toBe("200 대기열에서 뺐습니다.");
    for (const gone of [await remove(hodu, teamId, 2), await change(hodu, teamId, 2, { accepted: true })])
      expect(said(gone)).toBe(refusal("entry-not-found"));
    expect((await queueOf(teamId)).entries).toEqual([]);
  });

  it("takes all entries of a call or none", async () => {
    const teamId = await newTeam();
    const unknown = await add(dotori, teamId, titled("하나"), titled("둘", { category: "잡담" }));
    expect(said(unknown)).toBe(refusal("unknown-category"));
    for (const wrong of [[], [{ title: 1 }], [null as never]])
      expect(said(await add(dotori, teamId, ...wrong))).toBe(refusal("malformed"));
    for (const title of ["", "가".repeat(51)])
      expect(said(await add(dotori, teamId, titled(title)))).toBe(refusal("invalid-fields"));
    const tooMany = Array.from({ length: 21 }, () => titled("글"));
    expect(said(await add(dotori, teamId, ...tooMany))).toBe(refusal("malformed"));
    const link = { provider: "programmers", number: "x" };
    const badLink = await add(dotori, teamId, titled("하나"), titled("둘", { problems: [link] }));
    expect(badLink.body).toMatchObject({ status: "fail" });
    expect(said(await change(dotori, teamId, 1, { accepted: false }))).toBe(refusal("malformed"));
    expect(await queueOf(teamId)).toEqual({ autoPosting: false, entries: [] });
  });

  it("bounds what one member proposes, and what a member adds in an hour", async () => {
    const teamId = await newTeam();
    const twenty = Array.from({ length: 20 }, (_, index) => titled(`제안 ${index}`));
    expect((await add(bamtol, teamId, ...twenty)).status).toBe(201);
    expect(said(await add(bamtol, teamId, titled("하나 더")))).toBe(refusal("queue-full"));
    expect((await add(hodu, teamId, titled("다른 이"))).status).toBe(201);
    const eager = await site.person("열심");
    await join(eager, teamId);
    const answers: string[] = [];
    for (let n = 0; n < 31; n += 1) {
      const { status, body } = await add(eager, teamId, titled("또"));
      answers.push(String(status));
      if (status === 201) await remove(eager, teamId, body.data.entryIds[0]);
    }
    expect(answers).toEqual([...Array(30).fill("201"), "429"]);
  });

  it("is summed up without reading the texts of all its entries", async () => {
    const teamId = await newTeam();
    const long = (title: string) => titled(title, { body: "글".repeat(1000) });
    await add(dotori, teamId, titled("짧은 글"), ...Array.from({ length: 19 }, () => long("긴 글")));
    await add(bamtol, teamId, ...Array.from({ length: 20 }, () => long("제안")));
    await change(dotori, teamId, 2, { before: 1 });
    const database = openDatabase<ReadModels>(site.databaseUrl, { max: 1 });
    const executed = vi.spyOn(database.kysely, "executeQuery");
    const now = new Date(`${site.today()}T12:00:00+09:00`);
    const summary = await queueSummary(database.kysely, teamId, now);
    const read = await Promise.all(executed.mock.results.map(({ value }) => value));
    await database.close();
    const { entries } = await queueOf(teamId);
    expect(summary).toEqual({ next: entries[0], length: 20 });
    expect([entries[0]?.entryId, entries[0]?.date]).toEqual([2, day(1)]);
    expect(JSON.stringify(read.map(({ rows }) => rows)).length).toBeLessThan(5000);
  });

  it("keeps the entries of a member who withdraws", async () => {
    const teamId = await newTeam();
    const leaving = await site.person("떠날이");
    await join(leaving, teamId);
    await add(leaving, teamId, titled("남는 문제"));
    await leaving.ask("DELETE", "/v1/members");
    const [entry] = (await queueOf(teamId)).entries;
    expect(entry).toMatchObject({ title: "남는 문제", proposedBy: { memberName: "탈퇴한 회원" } });
  });
});

describe("the problem of the day", () => {
  it("is the first accepted entry of each team, in the name of who accepted it, and of no other", async () => {
    const teamId = await newTeam();
    await changeRole("promote", dotori, teamId, bamtol);
    await add(bamtol, teamId, titled("첫 문제", { body: "<b>\n둘", category: "스터디 복습" }));
    await add(dotori, teamId, titled("둘째 문제"));
    await add(hodu, teamId, titled("제안"));
    await change(dotori, teamId, 3, { before: 1 });
    const handed = await newTeam();
    await add(dotori, handed, titled("뒤로 밀릴 문제"));
    await postByHand(handed, day(1));
    const off = await newTeam();
    await add(dotori, off, titled("올라오지 않을 문제"));
    await turn(off, false);
    const former = await newTeam();
    await changeRole("promote", dotori, former, hodu);
    await add(hodu, former, titled("내려온 사람의 문제"));
    await changeRole("demote", dotori, former, hodu);

    await later(12 * hourMs);
    await vi.waitFor(async () => {
      expect(await problemOf(teamId, site.today())).toMatchObject({
        articleTitle: "첫 문제",
        articleBody: "<p>&lt;b&gt;</p><p>둘</p>",
        articleCategory: "스터디 복습",
        authorName: "밤톨",
        revision: 1,
      });
      expect(await problemOf(former, site.today())).toMatchObject({ authorName: "도토리" });
      expect(await shown(teamId)).toEqual(["제안 null", `둘째 문제 ${day(1)}`]);
      expect((await queueOf(former)).entries).toEqual([]);
      for (const each of [teamId, former]) expect(await notices(hodu, each)).toHaveLength(1);
    });
    expect(await problemOf(off, site.today())).toBeNull();
    expect((await queueOf(off)).entries).toHaveLength(1);
    expect(await problemOf(handed, site.today())).toMatchObject({ articleTitle: "손으로" });
    expect(await shown(handed)).toEqual([`뒤로 밀릴 문제 ${day(1)}`]);
  });

  it("is not taken from what is accepted on that day, does not replace a deleted one, and is none of yesterday", async () => {
    const late = await newTeam();
    const deleted = await newTeam();
    const slept = await newTeam();
    for (const teamId of [deleted, slept]) await add(dotori, teamId, titled("하나"), titled("둘"));
    const probe = await newTeam();
    await add(dotori, probe, titled("하나"));
    await turn(probe, false);
    await later(3 * 24 * hourMs);
    await add(dotori, late, titled("오늘 넣은 문제"));
    await vi.waitFor(async () => {
      expect(await problemOf(slept, site.today())).toMatchObject({ articleTitle: "하나" });
      expect(await shown(slept)).toEqual([`둘 ${day(1)}`]);
      expect(await shown(deleted)).toEqual([`둘 ${day(1)}`]);
    });
    for (const past of [-1, -2]) expect(await problemOf(slept, day(past))).toBeNull();
    const { articleId } = await problemOf(deleted, site.today());
    await dotori.ask("DELETE", `${subjects}/${deleted}/subjects/${articleId}`);
    expect(await shown(deleted)).toEqual([`둘 ${day(1)}`]);
    expect(await shown(late)).toEqual([`오늘 넣은 문제 ${day(1)}`]);
    // It becomes due now, so the clock runs after everything before.
    await turn(probe, true);
    await vi.waitFor(async () => expect(await problemOf(probe, site.today())).not.toBeNull());
    for (const teamId of [late, deleted]) expect(await problemOf(teamId, site.today())).toBeNull();
    await later(24 * hourMs);
    await vi.waitFor(async () => {
      expect(await problemOf(late, site.today())).toMatchObject({ articleTitle: "오늘 넣은 문제" });
      expect(await problemOf(deleted, site.today())).toMatchObject({ articleTitle: "둘" });
    });
  });
});
