import { beforeAll, expect, it } from "vitest";
import { named, type RawClient, watching } from "#tests/live/server";
import { until } from "#tests/support/until";
import { changeRole, join, ownSite, type Person } from "./site.ts";

/** spec/discussion.md §4: who gets the names of an article's discussion. */

const [site, manager, writer] = ownSite("방장", "글쓴이");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(manager);
  await join(writer, teamId);
});

const live = () => ({ url: `${site.origin.replace("http", "ws")}/live` });
async function article(of = teamId): Promise<number> {
  const form = { teamId: String(of), articleTitle: "풀이", articleBody: "<p>글</p>" };
  return (await writer.ask("POST", "/v1/articles", { form })).body.data.articleId;
}
async function comment(articleId: number): Promise<void> {
  const answer = await writer.ask("POST", `/v1/articles/${articleId}/comments`, { json: { text: "의견" } });
  expect(answer.status).toBe(201);
}
const endOf = (client: RawClient) => client.received.filter(({ type }) => type === "gone");

it("sends members a new comment, and others only that they may not watch", async () => {
  const articleId = await article();
  const name = `discussion/${articleId}`;
  const outsider = await site.person("바깥");
  const member = await watching(live(), manager.token, name, `team-articles/${teamId}`);
  const others = [await watching(live(), outsider.token, name), await watching(live(), null, name)];
  for (const other of others)
    await until(() => expect(endOf(other)).toEqual([{ type: "gone", ...named(name), code: "forbidden" }]));
  await comment(articleId);
  await until(() =>
    expect(member.names()).toEqual(expect.arrayContaining([name, `team-articles/${teamId}`])),
  );
  for (const other of others) {
    await other.roundTrip();
    expect(other.names()).toEqual([]);
  }
});

it.each(["kick", "leave"] as const)("sends no name of any discussion after a %s", async (how) => {
  const articles = [await article(), await article()];
  const names = articles.map((articleId) => `discussion/${articleId}`);
  const member: Person = await site.person("떠남");
  await join(member, teamId);
  const leaving = await watching(live(), member.token, ...names);
  const staying = await watching(live(), manager.token, ...names);
  if (how === "kick") await changeRole("kick", manager, teamId, member);
  else await member.ask("DELETE", `/v1/teams/${teamId}/members/me`);
  for (const articleId of articles) await comment(articleId);
  await until(() => expect(staying.names()).toEqual(expect.arrayContaining(names)));
  await leaving.roundTrip();
  expect(leaving.names()).toEqual([]);
  expect(endOf(leaving)).toHaveLength(2);
  expect(endOf(leaving)).toEqual(
    expect.arrayContaining(names.map((name) => ({ type: "gone", ...named(name), code: "revoked" }))),
  );
  expect(endOf(staying)).toEqual([]);
});

it("ends the channel of a deleted article, also for late clients, with that reason", async () => {
  const articleId = await article();
  const name = `discussion/${articleId}`;
  const early = await watching(live(), manager.token, name);
  await writer.ask("DELETE", `/v1/articles/${articleId}`);
  const deleted = [{ type: "gone", ...named(name), code: "deleted" }];
  await until(() => expect(endOf(early)).toEqual(deleted));
  const late = await watching(live(), manager.token, name);
  await until(() => expect(endOf(late)).toEqual(deleted));
});

it("sends late clients of a deleted team that its discussions are deleted", async () => {
  const otherTeam = await site.team(writer);
  const name = `discussion/${await article(otherTeam)}`;
  expect((await writer.ask("DELETE", `/v1/teams/${otherTeam}`)).status).toBe(200);
  const late = await watching(live(), writer.token, name);
  await until(() => expect(endOf(late)).toEqual([{ type: "gone", ...named(name), code: "deleted" }]));
});

it("sends the discussions that show a changed name, of a comment or of an acknowledgement", async () => {
  const commented = await article();
  const acknowledged = await article();
  await comment(commented);
  const json = { acknowledged: true };
  expect((await manager.ask("PUT", `/v1/articles/${acknowledged}/acknowledgement`, { json })).status).toBe(
    200,
  );
  for (const [person, articleId] of [
    [writer, commented],
    [manager, acknowledged],
  ] as const) {
    const client = await watching(live(), manager.token, `discussion/${articleId}`);
    await person.ask("PUT", "/v1/members", { form: { memberName: "새이름" } });
    await until(() => expect(client.names()).toContain(`discussion/${articleId}`));
  }
});
