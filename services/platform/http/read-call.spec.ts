import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { postArticle } from "#contracts/article/api";
import { putDraft } from "#contracts/drafts/api";
import { Refused } from "#contracts/errors";
import { getMyTeams } from "#contracts/membership/api";
import { budgetOf, leftOf } from "../../event-store/time-budget.ts";
import { sanitiseBody } from "../html/html.ts";
import { serve } from "./http.ts";
import type { HttpDeps } from "./http-deps.ts";
import { route } from "./route.ts";

const member = "0f6f2a52-6a7c-4a0e-9a86-0d2f6a5b1c11";
/** What happened, in order. */
let happened: string[] = [];
let spent: [kind: string, key: string, amount: number][] = [];
let spendingsAtMost = Number.POSITIVE_INFINITY;
let isWritable = true;
const budgetMs = 6000;
/**
 * Time that each part of a call waits for the event store, on a clock that runs faster by this factor (milliseconds).
 */
let partMs = 0;
let late = 0;
/** Time that the handler may still wait. */
let left = 0;
/** What each call may wait, and what the database does not answer. */
let waitMs = budgetMs;
let frozen = "";
const answerOf = (what: string) => (frozen === what ? new Promise<never>(() => {}) : undefined);

const articles = route(
  postArticle,
  async ({ body }) => {
    left = leftOf(budgetMs);
    happened.push(`handled for ${body.teamId}`);
    return { data: { articleId: 7 } };
  },
  async ({ body }) => {
    late += partMs;
    happened.push(`permission in ${body.teamId}`);
    if (body.teamId !== 3) throw new Refused("author-not-in-team");
  },
);

const teams = route(getMyTeams, async () => {
  await answerOf("a query");
  happened.push("looked up");
  return { data: [] };
});

const drafts = route(putDraft, async () => ({ data: { draftRevision: 0 } }));

const deps: HttpDeps = {
  async authenticate(authorization) {
    await answerOf("the sign-in");
    late += partMs;
    return authorization ? { kind: "member", uuid: member, hasProfile: true } : { kind: "visitor" };
  },
  readPicture: async (_, { permit }) => {
    await permit();
    happened.push("picture");
    return { url: "/images/00/00.png" };
  },
  sanitise: async (html, options) => {
    if (html.length > 1000) happened.push("sanitised");
    return sanitiseBody(html, options);
  },
  progress: {
    reached: () => "5",
    async waitFor(checkpoint) {
      happened.push(`waited for ${checkpoint}`);
      if (checkpoint === "nonsense") throw new Error("no checkpoint of this store");
      return true;
    },
    onAdvance: () => () => {},
  },
  origin: "http://localhost",
  now: () => new Date(),
  digestKey: Buffer.alloc(32),
  observe: () => {},
  logError: () => {},
  assertReadable: () => {},
  async assertWritable() {
    late += partMs;
    if (!isWritable) throw new Refused("overload");
  },
  spend(kind, key, amount) {
    spent.push([kind, key, amount]);
    if (spent.length > spendingsAtMost) throw new Refused("too-many-requests", { retryAfter: 7 });
  },
  timeBudget: () => budgetOf(waitMs),
};

const { answerDirectly } = serve([articles, teams, drafts], deps, () => {});
const server = createServer((request, response) => {
  if (!answerDirectly(request, response)) response.writeHead(404).end();
});

beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => server.close());
beforeEach(() => {
  happened = [];
  spent = [];
  spendingsAtMost = Number.POSITIVE_INFINITY;
  isWritable = true;
  partMs = 0;
});

async function post(fields: Record<string, string | Blob>, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/articles`, {
    method: "POST",
    headers: { authorization: "Bearer of-a-member", ...headers },
    body,
  });
  return answer.status;
}

const right = { teamId: "3", articleTitle: "오늘의 풀이", articleBody: "<p>풀었다</p>" };

it("checks the permission before it sanitises a long body, and after it has checked the fields", async () => {
  const articleBody = `<p>${"가".repeat(30_000)}</p>`;
  expect(await post({ ...right, teamId: "4", articleBody, articleTitle: "" })).toBe(400);
  happened = [];
  expect(await post({ ...right, teamId: "4", articleBody })).toBe(403);
  expect(happened).toEqual(["permission in 4"]);
  happened = [];
  expect(await post({ ...right, articleBody })).toBe(postArticle.status);
  expect(happened).toEqual(["permission in 3", "sanitised", "handled for 3"]);
});

it("checks the permission before it decodes a picture", async () => {
  expect(await post({ ...right, teamId: "4", image: new Blob(["a picture"]) })).toBe(403);
  expect(happened).toEqual(["permission in 4"]);
});

it("counts a write of a member before anything is read, and the bytes of texts and picture", async () => {
  expect(await post({ ...right, image: new Blob(["12345"]) })).toBe(postArticle.status);
  const bytes = Buffer.byteLength([...Object.values(right), "12345"].join(""));
  expect(spent).toEqual([
    ["writes", member, 1],
    ["bytes", member, bytes],
  ]);
  spent = [];
  expect(await post(right, { authorization: "" })).toBe(401);
  expect(spent).toEqual([]);
});

it("counts the bytes of drafts separately, so that hours of writing do not block a post", async () => {
  const texts = { title: "초안", category: null, contact: "", html: "<p>쓰는 중</p>", postId: null };
  const { port } = server.address() as AddressInfo;
  const path = `/api/v1/drafts/recruitment-new/${crypto.randomUUID()}`;
  await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "PUT",
    headers: { authorization: "Bearer of-a-member", "content-type": "application/json" },
    body: JSON.stringify({ ...texts, revision: null, at: 1 }),
  });
  expect(spent.map(([kind]) => kind)).toEqual(["writes", "draft-bytes"]);
});

it("counts the declared bytes of a large request once, before it is read", async () => {
  expect(await post({ ...right, articleBody: `<p>${"가".repeat(30_000)}</p>` })).toBe(201);
  expect(spent).toEqual([
    ["writes", member, 1],
    ["bytes", member, expect.any(Number)],
  ]);
  expect(spent[1]?.[2]).toBeGreaterThan(90_000);
  spendingsAtMost = 1;
  spent = [];
  expect(await post({ ...right, articleBody: "가".repeat(400_000) })).toBe(429);
});

it("refuses a member's writes above a quota with 429 and Retry-After, before any work", async () => {
  for (spendingsAtMost of [0, 1]) {
    happened = [];
    spent = [];
    expect(await post({ ...right, articleTitle: "" })).toBe(429);
    expect(happened).toEqual([]);
  }
});

it("refuses a command whose result could not be stored before anything else", async () => {
  isWritable = false;
  expect(await post({ ...right, teamId: "4", articleBody: `<p>${"가".repeat(30_000)}</p>` })).toBe(503);
  expect(await post({ ...right, articleTitle: "" })).toBe(400);
  expect(await post(right)).toBe(503);
  expect(happened).toEqual([]);
});

it("lets all parts of a call wait for the event store within one budget", async () => {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + late);
  partMs = 1000;
  expect(await post({ ...right, articleBody: `<p>${"가".repeat(30_000)}</p>` })).toBe(201);
  clock.mockRestore();
  // Authentication, the check for writability and the permission have taken a second each.
  expect(left).toBeGreaterThan(2000);
  expect(left).toBeLessThanOrEqual(3000);
});

it.each(["the sign-in", "a query"])(
  "refuses a query within its budget if the database does not answer %s",
  async (what) => {
    onTestFinished(() => {
      waitMs = budgetMs;
      frozen = "";
    });
    waitMs = 50;
    frozen = what;
    const { port } = server.address() as AddressInfo;
    const authorization = "Bearer of-a-member";
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/api/v1/teams/my-page`, {
      headers: { authorization },
    });
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  },
);

it("runs a query once the read models have reached the caller's checkpoint", async () => {
  const { port } = server.address() as AddressInfo;
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/api/v1/teams/my-page`, {
      headers: { authorization: "Bearer of-a-member", ...headers },
    });
  const answers = [
    await ask({ "x-after-checkpoint": "4" }),
    await ask({ "x-after-checkpoint": "nonsense" }),
    await ask({}),
  ];
  expect(happened).toEqual([
    ...["waited for 4", "looked up"],
    ...["waited for nonsense", "looked up"],
    "looked up",
  ]);
  for (const { status, headers } of answers)
    expect([status, headers.get("x-checkpoint")]).toEqual([200, "5"]);
});
