import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { signIn } from "#tests/support/sign-in";
import { personWith, team } from "./person.ts";

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly data: unknown;
}

export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 50 }) as Promise<T>;

export interface Writer {
  readonly teamId: number;
  ask(method: string, path: string, fields?: Record<string, string>, key?: string): Promise<Answer>;
  post(title: string, key: string): Promise<Answer>;
  /** What articles were answered with instead of being taken. */
  readonly refusals: readonly Answer[];
  /** Posts with one key until the server has taken it, as a browser does. */
  postUntilTaken(title: string): Promise<void>;
}

/** A member with a team who writes articles at a server that may be away at times. */
export const writerAt = async (origin: () => string, handle = "dotori"): Promise<Writer> =>
  writerWith(origin, (await signIn(origin(), handle)).accessToken);

/** The same for a member who has signed in already. */
export async function writerWith(origin: () => string, accessToken: string): Promise<Writer> {
  const person = await personWith(origin, accessToken);
  const ask: Writer["ask"] = async (method, path, form, key = randomUUID()) => {
    const headers = { "idempotency-key": key };
    const { status, headers: answered, body } = await person.ask(method, path, form ? { form, headers } : {});
    // An empty answer is told by its status.
    return { status, retryAfter: answered.get("retry-after"), data: body?.data };
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

/** Every refusal says that it is the server's trouble and when to come again. */
export function expectOutages({ refusals }: Pick<Writer, "refusals">): void {
  for (const { status, retryAfter } of refusals)
    expect({ status, mayRetry: Number(retryAfter) > 0 }).toEqual({ status: 503, mayRetry: true });
}

/**
 * Writes `count` articles, eight at a time, and calls `disturb` again and again meanwhile, each time a few articles
 * further on. Returns their titles.
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
