import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { expect } from "vitest";
import { openPage } from "#tests/live/page";
import { articleTitles } from "#tests/support/article-titles";
import { type Answer as Answered, type Asked, memberOf, request } from "#tests/support/request";
import { usualSecretKey } from "#tests/support/server-process";
import { signIn } from "#tests/support/sign-in";
import { until } from "#tests/support/until";

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly data: unknown;
  /** The sentence of the response; undefined in an empty one. */
  readonly message: string | undefined;
}

export interface Person {
  readonly uuid: string;
  readonly accessToken: string;
  /** Calls `/api/v1/…` with its own idempotency key, at the process of the sign-in or at another one. */
  ask(method: string, path: string, asked?: Asked & { readonly at?: string }): Promise<Answered>;
}

export const team = { teamName: "아침반", topic: "스터디", memberLimit: "10", password: "4821" };

/** A member with a profile at a server process, which may be down at times. */
export async function personAt(origin: () => string, handle: string, profile: Asked["form"] = {}) {
  const { accessToken, refreshToken, cookies } = await signIn(origin(), handle);
  const named = { memberName: handle.slice(0, 10), ...profile };
  return { ...(await personWith(origin, accessToken, named)), refreshToken, cookies };
}

/** The same for a member who has signed in already. */
export async function personWith(
  origin: () => string,
  accessToken: string,
  profile: Asked["form"] = {},
): Promise<Person> {
  const ask: Person["ask"] = (method, path, { at = origin(), headers, ...asked } = {}) =>
    request(`${at}/api/v1/${path}`, method, {
      // Far above the server's own timeout: a call that hangs is a fault.
      signal: AbortSignal.timeout(60_000),
      headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": randomUUID(), ...headers },
      ...asked,
    });
  await ask("POST", "members", { form: { memberName: "도토리", memberExplain: "소개", ...profile } });
  return { uuid: memberOf(accessToken), accessToken, ask };
}

export interface Writer {
  readonly teamId: number;
  ask(method: string, path: string, fields?: Record<string, string>, key?: string): Promise<Answer>;
  post(title: string, key: string): Promise<Answer>;
  /** Responses to articles that were not accepted. */
  readonly refusals: readonly Answer[];
  /** Posts with one key until the server has accepted it, as a browser does. */
  postUntilTaken(title: string): Promise<void>;
}

/** A member with a team who writes articles at a server that may be down at times. */
export const writerAt = async (origin: () => string, handle = "dotori"): Promise<Writer> =>
  writerWith(origin, (await signIn(origin(), handle)).accessToken);

/** The same for a member who has signed in already. */
export async function writerWith(origin: () => string, accessToken: string): Promise<Writer> {
  const person = await personWith(origin, accessToken);
  const ask: Writer["ask"] = async (method, path, form, key = randomUUID()) => {
    const headers = { "idempotency-key": key };
    const { status, headers: answered, body } = await person.ask(method, path, form ? { form, headers } : {});
    // An empty response is identified by its status.
    const { data, message } = body ?? {};
    return { status, retryAfter: answered.get("retry-after"), data, message };
  };
  const { teamId } = (await ask("POST", "teams", team)).data as { teamId: number };
  const post: Writer["post"] = (title, key) =>
    ask("POST", "articles", { teamId: String(teamId), articleTitle: title, articleBody: "<p>글</p>" }, key);
  const refusals: Answer[] = [];
  return {
    teamId,
    ask,
    post,
    refusals,
    async postUntilTaken(title) {
      const key = randomUUID();
      await until(async () => {
        const answer = await post(title, key);
        if (answer.status !== 201) refusals.push(answer);
        expect(answer.status).toBe(201);
      });
    },
  };
}

/** Every refusal reports an outage of the server and when to retry. */
export function expectOutages({ refusals }: Pick<Writer, "refusals">): void {
  for (const { status, retryAfter } of refusals)
    expect({ status, mayRetry: Number(retryAfter) > 0 }).toEqual({ status: 503, mayRetry: true });
}

/**
 * Writes `count` articles, eight at a time, and calls `disturb` repeatedly meanwhile, each time after a few more
 * articles. Returns their titles.
 */
export async function writeWhile(
  writer: Writer,
  { count, times, name }: { count: number; times: number; name: string },
  disturb: (round: number) => unknown,
): Promise<string[]> {
  const titles = Array.from({ length: count }, (_, index) => `${name} ${String(index).padStart(4, "0")}`);
  const waiting = [...titles];
  let taken = 0;
  const writers = Array.from({ length: 8 }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await writer.postUntilTaken(next);
      taken += 1;
    }
  });
  const step = Math.floor(count / (times + 2));
  const disturbing = (async () => {
    for (let round = 1; round <= times; round += 1) {
      await until(() => expect(taken).toBeGreaterThanOrEqual(round * step));
      await disturb(round);
    }
  })();
  await Promise.all([...writers, disturbing]);
  return titles;
}

/** Waits until the read models contain exactly these articles. */
export const expectArticles = (pool: pg.Pool, titles: readonly string[], message?: string): Promise<void> =>
  until(async () => {
    const kept = await articleTitles(pool, usualSecretKey);
    expect(kept.sort(), message).toEqual([...titles].sort());
  });

/** A connected page that watches the articles of a team. */
export async function watchArticles(origin: string, teamId: number) {
  const channel = `team-articles/${teamId}`;
  const page = openPage(`${origin.replace("http", "ws")}/live`);
  page.watch(channel);
  await until(() => expect(page.state()).toBe("open"));
  return {
    page,
    /** Waits until the page receives the channel's name, not counting the first messages. */
    expectNamed: (after = 0) => until(() => expect(page.received.slice(after)).toContain(channel)),
  };
}

/**
 * Runs `act` during other work, which continues afterwards. The first error of that work ends it immediately, so that
 * it is reported instead of its consequences.
 */
export const beside = <T>(working: Promise<unknown>, act: () => Promise<T>): Promise<T> =>
  Promise.race([act(), working.then(() => new Promise<never>(() => {}))]);

/**
 * Calls at a rate per second, several concurrently, until it is over, and catches up after delays. Returns the number
 * and the achieved rate.
 */
export async function atRate(perSecond: number, isOver: () => boolean, call: () => Promise<unknown>) {
  const began = performance.now();
  let calls = 0;
  while (!isOver()) {
    const due = Math.ceil(((performance.now() - began) / 1000) * perSecond) - calls;
    calls += due;
    await Promise.all(Array.from({ length: due }, call));
    await pause(20);
  }
  return { calls, perSecond: (calls * 1000) / (performance.now() - began) };
}
