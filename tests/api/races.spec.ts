import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { limits } from "#contracts/limits";
import { chances } from "#tests/support/chances";
import { changeRole, join, ownSite, type Person, said, teamFields } from "./site.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

const rounds = chances(50);
/** Rounds in one team: the role of a member changes ten times an hour at most (spec/notifications.md rule 7). */
const sameTeam = 4;

let people: Person[];
const [site] = ownSite();
beforeAll(async () => {
  people = await site.people(12, (index) => `사람${index}`);
});

const person = (index: number) => people[index] as Person;

interface Member {
  readonly uuid: string;
  readonly role: string;
}
const membersOf = (teamId: number) =>
  site.query<Member>("SELECT member_id AS uuid, role FROM team_members WHERE team_id = $1", [teamId]);

/** Invariants of every team (spec/wire-contract.md §4.1). */
async function expectInvariants(teamId: number, memberLimit: number): Promise<Member[]> {
  const members = await membersOf(teamId);
  const managers = members.filter((member) => member.role === "MANAGER");
  expect(managers.length).toBeGreaterThanOrEqual(1);
  expect(managers.length).toBeLessThanOrEqual(limits.managers);
  expect(members.length).toBeLessThanOrEqual(memberLimit);
  return members;
}

/** A team managed by the first member, with the next ones as members; the given number of them are managers. */
async function teamOf(memberCount: number, managers: number, memberLimit = 10): Promise<number> {
  const teamId = await site.team(person(0), { memberLimit: String(memberLimit) });
  for (let index = 1; index < memberCount; index += 1) await join(person(index), teamId);
  for (let index = 1; index < managers; index += 1)
    await changeRole("promote", person(0), teamId, person(index));
  return teamId;
}

it("decides all of seventy concurrent joins of one team", async () => {
  const newcomers = await site.people(70, () => "가입");
  const teamId = await site.team(person(0), { memberLimit: "50" });
  // On a busy machine some take longer than a call may; as clients do, they then ask again with the same key.
  const decided = async (who: Person) => {
    const headers = { "idempotency-key": randomUUID() };
    const ask = () =>
      who.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: teamFields.password }, headers });
    let answer = await ask();
    while (answer.status === 503) answer = await ask();
    return answer;
  };
  const answers = await Promise.all(newcomers.map(decided));
  const joined = Array<string>(49).fill("200 팀에 성공적으로 가입했습니다.");
  const full = Array<string>(21).fill("400 현재 팀의 최대 인원을 넘었습니다.");
  expect(answers.map(said).sort()).toEqual([...joined, ...full]);
  expect(await expectInvariants(teamId, 50)).toHaveLength(50);
});

describe(`in ${rounds} rounds each`, () => {
  it("two managers who demote each other leave exactly one of them", async () => {
    const ann = person(0);
    const bob = person(1);
    let teamId = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (round % sameTeam === 0) teamId = await teamOf(2, 2);
      const answers = await Promise.all([
        changeRole("demote", ann, teamId, bob),
        changeRole("demote", bob, teamId, ann),
      ]);
      expect(answers.map(said).sort()).toEqual(["200 팀장 강등 성공", "400 팀의 매니저가 옳지 않습니다."]);
      const members = await expectInvariants(teamId, 10);
      const winner = answers[0]?.status === 200 ? ann : bob;
      expect(members.find(({ role }) => role === "MANAGER")?.uuid).toBe(winner.uuid);
      await changeRole("promote", winner, teamId, winner === ann ? bob : ann);
    }
  });

  it("the last seat is taken once by ten concurrent joins", async () => {
    const teamId = await teamOf(1, 1, 2);
    const wanting = people.slice(1, 11);
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(wanting.map((who) => join(who, teamId)));
      const winners = wanting.filter((_, index) => answers[index]?.status === 200);
      expect(winners).toHaveLength(1);
      expect(new Set(answers.filter(({ status }) => status !== 200).map(said))).toEqual(
        new Set(["400 현재 팀의 최대 인원을 넘었습니다."]),
      );
      expect((await expectInvariants(teamId, 2)).map(({ uuid }) => uuid)).toContain(winners[0]?.uuid);
      await winners[0]?.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    }
  });

  it("of a third and a fourth manager promoted concurrently only one is accepted", async () => {
    let teamId = 0;
    const [ann, bob, third, fourth] = people as [Person, Person, Person, Person];
    for (let round = 0; round < rounds; round += 1) {
      if (round % sameTeam === 0) teamId = await teamOf(4, 2);
      const answers = await Promise.all([
        changeRole("promote", ann, teamId, third),
        changeRole("promote", bob, teamId, fourth),
      ]);
      expect(answers.map(said).sort()).toEqual([
        "200 팀장 등록 성공",
        "400 방장은 최대 3명까지만 지정할 수 있습니다.",
      ]);
      await expectInvariants(teamId, 10);
      const made = answers[0]?.status === 200 ? third : fourth;
      await changeRole("demote", ann, teamId, made);
    }
  });

  it("a delegation and a deletion of the team happen in one order or the other", async () => {
    const ann = person(0);
    const bob = person(1);
    for (let round = 0; round < rounds; round += 1) {
      const teamId = await teamOf(2, 1);
      const [delegated, deleted] = await Promise.all([
        changeRole("delegate", ann, teamId, bob),
        ann.ask("DELETE", `/v1/teams/${teamId}`),
      ]);
      expect([
        "200 팀장 위임 성공 / 400 팀의 매니저가 옳지 않습니다.",
        "404 팀이 존재하지 않습니다. / 200 팀 삭제가 성공했습니다.",
      ]).toContain(`${said(delegated)} / ${said(deleted)}`);
      if (deleted.status === 200) expect(await membersOf(teamId)).toEqual([]);
      else {
        const members = await expectInvariants(teamId, 10);
        expect(members.find(({ role }) => role === "MANAGER")?.uuid).toBe(bob.uuid);
      }
    }
  });

  it("a join and a lower limit never leave more members than seats", async () => {
    const teamId = await teamOf(2, 1);
    const [ann, , late] = people as [Person, Person, Person];
    for (let round = 0; round < rounds; round += 1) {
      await ann.ask("PUT", `/v1/teams/${teamId}`, { form: { memberLimit: "10" } });
      const [joined, lowered] = await Promise.all([
        join(late, teamId),
        ann.ask("PUT", `/v1/teams/${teamId}`, { form: { memberLimit: "2" } }),
      ]);
      expect([joined.status, lowered.status].sort()).toEqual([200, 400]);
      expect([
        "400 현재 팀의 최대 인원을 넘었습니다.",
        "400 인원 제한이 현재 팀원 수보다 작습니다.",
      ]).toContain(said(joined.status === 400 ? joined : lowered));
      await expectInvariants(teamId, lowered.status === 200 ? 2 : 10);
      if (joined.status === 200) await late.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    }
  });

  it("the only manager who withdraws while others join leaves a team with one manager", async () => {
    for (let round = 0; round < 10; round += 1) {
      const leaving = await site.person(`떠남${round}`);
      const teamId = await site.team(leaving);
      await join(person(0), teamId);
      const [withdrawn, joined] = await Promise.all([
        leaving.ask("DELETE", "/v1/members", { headers: { "idempotency-key": randomUUID() } }),
        join(person(1), teamId),
      ]);
      expect([withdrawn.status, joined.status]).toEqual([200, 200]);
      const members = await expectInvariants(teamId, 10);
      expect(members.find(({ role }) => role === "MANAGER")?.uuid).toBe(person(0).uuid);
      expect(members.map(({ uuid }) => uuid)).not.toContain(leaving.uuid);
    }
  });
});
