import { daysBefore, seoulDate } from "#contracts/dates";
import { vapidKeys } from "#tests/delivery/on-database";
import { startPushService } from "#tests/push-service/push-service";
import { type Caller, newCaller, type Send, teamForm } from "./caller.ts";
import type { Figures } from "./figures.ts";
import { httpConnection } from "./http-client.ts";
import { settled, withSystem } from "./set-up.ts";
import { median, medianOfRounds, p99 } from "./statistics.ts";

const members = 49;
const rounds = 150;
const warmUp = 10;
/** Interval at which notifications are marked as read. */
const roundsUnread = 50;
const calls = 400;

/**
 * What notifications cost those who cause them: the same post in two teams of 50, in one of which everybody is told on all
 * channels, while in the other all have muted them and so nothing follows. In turn; each begins when all have been told
 * of the one before. And what the badge costs beside another small read.
 */
export async function benchNotify({ note, atMost, remark }: Figures): Promise<void> {
  const service = await startPushService({ delayMs: 20 });
  service.answerBy(() => ({ status: 201 }));
  const env = {
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    PUSH_HOSTS: service.origin,
  };
  await withSystem(undefined, async ({ storage, start }) => {
    const { origin } = await start({ env });
    const lines = [httpConnection(origin), httpConnection(origin)] as const;
    const writer = await newCaller(origin, "글쓴이", lines[0].send);
    const told = await team(origin, writer, "모두", lines[1].send);
    const untold = await team(origin, writer, "없음");
    const teams = { told, untold };
    for (const member of told.members) await subscribe(member, service.subscribe());
    for (const { kinds, members: all } of [
      { kinds: kindsWith(true), members: told.members },
      { kinds: kindsWith(false), members: untold.members },
    ])
      for (const member of all)
        await member.call("PUT", "/v1/notifications/settings", { json: { kinds, quiet: never } });

    const times = new Map<string, number[]>();
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const [what, post] of Object.entries(posts))
        for (const name of round % 2 === 0 ? (["told", "untold"] as const) : (["untold", "told"] as const)) {
          // Once for the notifications, once more for their deliveries.
          for (let n = 0; n < 2; n += 1) await settled(origin, storage);
          const began = performance.now();
          await post(writer, teams[name].teamId, round + warmUp);
          const took = performance.now() - began;
          const key = `${what} ${name}`;
          if (round >= 0) times.set(key, [...(times.get(key) ?? []), took]);
        }
      // Otherwise all further ones would collapse into unread ones, and no more would be sent.
      if (round % roundsUnread === 0) await Promise.all(told.members.map(readAll));
    }
    for (const what of Object.keys(posts)) {
      const own = times.get(`${what} told`) ?? [];
      const beside = times.get(`${what} untold`) ?? [];
      atMost(1.05, { what: `${what}, p50`, unit: "ms", ...medianOfRounds(own, beside) });
      note({ what: `${what}, p99`, value: p99(own), unit: "ms", limit: p99(beside) });
    }
    const { rows } = await storage.database.pool.query<{ told: number }>(
      "SELECT count(*) AS told FROM events WHERE type IN ('NotificationRaised', 'NotificationCollapsed')",
    );
    remark(`${rows[0]?.told} notifications and ${service.requests.length} pushes meanwhile`);
    await benchCount(told.members[0] as Caller, { atMost, note });
    for (const { close } of lines) close();
  });
  service.close();
}

interface Team {
  readonly teamId: number;
  readonly members: readonly Caller[];
}

/** @param send of its first member */
async function team(origin: string, leader: Caller, name: string, send?: Send): Promise<Team> {
  const { data } = await leader.call("POST", "/v1/teams", { form: teamForm(name) });
  const all: Caller[] = [];
  for (let n = 0; n < members; n += 1) {
    const member = await newCaller(origin, `${name}${n}`, n === 0 ? send : undefined);
    const json = { password: teamForm(name).password };
    await member.call("POST", `/v1/teams/${data.teamId}/join`, { json });
    all.push(member);
  }
  return { teamId: data.teamId, members: all };
}

const kindsWith = (on: boolean) =>
  ["ARTICLE_POSTED", "SUBJECT_POSTED"].map((kind) => ({ kind, inbox: on, push: on, mail: on }));

/** Makes the result independent of the time of day. */
const never = { enabled: false, from: "23:00", until: "08:00" };

const subscribe = (member: Caller, { id: _, ...subscription }: { id: string }) =>
  member.call("POST", "/v1/push/subscriptions", { json: { ...subscription, label: "Chrome" } });

async function readAll(member: Caller): Promise<void> {
  const { data } = await member.call("GET", "/v1/notifications/count");
  if (data.unread > 0)
    await member.call("POST", "/v1/notifications/read-all", { json: { upTo: data.latest } });
}

const today = seoulDate(new Date());
const posts: Readonly<Record<string, (by: Caller, teamId: number, n: number) => Promise<unknown>>> = {
  article: (by, teamId, n) =>
    by.call("POST", "/v1/articles", {
      form: {
        teamId: String(teamId),
        articleTitle: `${n}번째 글`,
        articleBody: "<p>최단 거리를 다시 풀었다. 우선순위 큐를 쓰면 O(E log V)다.</p>",
      },
    }),
  problem: (by, teamId, n) =>
    by.call("POST", `/v1/articles/teams/${teamId}/subjects`, {
      form: {
        articleTitle: `${n}번째 문제`,
        articleBody: "<p>최단 거리를 구한다.</p>",
        articleCategory: "스터디",
        selectedDate: daysBefore(today, -n),
      },
    }),
};

/** One call after the other, in turn, by a member with unread notifications. */
async function benchCount(member: Caller, { atMost, note }: Pick<Figures, "atMost" | "note">): Promise<void> {
  const paths = { count: "/v1/notifications/count", info: "/v1/members/info" };
  const times = { count: [] as number[], info: [] as number[] };
  for (let n = -calls / 4; n < calls; n += 1)
    for (const what of ["info", "count"] as const) {
      const began = performance.now();
      await member.call("GET", paths[what]);
      if (n >= 0) times[what].push(performance.now() - began);
    }
  atMost(1.2, {
    what: "count, p50",
    value: median(times.count),
    unit: "ms",
    limit: median(times.info),
  });
  note({ what: "count, p99", value: p99(times.count), unit: "ms", limit: p99(times.info) });
}
