import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { seoulDate } from "#contracts/dates";
import { jpeg } from "../support/pictures.ts";
import { type Answer, type Asked, request } from "../support/request.ts";
import { signIn } from "../support/sign-in.ts";

/** Writes are distributed over these members, so that each stays far below the quota. */
const writers = 6;
export const team = { teamName: "아침반", topic: "스터디", memberLimit: "50", password: "4821" };

export interface Member {
  readonly token: string;
  /** @throws unless the call succeeds */
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
}

export async function newMember(origin: string, name: string, address: string): Promise<Member> {
  const { accessToken: token } = await signIn(origin, `${name}-${crypto.randomUUID()}`);
  const ask: Member["ask"] = (method, path, asked = {}) =>
    successful(`${origin}/api/v1/${path}`, method, {
      ...asked,
      headers: { authorization: `Bearer ${token}`, "x-forwarded-for": address },
    });
  await ask("POST", "members", { form: { memberName: name, memberExplain: "매일 한 문제" } });
  return { token, ask };
}

export async function newTeam({ ask }: Member): Promise<number> {
  return (await ask("POST", "teams", { form: team })).body.data.teamId;
}

async function successful(url: string, method: string, asked: Asked): Promise<Answer> {
  const answer = await request(url, method, { ...asked, signal: AbortSignal.timeout(60_000) });
  // A visitor who found no place comes back when told to; the time until then counts.
  const isVisitor = !asked.headers || !("authorization" in asked.headers);
  if (isVisitor && answer.status === 429 && answer.headers.get("retry-after") === "1") {
    await pause(1000);
    return successful(url, method, asked);
  }
  if (answer.status >= 400) throw new Error(`${method} ${url}: ${answer.status} ${answer.body?.message}`);
  return answer;
}

export interface Measured {
  readonly milliseconds: readonly number[];
  readonly failures: readonly string[];
}

export const othersAddress = "203.0.113.7";

/** Members and visitors who use the site as usual, one call after the other, with a pause in between. */
export async function createOthers(origin: string, restMs: number) {
  const address = othersAddress;
  const members: Member[] = [];
  for (let n = 0; n < writers; n += 1) members.push(await newMember(origin, `사람${n}`, address));
  const teamId = await newTeam(members[0] as Member);
  for (const { ask } of members.slice(1))
    await ask("POST", `teams/${teamId}/join`, { json: { password: team.password } });
  const picture = new Blob([new Uint8Array(await jpeg(800, 600))]);
  const today = seoulDate(new Date());
  const month = `year=${today.slice(0, 4)}&month=${Number(today.slice(5, 7))}`;
  const visit = (path: string) =>
    successful(`${origin}/api/v1/${path}`, "GET", { headers: { "x-forwarded-for": address } });
  const form = { teamId: String(teamId), articleTitle: "오늘의 풀이", articleBody: "<p>최단 거리</p>" };
  const draft = { title: "초안", category: null, contact: "", html: "<p>쓰는 중</p>", revision: null };
  const draftId = crypto.randomUUID();
  const calls: readonly ((member: Member) => Promise<unknown>)[] = [
    () => visit("recruitments"),
    ({ ask }) => ask("GET", `teams/${teamId}/team-page?${month}`),
    ({ ask }) => ask("POST", "articles", { form }),
    ({ ask }) => ask("GET", `articles/${teamId}/by-date?date=${today}`),
    ({ ask }) => ask("PUT", `drafts/recruitment-new/${draftId}`, { json: { ...draft, postId: null, at: 1 } }),
    () => visit("teams/combined"),
    ({ ask }) => ask("POST", "articles", { form: { ...form, image: picture } }),
    ({ token }) => watch(origin, teamId, token),
  ];
  let turn = 0;

  return {
    teamId,
    today,
    /** Repeats calls until `over` resolves. */
    async measure(over: Promise<unknown>): Promise<Measured> {
      const milliseconds: number[] = [];
      const failures: string[] = [];
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      over.then(end, end);
      while (!isOver) {
        const call = calls[turn % calls.length] as (typeof calls)[number];
        const member = members[Math.floor(turn / calls.length) % members.length] as Member;
        turn += 1;
        const began = performance.now();
        await call(member).catch((error: unknown) => failures.push(String(error)));
        milliseconds.push(performance.now() - began);
        await pause(restMs);
      }
      return { milliseconds, failures };
    },
  };
}

/**
 * Watches a channel. Like the page, it opens another websocket when the first is closed to make room for one of the same
 * address before it has said who it is; the time until then counts.
 */
async function watch(origin: string, teamId: number, token: string): Promise<void> {
  const giveUpAt = performance.now() + longestWatchMs;
  for (;;)
    try {
      return await watchOnce(origin, teamId, token);
    } catch (error) {
      if (!(error instanceof SocketClosed) || performance.now() > giveUpAt) throw error;
      await pause(reconnectMs);
    }
}

const longestWatchMs = 20_000;
const reconnectMs = 500;

class SocketClosed extends Error {
  constructor(code: number) {
    super(`/live was closed: ${code}`);
  }
}

const watchOnce = (origin: string, teamId: number, token: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(`${origin.replace("http", "ws")}/live`, {
      headers: { "x-forwarded-for": othersAddress },
    });
    socket.on("error", reject);
    socket.on("close", (code) => reject(new SocketClosed(code)));
    socket.on("open", () =>
      socket.send(
        JSON.stringify([
          { type: "hello", token },
          { type: "subscribe", view: "team-page", key: String(teamId) },
        ]),
      ),
    );
    socket.on("message", (data) => {
      if (!String(data).includes('"subscribed"')) return;
      resolve();
      socket.terminate();
    });
  });
