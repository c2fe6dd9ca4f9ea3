import { seoulDate } from "#contracts/dates";
import { limits } from "#contracts/limits";
import { readArticlesByDate } from "#projections/team-articles";
import { memberOf } from "../support/request.ts";
import { signIn } from "../support/sign-in.ts";
import { besideBareServer, type Read } from "./beside-bare.ts";
import { type Caller, callerWith, teamForm } from "./caller.ts";
import type { Figures } from "./figures.ts";
import { settled, withSystem } from "./set-up.ts";
import { median, quantile } from "./statistics.ts";

/** Other members besides the team, so that the tables are not empty. */
const plan = { teams: 200, members: 2000, days: 10 };
const members = 20;
const lines = 40;
const warmUp = 100;
const asked = 400;
const barMs = 60;
const barOpening = 1.5;

/**
 * The discussion of an article with 200 comments, one call after the other; what is fetched to open it beside one without
 * comments, in turns; and the articles of a day with both options on,
 * as a member reads them (spec/discussion.md §7.8).
 */
export async function benchDiscussion({ atMost, atLeast, note, remark }: Figures): Promise<void> {
  await withSystem(plan, async ({ databaseUrl, seeded, storage, start }) => {
    remark(`${seeded.events} events, team of ${members}`);
    const system = await start({ env: { WRITES_PER_MINUTE: "1000000" } });
    await settled(system.origin, storage);
    const { reader, token, teamId, articleId, quietId } = await prepare(system.origin);
    await settled(system.origin, storage);
    const path = `/v1/articles/${articleId}/discussion`;
    const { data } = await reader.call("GET", path);
    if (data.comments !== limits.comments) throw new Error(`${data.comments} comments`);
    remark(`${data.threads.length} threads, answer of ${JSON.stringify(data).length} bytes`);
    const times: number[] = [];
    for (let round = -warmUp; round < asked; round += 1) {
      const began = performance.now();
      await reader.call("GET", path);
      if (round >= 0) times.push(performance.now() - began);
    }
    const what = `discussion of ${limits.comments} comments`;
    atMost(barMs, { what: `${what}, p95`, value: quantile(times, 0.95), unit: "ms" });
    note({ what: `${what}, p50`, value: median(times), unit: "ms" });

    const now = new Date();
    await openings(reader, { teamId, date: seoulDate(now) }, [articleId, quietId], (discussed, quiet) => {
      const what = `opening an article of ${limits.comments} comments beside none, p50`;
      atMost(barOpening, { what, value: discussed, unit: "ms", limit: quiet });
    });

    const day = { teamId, date: seoulDate(now), size: limits.articlePageSize };
    const pages = Array.from({ length: Math.ceil(members / day.size) }, (_, page): Read => {
      const asking = { ...day, page, memberId: memberOf(token) };
      return {
        path: `/api/v1/articles/${teamId}/by-date?date=${day.date}&page=${page}`,
        // Only statements are collected: the rows may stay encrypted.
        run: (db) => readArticlesByDate({ db, decryptTexts: async () => [], now: () => now }, asking),
      };
    });
    const reads = { "by-date with both options": pages };
    await besideBareServer({ databaseUrl, system, token }, reads, (read, { own, limit, ratio }) => {
      const besides = { limit: limit.perCpuSecond, ratio };
      atLeast(0.6, { what: read, value: own.perCpuSecond, unit: "requests/CPU-s", ...besides });
      note({ what: `${read}, p99`, value: own.p99, unit: "ms", limit: limit.p99 });
    });
  });
}

/** Calls back with the median milliseconds of all calls that open each of two articles: those of the day and the discussion. */
async function openings(
  reader: Caller,
  { teamId, date }: { readonly teamId: number; readonly date: string },
  articleIds: readonly [number, number],
  found: (first: number, second: number) => void,
): Promise<void> {
  const [year, month] = date.split("-").map(Number);
  const ofDay = [
    `/v1/teams/${teamId}/team-page?year=${year}&month=${month}`,
    `/v1/articles/${teamId}/by-date?date=${date}`,
    `/v1/articles/teams/${teamId}/subjects?date=${date}`,
  ];
  const times = new Map(articleIds.map((articleId) => [articleId, [] as number[]]));
  for (let round = -warmUp; round < asked; round += 1)
    for (const articleId of articleIds) {
      const began = performance.now();
      const paths = [...ofDay, `/v1/articles/${articleId}/discussion`];
      await Promise.all(paths.map((path) => reader.call("GET", path)));
      if (round >= 0) times.get(articleId)?.push(performance.now() - began);
    }
  const [first, second] = articleIds.map((articleId) => median(times.get(articleId) ?? []));
  found(first as number, second as number);
}

/**
 * A team with both options on, an article of each member today, one that is discussed to the limit, and one that nobody
 * has commented.
 */
async function prepare(origin: string) {
  const tokens: string[] = [];
  for (let n = 0; n < members; n += 1) tokens.push((await signIn(origin, `discussing-${n}`)).accessToken);
  const callers = tokens.map((token) => callerWith(origin, token));
  const [founder] = callers as [Caller];
  for (const [n, caller] of callers.entries())
    await caller.call("POST", "/v1/members", {
      form: { memberName: `다람쥐 ${n}`, memberExplain: "매일 한 문제" },
    });
  const { teamId } = (await founder.call("POST", "/v1/teams", { form: teamForm("아침반") })).data;
  const joining = { json: { password: teamForm("").password } };
  for (const caller of callers.slice(1)) await caller.call("POST", `/v1/teams/${teamId}/join`, joining);
  const options = { json: { reviewPartner: true, solveFirst: true } };
  await founder.call("PUT", `/v1/teams/${teamId}/discussion-options`, options);
  const problem = {
    articleTitle: "오늘의 문제",
    articleBody: "<p>풀어 보세요</p>",
    articleCategory: "스터디",
  };
  const form = { ...problem, selectedDate: seoulDate(new Date()) };
  await founder.call("POST", `/v1/articles/teams/${teamId}/subjects`, { form });
  const code = Array.from({ length: lines }, (_, n) => `    line_${n} = solve(${n})`).join("\n");
  const articleIds: number[] = [];
  for (const caller of callers) {
    const text = { articleTitle: "오늘의 풀이", articleBody: `<p>풀이예요</p><pre>${code}</pre>` };
    const { data } = await caller.call("POST", "/v1/articles", { form: { teamId: String(teamId), ...text } });
    articleIds.push(data.articleId);
  }
  const [articleId] = articleIds as [number];
  await discuss(articleId, callers, limits.comments, tokens.map(memberOf));
  for (const [n, other] of articleIds.slice(1, -1).entries())
    await discuss(other, callers.slice(n % 10), 3, []);
  for (const [n, each] of articleIds.entries())
    for (const caller of callers.slice(0, 5).filter((_, other) => other !== n))
      await caller.call("PUT", `/v1/articles/${each}/acknowledgement`, { json: { acknowledged: true } });
  return {
    reader: callers[1] as Caller,
    token: tokens[1] as string,
    teamId: teamId as number,
    articleId,
    quietId: articleIds.at(-1) as number,
  };
}

/** Comments in turn: every fourth begins a thread at lines of the code, the others answer in it. */
async function discuss(
  articleId: number,
  writers: readonly Caller[],
  count: number,
  named: readonly string[],
) {
  let threadId = 0;
  for (let n = 0; n < count; n += 1) {
    const writer = writers[n % writers.length] as Caller;
    const mention = named.length === 0 ? "" : `@{${named[(n + 3) % named.length]}} `;
    const text = `${mention}여기서 \`seen\`에 방향까지 넣은 이유가 궁금해요. 넣지 않아도 같은 칸을 두 번 지나지 않을 것 같아요. ${n}`;
    const fromLine = 1 + (n % (lines - 3));
    const place =
      n % 4 === 0
        ? { anchor: { articleRevision: 1, codeBlock: 0, fromLine, toLine: fromLine + 2 } }
        : { threadId };
    const { data } = await writer.call("POST", `/v1/articles/${articleId}/comments`, {
      json: { text, ...place },
    });
    threadId = data.threadId;
  }
}
