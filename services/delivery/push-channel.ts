import { type QuietHours, quietHoursAt } from "#contracts/inbox/quiet-hours";
import type { Logger } from "../platform/logging.ts";
import type { Claimed, Deliveries, Verdict } from "./deliveries.ts";
import type { Inboxes, Notice } from "./inboxes.ts";
import { oncePerHour } from "./once-per-hour.ts";
import type { PushPayload, SendPush } from "./push.ts";
import { createPushHolds } from "./push-holds.ts";
import type { DeliveryChannel, Job } from "./sender.ts";
import type { Device, Subscriptions } from "./subscriptions.ts";
import type { Vapid } from "./vapid.ts";

interface PushDeps {
  readonly deliveries: Deliveries;
  readonly subscriptions: Subscriptions;
  readonly inboxes: Inboxes;
  readonly sendPush: SendPush;
  readonly vapid: () => Promise<Vapid | undefined>;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
}

export const siteName = "알고모임";
const atOnce = 8;
const claimed = 16;
const dayMs = 86_400_000;
const perMemberAndHour = 20;
/** Pause before a row is claimed again whose event the inbox has not reached, or that may exceed the hourly limit. */
const soonMs = 5000;

type Ready = readonly [Claimed, Device, Extract<Notice, { readonly title: string }>];

/** Web push to the devices of members. */
export function pushChannel(deps: PushDeps): DeliveryChannel {
  const { deliveries, subscriptions, inboxes, sendPush, now } = deps;
  const logRefusal = oncePerHour(deps.log, now);

  const holds = createPushHolds(deps);

  async function read(claimed: readonly Claimed[], vapid: Vapid) {
    const members = [...new Set(claimed.map(({ memberId }) => memberId))];
    // Read before the notices, since the inbox may advance in between.
    const positions = claimed.flatMap(({ position }) => position ?? []);
    const behind = await inboxes.behind(positions);
    const [devices, notices, quiet, sent, sendAfter] = await Promise.all([
      subscriptions.devices([...new Set(claimed.map(({ target }) => target))], vapid.publicKey),
      inboxes.notices(claimed.map(({ id, memberId }) => ({ notificationId: id, memberId }))),
      inboxes.quietHours(members),
      deliveries.sentWithinHour(
        members,
        claimed.map(({ id }) => id),
      ),
      deliveries.sendAfter(),
      holds.refresh(),
    ]);
    return { behind, devices, notices, quiet, sendAfter, sent };
  }
  type Facts = Awaited<ReturnType<typeof read>>;

  /** Why a row is not sent, or not now. */
  function obstacle(row: Claimed, facts: Facts): Verdict | Ready {
    const at = now();
    const drop = (result: string): Verdict => ({ state: "dropped", result });
    if (facts.sendAfter && row.raisedAt < facts.sendAfter) return drop("restored");
    if (at.getTime() - row.raisedAt.getTime() > dayMs) return drop("stale");
    const device = facts.devices.get(row.target);
    // Its device may have been taken over by another member.
    if (device?.memberId !== row.memberId) return drop("gone");
    const notice = facts.notices.get(row.id);
    if (!notice && row.position !== null && facts.behind.has(row.position))
      return wait(new Date(at.getTime() + soonMs), row.held);
    if (!notice) return drop("right");
    if (notice.drop !== undefined) return drop(notice.drop);
    const hours = facts.quiet.get(row.memberId);
    // A row that became due in a past night is held as well: it is claimed again together with all rows of its device.
    const end = hours && (untilOf(at, hours) ?? (row.held ? undefined : untilOf(row.dueAt, hours)));
    if (end) return wait(end, true);
    const hold = holds.of(device);
    if (hold) return wait(hold.until, row.held, hold.result);
    return [row, device, notice];
  }

  function job(ready: readonly [Ready, ...Ready[]], vapid: Vapid): Job {
    const [[first, device, notice], ...others] = ready;
    const payload: PushPayload =
      others.length > 0
        ? bundleOf(first.id, ready.length, notice.unread)
        : {
            title: notice.title,
            body: notice.body,
            tag: first.id,
            url: `/notifications/open/${first.id}`,
            unread: notice.unread,
          };
    return {
      rows: [first, ...others.map(([row]) => row)],
      async send() {
        const outcome = await sendPush(vapid, device, payload);
        if (outcome.state === "failed")
          logRefusal(device.host, outcome.result, "a push service refused a push");
        await holds.note(device, outcome);
        return outcome;
      },
      isOutdated: () => holds.of(device) !== undefined,
    };
  }

  return {
    name: "push",
    atOnce,
    claimed,
    async prepare(claimed) {
      const vapid = await deps.vapid();
      if (!vapid) throw new Error("push is switched off");
      const facts = await read(claimed, vapid);
      const settled: (readonly [Claimed, Verdict])[] = [];
      const jobs: Job[] = [];
      const groups = new Map<string, [Ready, ...Ready[]]>();
      for (const row of claimed) {
        const found = obstacle(row, facts);
        if (!isReady(found)) {
          settled.push([row, found]);
          continue;
        }
        // Rows held for the same device become one push.
        const group = row.held ? row.target : `${row.id} ${row.target}`;
        const known = groups.get(group);
        if (known) known.push(found);
        else groups.set(group, [found]);
      }
      const rateOf = hourlyRate(facts.sent, new Date(now().getTime() + soonMs));
      for (const ready of groups.values()) {
        const verdict = rateOf(ready[0][0]);
        if (verdict) settled.push(...ready.map(([row]) => [row, verdict] as const));
        else jobs.push(job(ready, vapid));
      }
      return { settled, jobs };
    },
    async onOutcome({ rows: [{ target }] }, outcome) {
      if (outcome.state === "dropped" && outcome.result === "gone") await subscriptions.remove(target);
    },
  };
}

const untilOf = (at: Date, hours: QuietHours) => quietHoursAt(at, hours)?.until;

const wait = (dueAt: Date, held: boolean, result: string | null = null): Verdict => ({
  state: "due",
  isPostponed: true,
  result,
  dueAt,
  held,
});

const isReady = (found: Verdict | Ready): found is Ready => Array.isArray(found);

const bundleOf = (tag: string, count: number, unread: number): PushPayload => ({
  title: siteName,
  body: `밤사이 알림 ${count}개가 왔어요.`,
  tag,
  url: "/notifications",
  unread,
});

/**
 * Why a row would exceed its member's hourly limit. Rows that are claimed elsewhere, or wait here, may stay unsent: the
 * row waits until their outcome is known.
 */
function hourlyRate(sent: Awaited<ReturnType<Deliveries["sentWithinHour"]>>, soon: Date) {
  const begun = new Map<string, Set<string>>();
  return ({ id, memberId, held }: Claimed): Verdict | undefined => {
    const known = sent.get(memberId) ?? { sent: 0, atMost: 0 };
    // One notification for several devices counts once.
    const own = begun.get(memberId) ?? new Set();
    if (known.sent >= perMemberAndHour) return { state: "dropped", result: "rate" };
    if (!own.has(id) && known.atMost + own.size >= perMemberAndHour) return wait(soon, held);
    begun.set(memberId, own.add(id));
    return undefined;
  };
}
