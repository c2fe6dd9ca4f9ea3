import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "../bench/statistics.ts";
import type { PushService } from "../push-service/push-service.ts";
import { type Member, newMember, newTeam, team } from "./others.ts";

export interface PushesMeasured {
  /** Of the times between the end of the usual wait and the arrival at the push service. */
  readonly p95: number;
  readonly arrived: number;
  readonly expected: number;
  /** Number of requests that the push service answered with 429. */
  readonly throttled: number;
}

export const throttledPushes = { title: "pushes to a member who is always throttled" };

const address = "203.0.113.11";
const devicesOfAbuser = 10;
/** Each push waits for this time (spec/notifications.md rule 10). */
const waitMs = 15_000;
const longestMoreMs = 30_000;
const restMs = 100;

/** A member who is notified of new members of their teams at any time of the day, by pushes to these devices. */
async function newReader(origin: string, service: PushService, name: string, devices: number) {
  const member = await newMember(origin, name, address);
  const kinds = [{ kind: "NEW_MEMBER", inbox: true, push: true, mail: false }];
  const quiet = { enabled: false, from: "23:00", until: "08:00" };
  await member.ask("PUT", "notifications/settings", { json: { kinds, quiet } });
  const ids: string[] = [];
  for (let n = 0; n < devices; n += 1) {
    const { id, ...subscription } = service.subscribe();
    await member.ask("POST", "push/subscriptions", { json: { ...subscription, label: "Chrome" } });
    ids.push(id);
  }
  return { member, ids };
}

async function notify(reader: Member, newcomer: Member): Promise<void> {
  const teamId = await newTeam(reader);
  await newcomer.ask("POST", `teams/${teamId}/join`, { json: { password: team.password } });
}

/**
 * How soon `count` other members get a push, while the push service of all of them answers 429 for ever to all devices of
 * one member, who is notified as often as the others together.
 */
export async function measurePushes(
  origin: string,
  service: PushService,
  { count, isThrottled }: { readonly count: number; readonly isThrottled: boolean },
): Promise<PushesMeasured> {
  const newcomer = await newMember(origin, "새이", address);
  const abuser = await newReader(origin, service, "조절", isThrottled ? devicesOfAbuser : 0);
  const others: Awaited<ReturnType<typeof newReader>>[] = [];
  for (let n = 0; n < count; n += 1) others.push(await newReader(origin, service, `독${n}`, 1));
  const due = new Map<string, number>();
  const milliseconds: number[] = [];
  let throttled = 0;
  service.answerBy((id) => {
    if (abuser.ids.includes(id)) {
      throttled += 1;
      // As soon as it may be asked again.
      return { status: 429, headers: { "retry-after": "1" } };
    }
    const at = due.get(id);
    if (at !== undefined) milliseconds.push(performance.now() - at);
    return undefined;
  });
  for (const { member, ids } of others) {
    if (isThrottled) await notify(abuser.member, newcomer);
    due.set(ids[0] as string, performance.now() + waitMs);
    await notify(member, newcomer);
    await pause(restMs);
  }
  const end = performance.now() + waitMs + longestMoreMs;
  while (milliseconds.length < count && performance.now() < end) await pause(20);
  service.answerBy(undefined);
  // One that did not arrive counts as late.
  const late = Array<number>(count - milliseconds.length).fill(Number.POSITIVE_INFINITY);
  const p95 = quantile([...milliseconds, ...late], 0.95);
  return { p95, arrived: milliseconds.length, expected: count, throttled };
}
