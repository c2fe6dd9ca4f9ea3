import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect, watching } from "#tests/live/server";
import { until } from "#tests/support/until";
import { findEverywhere } from "./database-search.ts";
import { invitations, invite, joinBy, look, revoke, tokenOf } from "./inviting.ts";
import { recruiting } from "./recruiting.ts";
import { changeRole, join, ownSite, type Person, said } from "./site.ts";

const [site, dotori, bamtol] = ownSite("도토리묵", "밤톨");
const day = 24 * 3600_000;

/** A team of 도토리묵 with an invitation. */
async function invited(json: object = {}, fields: Record<string, string> = {}) {
  const teamId = await site.team(dotori, fields);
  const made = await invite(dotori, teamId, json);
  return { teamId, token: tokenOf(made), invitationId: made.body.data.invitationId as string };
}
/** A member signed in again after the clock was advanced. The clock is reset after the test. */
async function later(milliseconds: number, person: Person): Promise<Person> {
  site.advance(milliseconds);
  onTestFinished(() => site.advance(-milliseconds));
  return site.again(person);
}
const statesOf = async (teamId: number) =>
  (await invitations(dotori, teamId)).body.data.map(({ state }: { state: string }) => state);

const notFound = "404 존재하지 않는 초대입니다.";
const revoked = "410 더 이상 사용할 수 없는 초대입니다.";
const expired = "410 기간이 지난 초대입니다.";
const usedUp = "410 정해진 인원이 모두 가입한 초대입니다.";
const joined = "200 팀에 성공적으로 가입했습니다.";

describe("an invitation", () => {
  it("is created with seven days and ten uses, and shown to managers with its link", async () => {
    const teamId = await site.team(dotori);
    const made = await invite(dotori, teamId);
    expect(made.body.data).toEqual({
      invitationId: expect.any(String),
      link: expect.stringMatching(new RegExp(`^${site.origin}/invite/[\\w-]{22}$`)),
      createdBy: { uuid: dotori.uuid, memberName: "도토리묵" },
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
      maxUses: 10,
      uses: 0,
      state: "usable",
    });
    const left = new Date(made.body.data.expiresAt).getTime() - new Date(`${site.today()}T03:00Z`).getTime();
    expect(Math.round(left / day)).toBe(7);
    expect((await invitations(dotori, teamId)).body.data).toEqual([made.body.data]);
  });

  it("is created once for a repeated key, with the same link", async () => {
    const teamId = await site.team(dotori);
    const headers = { "idempotency-key": randomUUID() };
    const first = await invite(dotori, teamId, {}, { headers });
    const second = await invite(dotori, teamId, {}, { headers });
    expect(second.body.data).toEqual(first.body.data);
    expect(await statesOf(teamId)).toEqual(["usable"]);
  });

  it.each([
    [{ days: 0 }, { days: "1 ~ 30 사이의 숫자를 입력해주세요." }],
    [{ days: 31 }, { days: "1 ~ 30 사이의 숫자를 입력해주세요." }],
    [
      { days: 1.5, maxUses: 51 },
      { days: "1 ~ 30 사이의 숫자를 입력해주세요.", maxUses: "1 ~ 50 사이의 숫자를 입력해주세요." },
    ],
    [{ maxUses: "3" }, { maxUses: "1 ~ 50 사이의 숫자를 입력해주세요." }],
  ])("is not made of %j", async (json, data) => {
    const { status, body } = await invite(dotori, await site.team(dotori), json);
    expect([status, body.status, body.data]).toEqual([400, "fail", data]);
  });

  it("is created at the limits", async () => {
    const teamId = await site.team(dotori);
    for (const json of [
      { days: 1, maxUses: 1 },
      { days: 30, maxUses: 50 },
    ])
      expect((await invite(dotori, teamId, json)).status).toBe(201);
  });

  it("is refused beside five usable ones, and created again once one is revoked", async () => {
    const { teamId, invitationId } = await invited();
    for (let n = 0; n < 4; n += 1) await invite(dotori, teamId);
    expect(said(await invite(dotori, teamId))).toBe("400 초대 링크는 5개까지 만들 수 있습니다.");
    expect(said(await revoke(dotori, teamId, invitationId))).toBe("200 초대 링크를 멈췄습니다.");
    expect((await invite(dotori, teamId)).status).toBe(201);
    expect(await statesOf(teamId)).toEqual([...Array(5).fill("usable"), "revoked"]);
  });

  it("is refused in the order team, right, invitation", async () => {
    const { teamId } = await invited();
    for (const by of [dotori, bamtol]) {
      expect(said(await invite(by, 999_999))).toBe("404 팀이 존재하지 않습니다.");
      expect(said(await invitations(by, 999_999))).toBe("404 팀이 존재하지 않습니다.");
      expect(said(await revoke(by, 999_999, "x"))).toBe("404 팀이 존재하지 않습니다.");
    }
    expect(said(await revoke(bamtol, teamId, "x"))).toBe("400 팀의 매니저가 옳지 않습니다.");
    expect(said(await revoke(dotori, teamId, "x"))).toBe(notFound);
    expect(said(await revoke(dotori, teamId, randomUUID()))).toBe(notFound);
  });

  it("that has ended is revoked without an event, and keeps its state", async () => {
    const { teamId, token, invitationId } = await invited({ maxUses: 1 });
    await joinBy(await site.person("하나"), token);
    const count = await site.eventCount();
    expect(said(await revoke(dotori, teamId, invitationId))).toBe("200 초대 링크를 멈췄습니다.");
    expect(await site.eventCount()).toBe(count);
    expect(await statesOf(teamId)).toEqual(["usedUp"]);
  });

  it("stays revoked after more later ones than the team's state remembers", async () => {
    const { teamId, token, invitationId } = await invited();
    expect(said(await revoke(dotori, teamId, invitationId))).toBe("200 초대 링크를 멈췄습니다.");
    for (let n = 0; n < 101; n += 1) {
      const { body } = await invite(dotori, teamId);
      await revoke(dotori, teamId, body.data.invitationId);
    }
    const count = await site.eventCount();
    expect([said(await look(site, token)), said(await joinBy(bamtol, token))]).toEqual([revoked, revoked]);
    expect(said(await revoke(dotori, teamId, invitationId))).toBe("200 초대 링크를 멈췄습니다.");
    expect(await site.eventCount()).toBe(count);
    // Of another team it is not found.
    expect(said(await revoke(dotori, await site.team(dotori), invitationId))).toBe(notFound);
  });

  it("that is revoked while its creator is no manager is not usable after a return", async () => {
    const teamId = await site.team(dotori);
    const maker = await site.person("공동");
    await join(maker, teamId);
    await changeRole("promote", dotori, teamId, maker);
    const made = await invite(maker, teamId);
    await changeRole("demote", dotori, teamId, maker);
    expect(said(await revoke(dotori, teamId, made.body.data.invitationId))).toBe(
      "200 초대 링크를 멈췄습니다.",
    );
    await changeRole("promote", dotori, teamId, maker);
    expect(said(await joinBy(bamtol, tokenOf(made)))).toBe(revoked);
    expect(await statesOf(teamId)).toEqual(["revoked"]);
  });
});

describe("a holder of the link", () => {
  it("sees the team, its seats and who invites", async () => {
    const { teamId, token } = await invited({}, { memberLimit: "2" });
    const seen = async (who: Pick<Person, "ask">) => (await look(who, token)).body.data;
    expect(await seen(site)).toEqual({
      teamId,
      teamName: "아침반",
      teamExplain: "7시에 시작해요",
      imageUrl: "/images/default/team.png",
      topic: "코딩테스트",
      memberCount: 1,
      memberLimit: 2,
      invitedBy: "도토리묵",
      expiresAt: expect.any(String),
      isMember: false,
      isFull: false,
    });
    expect(said(await joinBy(bamtol, token))).toBe(joined);
    expect(await seen(bamtol)).toMatchObject({ memberCount: 2, isMember: true, isFull: true });
    expect(await seen(site)).toMatchObject({ isMember: false, isFull: true });
  });

  it("joins without a password, and the history names who invited", async () => {
    const { teamId, token } = await invited();
    const answer = await joinBy(bamtol, token);
    expect([said(answer), answer.body.data]).toEqual([joined, { teamId }]);
    const { body } = await dotori.ask("GET", `/v1/teams/${teamId}/role-history`);
    expect(body.data.content[0]).toMatchObject({
      action: "JOINED",
      actor: { uuid: bamtol.uuid },
      invitedBy: { uuid: dotori.uuid, memberName: "도토리묵" },
    });
    expect(body.data.content[1]).toMatchObject({ action: "CREATED", invitedBy: null });
  });

  it.each(["x", "-", "a".repeat(21), "a".repeat(22), "a".repeat(23), "%00", "가"])(
    "gets 404 for %j",
    async (token) => {
      expect(said(await look(site, token))).toBe(notFound);
      expect(said(await joinBy(bamtol, token))).toBe(notFound);
    },
  );

  it("is refused in the order of the calls", async () => {
    const { teamId, token } = await invited({ days: 1, maxUses: 1 }, { memberLimit: "2" });
    const hodu = await site.person("호두");
    const janmul = await site.person("잔물");
    await join(janmul, teamId);
    await changeRole("kick", dotori, teamId, janmul);
    const refusedBy = async () => [
      said(await look(site, token)),
      ...[said(await joinBy(hodu, token)), said(await joinBy(janmul, token))],
    ];
    await join(bamtol, teamId);
    expect(await refusedBy()).toEqual([
      "200 null",
      "400 현재 팀의 최대 인원을 넘었습니다.",
      "403 내보내진 팀에는 초대 링크로 가입할 수 없습니다.",
    ]);
    await bamtol.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    expect(said(await joinBy(bamtol, token))).toBe(joined);
    expect(await refusedBy()).toEqual([usedUp, usedUp, usedUp]);
    expect(said(await joinBy(bamtol, token))).toBe("400 이미 팀에 가입했습니다.");
    // The link is unusable while its creator is not a manager.
    await changeRole("delegate", dotori, teamId, bamtol);
    expect(await refusedBy()).toEqual([revoked, revoked, revoked]);
    await changeRole("delegate", bamtol, teamId, dotori);
    expect(await statesOf(teamId)).toEqual(["usedUp"]);
    await dotori.ask("DELETE", `/v1/teams/${teamId}`);
    expect(await refusedBy()).toEqual([notFound, notFound, notFound]);
  });

  it("is refused permanently once an invitation is revoked or has expired", async () => {
    const { teamId, token, invitationId } = await invited();
    await revoke(dotori, teamId, invitationId);
    expect([said(await look(site, token)), said(await joinBy(bamtol, token))]).toEqual([revoked, revoked]);
    const short = await invited({ days: 1 });
    const guest = await later(day + 1000, bamtol);
    expect([said(await look(site, short.token)), said(await joinBy(guest, short.token))]).toEqual([
      expired,
      expired,
    ]);
  });

  it("counts as an accepted applicant", async () => {
    const { teamId, token } = await invited();
    const on = recruiting(site);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    const applicant = await site.person("지원자");
    await on.apply(applicant, id);
    await joinBy(applicant, token);
    expect((await on.mine(applicant))[0]).toMatchObject({ state: "accepted" });
  });

  it("sees the invitations of a withdrawn creator as ended, without the name", async () => {
    const maker = await site.person("떠날이");
    const teamId = await site.team(maker);
    await join(dotori, teamId);
    const token = tokenOf(await invite(maker, teamId));
    const guest = await site.person("손님");
    await joinBy(guest, token);
    await maker.ask("DELETE", "/v1/members");
    expect(said(await look(site, token))).toBe(revoked);
    expect((await invitations(dotori, teamId)).body.data).toMatchObject([
      { state: "makerGone", link: null, createdBy: { memberName: "탈퇴한 회원" } },
    ]);
    const { body } = await dotori.ask("GET", `/v1/teams/${teamId}/role-history`);
    const entry = body.data.content.find(
      ({ target, action }: { target: { uuid: string }; action: string }) =>
        target.uuid === guest.uuid && action === "JOINED",
    );
    expect(entry.invitedBy).toMatchObject({ memberName: "탈퇴한 회원" });
  });
});

describe("the list of managers", () => {
  it("lists usable invitations first, newest first, then ended ones of thirty days, at most twenty", async () => {
    const teamId = await site.team(dotori);
    const ids: string[] = [];
    for (let n = 0; n < 22; n += 1) {
      const { invitationId } = (await invite(dotori, teamId)).body.data;
      ids.unshift(invitationId);
      if (n !== 0) await revoke(dotori, teamId, invitationId);
    }
    const listed = async (who: Pick<Person, "ask">) =>
      (await invitations(who, teamId)).body.data as { invitationId: string; state: string }[];
    const idsOf = (all: { invitationId: string }[]) => all.map(({ invitationId }) => invitationId);
    expect(idsOf(await listed(dotori))).toEqual([ids.at(-1), ...ids.slice(0, 19)]);
    // The revoked one is omitted; the first expired 24 days before.
    const manager = await later(31 * day, dotori);
    expect(await listed(manager)).toMatchObject([{ invitationId: ids.at(-1), state: "expired" }]);
  });

  it("lists a used-up invitation until thirty days after its last use", async () => {
    const { teamId, token } = await invited({ days: 30, maxUses: 2 });
    await joinBy(await site.person("하나"), token);
    const second = await site.person("둘");
    const manager = dotori;
    await joinBy(await later(10 * day, second), token);
    const listedBy = async (who: Person) => (await invitations(who, teamId)).body.data.length;
    expect(await listedBy(await later(30 * day - 60_000, manager))).toBe(1);
    expect(await listedBy(await later(120_000, manager))).toBe(0);
  });
});

it("stores tokens only encrypted and as digests", async () => {
  const { teamId, token, invitationId } = await invited();
  await joinBy(bamtol, token);
  await revoke(dotori, teamId, invitationId);
  expect(await findEverywhere(site, [token])).toEqual([]);
  const events = (await site.storedEvents()).filter(({ stream }) => stream === `team-${teamId}`);
  expect(JSON.stringify(events)).not.toContain(token);
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set(["TeamCreated", "InvitationCreated", "MemberJoined", "InvitationRevoked"]),
  );
  expect(await (await fetch(`${site.origin}/metrics`)).text()).not.toContain(token);
});

it("sends the channel of the list to managers after every step, and to no other member", async () => {
  const { teamId } = await invited();
  await join(bamtol, teamId);
  const live = { url: `${site.origin.replace("http", "ws")}/live` };
  const channel = `team-invitations/${teamId}`;
  const client = await watching(live, dotori.token, channel);
  const told = async (step: () => Promise<unknown>) => {
    await client.roundTrip();
    const before = client.names().length;
    await step();
    await until(() => expect(client.names().slice(before)).toContain(channel));
  };
  let made: { invitationId: string; token: string } = { invitationId: "", token: "" };
  await told(async () => {
    const answer = await invite(dotori, teamId);
    made = { invitationId: answer.body.data.invitationId, token: tokenOf(answer) };
  });
  const guest = await site.person("손님");
  await told(() => joinBy(guest, made.token));
  await told(() => revoke(dotori, teamId, made.invitationId));
  await told(() => changeRole("promote", dotori, teamId, bamtol));
  const other = await connect(live, guest.token);
  other.send({ type: "subscribe", view: "team-invitations", key: String(teamId) });
  expect(await other.next("gone")).toMatchObject({ code: "forbidden" });
});
