import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { chances } from "#tests/support/chances";
import { until } from "#tests/support/until";
import { recruiting } from "./recruiting.ts";
import { type Answer, changeRole, join, ownSite, type Person, refusal, said, teamFields } from "./site.ts";
import { differencesIn } from "./verify-read-models.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

const rounds = chances(50);

const [site, dotori, bamtol, hodu, janmul, haenaem] = ownSite("도토리", "밤톨", "호두", "잣물", "해냄");
const on = recruiting(site);

const leave = (person: Person, teamId: number) => person.ask("DELETE", `/v1/teams/${teamId}/members/me`);
const limit = (teamId: number, memberLimit: number) =>
  dotori.ask("PUT", `/v1/teams/${teamId}`, { form: { ...teamFields, memberLimit: String(memberLimit) } });
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
/** A few rounds at a time, because each mostly waits. */
const inTurn = async (round: (n: number) => Promise<void>) => {
  for (let n = 0; n < rounds; n += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => round(n + more)));
};
/** Ids of a team's members. */
const people = async (teamId: number) => (await on.team(teamId)).members.map(({ uuid }) => uuid);
const stateOf = async (person: Person, recruitmentId: number) => {
  const rows = await site.query<{ state: string }>(
    "SELECT state FROM my_applications WHERE recruitment_id = $1 AND applicant_id = $2",
    [recruitmentId, person.uuid],
  );
  return rows.map(({ state }) => state);
};

it("keeps one of several concurrent applications, whatever their keys", () =>
  inTurn(async (n) => {
    const id = await on.posted(dotori);
    const key = { "idempotency-key": randomUUID() };
    const json = { recruitmentId: id, teamApplyBody: "지원합니다" };
    const asked = n % 2 === 0 ? {} : key;
    const answers = await Promise.all(
      [1, 2, 3].map(() => bamtol.ask("POST", "/v1/apply", { json, headers: asked })),
    );
    expect(statuses(answers)).toEqual(n % 2 === 0 ? [201, 400, 400] : [201, 201, 201]);
    expect(await on.waiting(id)).toEqual(["밤톨"]);
  }));

it("admits all or none and never too many while members leave, join or are kicked", () =>
  inTurn(async (n) => {
    const teamId = await site.team(dotori, { memberLimit: "3" });
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await join(bamtol, teamId);
    await Promise.all([on.apply(hodu, id), on.apply(janmul, id)]);
    const others = [
      () => [changeRole("kick", dotori, teamId, bamtol), join(haenaem, teamId)],
      () => [leave(bamtol, teamId), join(haenaem, teamId)],
      () => [leave(bamtol, teamId), limit(teamId, 2)],
      () => [limit(teamId, 4), join(hodu, teamId)],
    ][n % 4]?.() as Promise<Answer>[];
    const [invited] = await Promise.all([on.invite(dotori, teamId, id, [hodu, janmul]), ...others]);
    const { memberCount, memberLimit, members } = await on.team(teamId);
    expect(memberCount).toBeLessThanOrEqual(memberLimit);
    expect(new Set(members.map(({ uuid }) => uuid)).size).toBe(memberCount);
    for (const person of [hodu, janmul]) {
      const isIn = members.some(({ uuid }) => uuid === person.uuid);
      if (person === janmul || n % 4 !== 3) expect(isIn).toBe(invited.status === 200);
      // A response waits for its consequences for a limited time: on a slow machine they follow later.
      await until(async () => expect(await stateOf(person, id)).toEqual([isIn ? "accepted" : "pending"]));
    }
  }));

it("accepts or refuses an application while recruiting is stopped, and loses none", () =>
  inTurn(async () => {
    const id = await on.posted(dotori);
    const [applied, stopped] = await Promise.all([on.apply(bamtol, id), on.set(dotori, id, false)]);
    expect(stopped.status).toBe(200);
    expect([201, 400]).toContain(applied.status);
    expect(await on.waiting(id, dotori)).toEqual(applied.status === 201 ? ["밤톨"] : []);
    expect(await stateOf(bamtol, id)).toEqual(applied.status === 201 ? ["closed"] : []);
  }));

it("deletes a recruitment and admits its applicants concurrently without losing one", () =>
  inTurn(async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await Promise.all([on.apply(hodu, id), on.apply(janmul, id)]);
    const [invited, deleted] = await Promise.all([
      on.invite(dotori, teamId, id, [hodu]),
      on.remove(dotori, id),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(invited.status);
    expect((await people(teamId)).includes(hodu.uuid)).toBe(invited.status === 200);
    await until(async () => {
      expect(await stateOf(hodu, id)).toEqual([invited.status === 200 ? "accepted" : "deleted"]);
      expect(await stateOf(janmul, id)).toEqual(["deleted"]);
      expect(said(await on.detail(id))).toBe(refusal("recruitment-not-found"));
      expect((await on.team(teamId)).teamRecruitId).toBeNull();
    });
  }));

it("creates one team of a recruitment despite concurrent requests", () =>
  inTurn(async (n) => {
    const id = await on.posted(dotori);
    await on.apply(hodu, id);
    const key = { "idempotency-key": randomUUID() };
    const form = { ...teamFields, teamRecruitId: String(id), teamMemberUuids: [hodu.uuid] };
    const answers = await Promise.all(
      [1, 2, 3].map(() => dotori.ask("POST", "/v1/teams", { form, headers: n % 5 === 0 ? key : {} })),
    );
    expect(statuses(answers)).toEqual(n % 5 === 0 ? [201, 201, 201] : [201, 400, 400]);
    const teamId = answers.find(({ status }) => status === 201)?.body.data.teamId as number;
    await until(async () => {
      expect((await on.detail(id)).body.data.teamId).toBe(teamId);
      expect((await on.team(teamId)).teamRecruitId).toBe(id);
      expect(await stateOf(hodu, id)).toEqual(["accepted"]);
    });
  }));

it("keeps one recruitment per team despite concurrent posts", () =>
  inTurn(async (n) => {
    const teamId = await site.team(dotori);
    const form = { teamId: String(teamId) };
    const key = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        n % 5 === 0
          ? dotori.ask("POST", "/v1/recruitments", {
              form: { teamRecruitTitle: "글", teamRecruitBody: "<p>글</p>", chatUrl: "여기", ...form },
              headers: key,
            })
          : on.post(dotori, form),
      ),
    );
    expect(statuses(answers)).toEqual(n % 5 === 0 ? [201, 201, 201] : [201, 400, 400]);
    const rows = await site.query("SELECT 1 FROM recruitment_detail WHERE team_id = $1", [teamId]);
    expect(rows.length).toBe(1);
  }));

it("leaves read models that equal rebuilt ones", async () => {
  expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
}, 120_000);
