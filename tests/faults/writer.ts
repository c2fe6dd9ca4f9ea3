import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { envelopeOf } from "#tests/support/envelope";
import { signIn } from "#tests/support/sign-in";

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

/** Somebody with a profile and a team who writes articles at a server that may be away at times. */
export async function writerAt(origin: () => string, handle = "dotori"): Promise<Writer> {
  return writerWith(origin, (await signIn(origin(), handle)).accessToken);
}

/** The same for somebody who has signed in already. */
export async function writerWith(origin: () => string, accessToken: string): Promise<Writer> {
  const ask: Writer["ask"] = async (method, path, fields, key = randomUUID()) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
    const response = await fetch(`${origin()}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": key },
      ...(fields && { body: form }),
      // Far above what the server allows itself: a call that hangs is a fault.
      signal: AbortSignal.timeout(60_000),
    });
    // An empty answer is told by its status.
    const data: unknown = (await envelopeOf(response))?.data;
    return { status: response.status, retryAfter: response.headers.get("retry-after"), data };
  };
  await ask("POST", "members", { memberName: "도토리", memberExplain: "소개" });
  const team = { teamName: "아침반", topic: "스터디", memberLimit: "10", password: "4821" };
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
