import { beforeAll, expect, it } from "vitest";
import { subjectRoom } from "#contracts/documents/api";
import { refusals } from "#contracts/errors";
import { closeCodes } from "#contracts/live";
import { writer } from "#tests/documents/client";
import { named, type RawClient, watching } from "#tests/live/server";
import { operateOn } from "#tests/support/ops";
import { jpeg } from "#tests/support/pictures";
import { signIn } from "#tests/support/sign-in";
import { until } from "#tests/support/until";
import { changeRole, join, ownSite, type RoleChange } from "./site.ts";

const [site, manager, member] = ownSite("도토리", "밤톨");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(manager);
  await join(member, teamId);
});

const change = (how: RoleChange) => changeRole(how, manager, teamId, member);
const live = () => ({ url: `${site.origin.replace("http", "ws")}/live` });
const receives = (client: RawClient, ...names: string[]) =>
  until(() => expect(client.names()).toEqual(expect.arrayContaining(names)));

/** The channels that a manager's and a visitor's open pages watch. */
const ofTeam = () =>
  ["team-page", "team-members", "role-history", "team-articles"].map((view) => `${view}/${teamId}`);

it("sends the pages of a member's teams after a new name and a new picture", async () => {
  for (const form of [
    { memberName: "새이름" },
    { image: new Blob([new Uint8Array(await jpeg(48))]) },
  ] as const) {
    const client = await watching(live(), manager.token, ...ofTeam(), "team-directory/all");
    const own = await watching(live(), member.token, `my-teams/${member.uuid}`, `member-card/${member.uuid}`);
    expect((await member.ask("PUT", "/v1/members", { form })).status).toBe(200);
    await receives(client, ...ofTeam(), "team-directory/all");
    await receives(own, `my-teams/${member.uuid}`, `member-card/${member.uuid}`);
  }
});

it("sends the change of a member without visible teams only to that member", async () => {
  const loner = await site.person("혼자");
  const client = await watching(live(), manager.token, ...ofTeam(), "team-directory/all");
  const own = await watching(live(), loner.token, `member-card/${loner.uuid}`);
  await loner.ask("PUT", "/v1/members", { form: { memberName: "홀로" } });
  await receives(own, `member-card/${loner.uuid}`);
  await client.roundTrip();
  expect(client.names()).toEqual([]);
});

it("sends the channels of a team and of the member after every change of roles", async () => {
  const own = `my-teams/${member.uuid}`;
  const steps: [string, () => Promise<unknown>][] = [
    ["promotion", () => change("promote")],
    ["demotion", () => change("demote")],
    ["kick", () => change("kick")],
    ["join", () => join(member, teamId)],
    ["leave", () => member.ask("DELETE", `/v1/teams/${teamId}/members/me`)],
  ];
  for (const [, step] of steps) {
    const watcher = await watching(live(), manager.token, `team-members/${teamId}`, `role-history/${teamId}`);
    const visitor = await watching(live(), null, `team-page/${teamId}`, "team-directory/all");
    const concerned = await watching(live(), member.token, own);
    await step();
    await receives(watcher, `team-members/${teamId}`, `role-history/${teamId}`);
    await receives(visitor, `team-page/${teamId}`, "team-directory/all");
    await receives(concerned, own);
  }
});

it("sends the role history's channel after the withdrawal of a member who had been kicked", async () => {
  const former = await site.person("떠남");
  await join(former, teamId);
  await changeRole("kick", manager, teamId, former, "사유");
  const watcher = await watching(live(), manager.token, `role-history/${teamId}`);
  expect((await former.ask("DELETE", "/v1/members")).status).toBe(200);
  await receives(watcher, `role-history/${teamId}`);
});

it("revokes the managers' channels of a demoted or kicked manager", async () => {
  for (const loss of ["demote", "kick"] as const) {
    await join(member, teamId);
    await change("promote");
    const client = await watching(live(), member.token, `team-members/${teamId}`, `role-history/${teamId}`);
    expect(client.received.filter(({ type }) => type === "subscribed")).toHaveLength(2);
    await change(loss);
    await until(() =>
      expect(client.received.filter(({ type }) => type === "gone")).toEqual(
        expect.arrayContaining([
          { type: "gone", ...named(`team-members/${teamId}`), code: "revoked" },
          { type: "gone", ...named(`role-history/${teamId}`), code: "revoked" },
        ]),
      ),
    );
  }
});

it("ends the subscriptions of a deleted team's members, with the reason that it is deleted", async () => {
  const other = await site.team(manager);
  const gone = `team-members/${other}`;
  const kept = `team-members/${teamId}`;
  const client = await watching(live(), manager.token, gone, `role-history/${other}`, kept);
  await manager.ask("DELETE", `/v1/teams/${other}`);
  await until(() =>
    expect(client.received.filter(({ type }) => type === "gone")).toEqual(
      expect.arrayContaining([
        { type: "gone", ...named(gone), code: "deleted" },
        { type: "gone", ...named(`role-history/${other}`), code: "deleted" },
      ]),
    ),
  );
  expect(client.received.filter(({ type }) => type === "gone")).toHaveLength(2);
});

it("ends the channels of a deleted team for all clients, after the name of its change", async () => {
  const other = await site.team(manager);
  const open = ["team-page", "team-calendar", "team-articles", "team-writers"].map(
    (view) => `${view}/${other}`,
  );
  const client = await watching(live(), null, ...open, "team-directory/all", `team-page/${teamId}`);
  await manager.ask("DELETE", `/v1/teams/${other}`);
  await receives(client, "team-directory/all");
  for (const name of open)
    await until(() =>
      expect(
        client.received.filter((message) => "key" in message && `${message.view}/${message.key}` === name),
      ).toEqual([
        expect.objectContaining({ type: "subscribed" }),
        expect.objectContaining({ type: "changed" }),
        { type: "gone", ...named(name), code: "deleted" },
      ]),
    );
  expect(client.received.filter(({ type }) => type === "gone")).toHaveLength(open.length);
});

it("responds `deleted` to later subscriptions of members, and `forbidden` for teams of others and unknown ones", async () => {
  const other = await site.team(manager);
  await manager.ask("DELETE", `/v1/teams/${other}`);
  const ofOthers = await site.team(member);
  const own = await site.team(manager);
  const wanted = [other, ofOthers, 999_999_999, "unknown", `${own}e0`].map((id) => `team-members/${id}`);
  const client = await watching(live(), manager.token, ...wanted);
  const codes = client.received.flatMap((message) =>
    message.type === "gone" ? [[`${message.view}/${message.key}`, message.code]] : [],
  );
  expect(Object.fromEntries(codes)).toEqual({
    [`team-members/${other}`]: "deleted",
    [`team-members/${ofOthers}`]: "forbidden",
    "team-members/999999999": "forbidden",
    "team-members/unknown": "forbidden",
    [`team-members/${own}e0`]: "forbidden",
  });
});

it("sends the pages of a team after a withdrawal and removes its articles from open pages", async () => {
  const leaving = await site.person("떠남");
  await join(leaving, teamId);
  const client = await watching(live(), manager.token, ...ofTeam());
  await leaving.ask("DELETE", "/v1/members");
  await receives(client, ...ofTeam());
});

it("closes the connections of a session that is logged out, those of documents too, and no others", async () => {
  const person = await site.person("나가는");
  const { handle, uuid } = person;
  const room = subjectRoom(await site.team(person), site.today(), null);
  const leaving = await signIn(site.origin, handle);
  const staying = await signIn(site.origin, handle);
  const page = await watching(live(), leaving.accessToken, `my-teams/${uuid}`);
  const editor = writer({ origin: site.origin, token: leaving.accessToken, room });
  const otherPage = await watching(live(), staying.accessToken, `my-teams/${uuid}`);
  const otherEditor = writer({ origin: site.origin, token: staying.accessToken, room });
  await Promise.all([editor.synced(), otherEditor.synced()]);
  const headers = { authorization: `Bearer ${leaving.accessToken}` };
  await leaving.cookies.fetch(`${site.origin}/api/v1/logout`, { method: "POST", headers });
  expect(await page.closed).toBe(closeCodes.revoked);
  await until(() => expect(editor.closed).toEqual([closeCodes.revoked]));
  await otherPage.roundTrip();
  expect(otherEditor.closed).toEqual([]);
});

it("closes the connections of sessions that an operator revokes and refuses their tokens, and no others", async () => {
  const person = await site.person("막힌");
  const { uuid, token } = person;
  const room = subjectRoom(await site.team(person), site.today(), null);
  const page = await watching(live(), token, `my-teams/${uuid}`);
  const otherPage = await watching(live(), member.token, `my-teams/${member.uuid}`);
  const editor = writer({ origin: site.origin, token, room });
  await editor.synced();
  await operateOn(site.databaseUrl, ["sessions", "revoke", "--member", uuid], { env: site.logSettings });
  expect(await page.closed).toBe(closeCodes.revoked);
  await until(() => expect(editor.closed).toEqual([closeCodes.revoked]));
  expect((await person.ask("GET", "/v1/members/info")).body.message).toBe(refusals["bad-token"].message);
  await otherPage.roundTrip();
  expect((await member.ask("GET", "/v1/members/info")).status).toBe(200);
});

it("ends a session also for a client that does not send its refresh token at the logout", async () => {
  const { handle, uuid } = await site.person("혼자");
  const leaving = await signIn(site.origin, handle);
  const staying = await signIn(site.origin, handle);
  const page = await watching(live(), leaving.accessToken, `my-teams/${uuid}`);
  const headers = { authorization: `Bearer ${leaving.accessToken}` };
  expect((await fetch(`${site.origin}/api/v1/logout`, { method: "POST", headers })).status).toBe(200);
  expect(await page.closed).toBe(closeCodes.revoked);
  const renewed = ({ cookies }: typeof leaving) =>
    cookies.fetch(`${site.origin}/api/v1/reissue`, { method: "POST" });
  expect((await renewed(leaving)).status).toBe(401);
  expect((await renewed(staying)).status).toBe(200);
});
