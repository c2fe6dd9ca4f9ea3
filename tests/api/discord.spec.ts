import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type DiscordService, startDiscordService, throttled } from "#tests/discord-service/discord-service";
import { findEverywhere } from "./database-search.ts";
import { announce, inboxOf, notificationSettler, postSubject } from "./inboxes.ts";
import { changeRole, join, ownSiteWith, type Person, refusal, said } from "./site.ts";

/** spec/rhythm.md rule 11, from a call to the message. */

let service: DiscordService;
beforeAll(async () => {
  service = await startDiscordService();
  return () => service.close();
});
const [site, dotori, bamtol, hodu] = ownSiteWith(
  () => ({ DISCORD_ORIGIN: service.origin }),
  ...["도토리", "밤톨", "호두"],
);
let settled: () => Promise<void>;
beforeAll(async () => {
  settled = await notificationSettler(site);
});

/** 도토리 and 밤톨 manage it, 호두 is a member. */
let teamId: number;
beforeEach(async () => {
  service.answerBy(undefined);
  teamId = await site.team(dotori, { teamName: "새벽_네시반" });
  for (const person of [bamtol, hodu]) await join(person, teamId);
  await changeRole("promote", dotori, teamId, bamtol);
});
const link = (person: Pick<Person, "ask">, address: string) =>
  person.ask("PUT", `/v1/teams/${teamId}/discord`, { json: { address } });
const unlink = (person: Pick<Person, "ask">) => person.ask("DELETE", `/v1/teams/${teamId}/discord`);
const test = (person: Pick<Person, "ask">) => person.ask("POST", `/v1/teams/${teamId}/discord/test`);
async function linked(person: Pick<Person, "ask"> = dotori) {
  const webhook = service.webhook();
  expect(said(await link(person, webhook.address))).toBe("200 Discord와 연결했습니다.");
  return {
    ...webhook,
    texts: () => service.received.filter((one) => one.webhook === webhook.id).map(({ content }) => content),
  };
}
const events = async () =>
  (await site.storedEvents())
    .filter(({ stream, type }) => stream === `team-${teamId}` && type.startsWith("Discord"))
    .map(({ type, data }) => [type, JSON.parse(data)] as const)
    .sort(([one], [other]) => one.localeCompare(other));
/** Deliveries of the team as `target state result`, once none waits. */
const ended = (...expected: string[]) =>
  vi.waitFor(async () => {
    const rows = await site.query<{ said: string }>(
      "SELECT concat_ws(' ', target, state, result) AS said FROM delivery WHERE team_id = $1 AND channel = 'discord' ORDER BY 1",
      [teamId],
    );
    expect(rows.map((row) => row.said)).toEqual(expected);
  });

describe("linking", () => {
  it("is for managers, checked in the order of the specification, and repeated without an event", async () => {
    const { address, id, token } = service.webhook();
    expect(said(await link(hodu, "nonsense"))).toBe(refusal("not-a-manager"));
    expect(said(await link(dotori, "https://discord.com.evil.example/api/webhooks/1/x"))).toBe(
      refusal("not-a-discord-address"),
    );
    const missing = await dotori.ask("PUT", "/v1/teams/999999/discord", { json: { address } });
    expect(said(missing)).toBe(refusal("team-not-found"));
    expect(said(await unlink(dotori))).toBe("200 연결을 끊었습니다.");
    expect(await events()).toEqual([]);
    for (const one of [address, address.replace("discord.com", "discordapp.com"), ` ${address} `])
      expect(said(await link(bamtol, one))).toBe("200 Discord와 연결했습니다.");
    expect(said(await unlink(hodu))).toBe(refusal("not-a-manager"));
    expect(said(await unlink(dotori))).toBe("200 연결을 끊었습니다.");
    expect(said(await unlink(dotori))).toBe("200 연결을 끊었습니다.");
    expect(await events()).toEqual([
      ["DiscordLinked", { teamId, address: expect.stringMatching(/^v1\./), linkedBy: bamtol.uuid }],
      ["DiscordUnlinked", { teamId, because: "manager", unlinkedBy: dotori.uuid }],
    ]);
    expect(await findEverywhere(site, [token, id])).toEqual([]);
  });
});

it("a member links twenty webhooks in an hour, in all teams together", async () => {
  const busy = await site.person("바쁨");
  const teams = [await site.team(busy), await site.team(busy)];
  const answers: string[] = [];
  // They may begin in one hour and continue in the next.
  while (answers.at(-1) !== refusal("too-many-requests") && answers.length < 80) {
    const json = { address: service.webhook().address };
    const put = () => busy.ask("PUT", `/v1/teams/${teams[answers.length % 2]}/discord`, { json });
    const answer = await put();
    if (answer.status === 200) expect((await put()).status).toBe(200);
    answers.push(said(answer));
  }
  expect(answers.at(-1)).toBe(refusal("too-many-requests"));
  expect(answers.length).toBeGreaterThan(20);
});

describe("a test message", () => {
  it("is sent at once, five times in ten minutes, by managers of a team with a webhook", async () => {
    expect(said(await test(dotori))).toBe(refusal("not-a-discord-address"));
    const { texts } = await linked();
    expect(said(await test(hodu))).toBe(refusal("not-a-manager"));
    for (let n = 0; n < 5; n += 1)
      expect(said(await test(n % 2 === 0 ? dotori : bamtol))).toBe("200 시험 메시지를 보냈습니다.");
    expect(texts()).toEqual(Array.from({ length: 5 }, () => "알고모임의 시험 메시지예요."));
    expect(said(await test(dotori))).toBe(refusal("too-many-requests"));
    expect(texts()).toHaveLength(5);
  });

  it("says when Discord cannot be reached, and keeps the link", async () => {
    await linked();
    service.answerBy(() => "cut");
    expect(said(await test(dotori))).toBe(refusal("overload"));
    service.answerBy(() => throttled(1.5));
    expect(said(await test(dotori))).toBe(refusal("overload"));
    expect(await events()).toHaveLength(1);
  });

  it("to a webhook that is gone unlinks it and tells all managers, nobody else", async () => {
    const { id } = await linked();
    service.end(id);
    expect(said(await test(dotori))).toBe(refusal("not-a-discord-address"));
    expect(said(await test(dotori))).toBe(refusal("not-a-discord-address"));
    expect(service.requests.filter((one) => one === id)).toHaveLength(1);
    expect((await events()).at(-1)).toEqual([
      "DiscordUnlinked",
      { teamId, because: "refused", unlinkedBy: null },
    ]);
    await settled();
    for (const manager of [dotori, bamtol])
      expect((await inboxOf(manager)).content[0]).toMatchObject({
        kind: "DISCORD_STOPPED",
        group: "TEAM",
        text: "내 팀 새벽_네시반의 Discord 연결이 끊겼어요.",
        link: `/team-setting/promise/${teamId}`,
        actors: [],
      });
    expect((await inboxOf(hodu)).content.map(({ kind }) => kind)).not.toContain("DISCORD_STOPPED");
  });
});

it("the address is in no answer, metric or stored text", async () => {
  const { token, address } = await linked();
  await test(dotori);
  const metrics = await (await fetch(`${site.origin}/metrics`)).text();
  expect(metrics).toContain('algomoim_deliveries_total{channel="discord"');
  for (const text of [metrics, JSON.stringify((await test(dotori)).body)]) expect(text).not.toContain(token);
  expect(await findEverywhere(site, [token, address])).toEqual([]);
});

describe("messages", () => {
  it("tell of the day's problem and a changed announcement, each once, and nothing that members wrote", async () => {
    const { texts } = await linked();
    await postSubject(dotori, teamId, site.today());
    await ended(`problem ${site.today()} sent`);
    for (const text of ["비밀 공지", "비밀 공지 2"]) await announce(bamtol, teamId, text);
    await ended("announcement due", `problem ${site.today()} sent`);
    site.advance(15_000);
    await ended("announcement sent", `problem ${site.today()} sent`);
    const page = `${site.origin}/team-dashboard/${teamId}`;
    expect(texts()).toEqual([
      `오늘의 문제: 문제\n${page}?date=${site.today()}&show=subject`,
      `공지가 바뀌었어요.\n${page}`,
    ]);
  });

  it("to a webhook that is gone unlink it and tell the managers", async () => {
    const { id } = await linked();
    service.end(id);
    await postSubject(dotori, teamId, site.today());
    await ended(`problem ${site.today()} dropped gone`);
    await settled();
    for (const manager of [dotori, bamtol])
      expect((await inboxOf(manager)).content.map(({ kind }) => kind)).toContain("DISCORD_STOPPED");
    expect((await events()).map(([type]) => type)).toEqual(["DiscordLinked", "DiscordUnlinked"]);
  });

  it("have on Monday at 08:00 the articles of the past week, by their dates, without deleted ones", async () => {
    // The server's clock begins at a noon; members write on the Sunday before the next Monday.
    const daysToSunday = (7 - new Date(site.today()).getUTCDay()) % 7;
    site.advance(daysToSunday * 86_400_000);
    const one = await site.again(dotori);
    const two = await site.again(hodu);
    const { texts, address } = await linked(one);
    const form = { teamId: String(teamId), articleTitle: "풀이", articleBody: "<p>글</p>" };
    const write = async (person: Person) =>
      (await person.ask("POST", "/v1/articles", { form })).body.data.articleId as number;
    for (const person of [one, one, two]) await write(person);
    const deleted = await write(two);
    expect((await two.ask("DELETE", `/v1/articles/${deleted}`)).status).toBe(200);
    const sunday = site.today();
    site.advance(20 * 3_600_000);
    await vi.waitFor(() => expect(texts()).toHaveLength(1));
    expect(new Date(sunday).getUTCDay()).toBe(0);
    expect(texts()).toEqual(["지난주 새벽\\_네시반: 2명이 3개의 글을 썼어요."]);
    expect(await findEverywhere(site, [address])).toEqual([]);
  });
});
