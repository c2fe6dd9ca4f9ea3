import { beforeAll, describe, expect, it } from "vitest";
import * as invitationApi from "#contracts/invitation/api";
import { invitations, invite, joinBy, look, revoke, tokenOf } from "./inviting.ts";
import { type Answer, changeRole, join, ownSite, type Person, said } from "./site.ts";

/** spec/daily-use.md §11.1: the calls of invitations, by every kind of caller. */

const columns = ["visitor", "stranger", "member", "manager", "kicked"] as const;
type Column = (typeof columns)[number];
type Actor = Pick<Person, "ask">;

interface World {
  readonly teamId: number;
  readonly invitationId: string;
  readonly token: string;
}

const [site, maker, withdrawn] = ownSite("초대한이", "떠난이");
let cast: Record<Exclude<Column, "visitor">, Person>;
beforeAll(async () => {
  cast = {
    stranger: await site.person("바깥"),
    member: await site.person("회원"),
    manager: await site.person("방장"),
    kicked: await site.person("강퇴"),
  };
  await withdrawn.ask("DELETE", "/v1/members");
});

/** A team managed by another member, with the members of the columns and an invitation. */
async function world(): Promise<World> {
  const teamId = await site.team(maker);
  for (const name of ["member", "manager", "kicked"] as const) await join(cast[name], teamId);
  await changeRole("promote", maker, teamId, cast.manager);
  await changeRole("kick", maker, teamId, cast.kicked);
  const made = await invite(maker, teamId);
  return { teamId, invitationId: made.body.data.invitationId, token: tokenOf(made) };
}

const noToken = "401 인증 되지 않은 사용자 입니다.";
const noManager = "400 팀의 매니저가 옳지 않습니다.";
const joined = "400 이미 팀에 가입했습니다.";
const managers = (ok: string) => [noToken, noManager, noManager, ok, noManager];

const rows: readonly [
  endpoint: { readonly name: string },
  call: (actor: Actor, at: World) => Promise<Answer>,
  expected: readonly string[],
][] = [
  [
    invitationApi.createInvitation,
    (actor, { teamId }) => invite(actor, teamId),
    managers("201 초대 링크를 만들었습니다."),
  ],
  [invitationApi.getInvitations, (actor, { teamId }) => invitations(actor, teamId), managers("200 null")],
  [
    invitationApi.revokeInvitation,
    (actor, { teamId, invitationId }) => revoke(actor, teamId, invitationId),
    managers("200 초대 링크를 멈췄습니다."),
  ],
  [invitationApi.getInvitation, (actor, { token }) => look(actor, token), Array(5).fill("200 null")],
  [
    invitationApi.joinByInvitation,
    (actor, { token }) => joinBy(actor, token),
    [
      ...[noToken, "200 팀에 성공적으로 가입했습니다.", joined, joined],
      "403 내보내진 팀에는 초대 링크로 가입할 수 없습니다.",
    ],
  ],
];

describe("who may do what with invitations", () => {
  it.each([...columns.entries()])("%d %s: every response matches the matrix", async (index, column) => {
    const answers: string[] = [];
    for (const [, call] of rows)
      answers.push(said(await call(column === "visitor" ? site : cast[column], await world())));
    expect(answers).toEqual(rows.map(([, , expected]) => expected[index]));
  });

  it("withdrawn: no access and no event", async () => {
    const at = await world();
    const count = await site.eventCount();
    for (const [, call] of rows) expect(said(await call(withdrawn, at))).toBe("401 잘못된 Token 입니다.");
    expect(await site.eventCount()).toBe(count);
  });

  it("joining needs a profile", async () => {
    const { token } = await world();
    const newcomer = await site.person("새싹", { profile: false });
    const { status, body } = await joinBy(newcomer, token);
    expect([status, body.code]).toEqual([401, 100]);
    expect((await look(newcomer, token)).status).toBe(200);
  });
});
