import { seoulDate } from "#contracts/dates";
import { type Caller, newCaller, teamForm } from "./caller.ts";
import type { Figures } from "./figures.ts";
import { settled, withSystem } from "./set-up.ts";
import { median, quantile } from "./statistics.ts";

/** Other members besides these teams, so that the tables are not empty. */
const plan = { teams: 200, members: 2000, days: 10 };
const teams = 20;
const others = 5;
const warmUp = 100;
const asked = 400;
const barMs = 40;

/**
 * `members/today` of a member of 20 teams over HTTP, one call after the other: each team with a problem of the day, six
 * writers, own articles, and news from the last two weeks (spec/daily-use.md §11.11).
 */
export async function benchToday({ atMost, note, remark }: Figures): Promise<void> {
  await withSystem(plan, async ({ seeded, storage, start }) => {
    remark(`${seeded.events} events, member of ${teams} teams`);
    const server = await start({ env: { WRITES_PER_MINUTE: "1000000" } });
    await settled(server.origin, storage);
    const member = await prepare(server.origin);
    const since = new Date(Date.now() - 13 * 86_400_000).toISOString();
    const path = `/v1/members/today?since=${encodeURIComponent(since)}`;
    const { data } = await member.call("GET", path);
    remark(`answer of ${JSON.stringify(data).length} bytes, ${data.news.length} news`);
    if (data.teams.length !== teams) throw new Error(`${data.teams.length} teams instead of ${teams}`);
    const times: number[] = [];
    for (let round = -warmUp; round < asked; round += 1) {
      const began = performance.now();
      await member.call("GET", path);
      if (round >= 0) times.push(performance.now() - began);
    }
    atMost(barMs, { what: `today of ${teams} teams, p95`, value: quantile(times, 0.95), unit: "ms" });
    note({ what: `today of ${teams} teams, p50`, value: median(times), unit: "ms" });
  });
}

/** The member, in teams that have had a busy day. */
async function prepare(origin: string): Promise<Caller> {
  const member = await newCaller(origin, "고슴도치");
  const writers: Caller[] = [];
  for (let n = 0; n < others; n += 1) writers.push(await newCaller(origin, `다람쥐 ${n}`));
  const [founder] = writers as [Caller];
  for (let n = 0; n < teams; n += 1) {
    const { teamId } = (await founder.call("POST", "/v1/teams", { form: teamForm(`아침반 ${n}`) })).data;
    const joining = { json: { password: teamForm("").password } };
    for (const caller of [member, ...writers.slice(1)])
      await caller.call("POST", `/v1/teams/${teamId}/join`, joining);
    const problem = { articleTitle: "오늘의 문제", articleBody: "<p>풀어 보세요</p>" };
    const form = { ...problem, articleCategory: "스터디", selectedDate: seoulDate(new Date()) };
    await founder.call("POST", `/v1/articles/teams/${teamId}/subjects`, { form });
    for (const caller of [member, ...writers])
      await caller.call("POST", "/v1/articles", {
        form: { teamId: String(teamId), articleTitle: "오늘의 풀이", articleBody: "<p>글</p>" },
      });
  }
  return member;
}
