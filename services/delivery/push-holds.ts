import type { Logger } from "../platform/logging.ts";
import type { Deliveries, Throttled } from "./deliveries.ts";
import type { Outcome } from "./outcome.ts";
import { longestWaitMs } from "./sender.ts";
import type { Device } from "./subscriptions.ts";

interface Hold {
  readonly until: Date;
  readonly result: "throttled" | "host-held";
}

/** Members whose devices must be throttled before their host is held. */
const membersForHold = 3;
/** Without `Retry-After`. */
const usualThrottleMs = 30_000;

interface Deps {
  readonly deliveries: Pick<Deliveries, "throttled" | "heldHosts" | "holdHost">;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
}

/**
 * Waits for push services (spec/notifications.md rule 18): a 429 holds its device; a 503, or a 429 to the devices of
 * three members, holds the host. Kept here until the database has certainly stored them.
 */
export function createPushHolds({ deliveries, now, log }: Deps) {
  const devices = new Map<string, Throttled>();
  const hosts = new Map<string, Date>();

  function throttle(throttled: Throttled): void {
    devices.set(throttled.target, throttled);
  }

  function throttledMembers(host: string, at: Date): number {
    const throttled = [...devices.values()].filter((device) => device.host === host && device.until > at);
    return new Set(throttled.map(({ memberId }) => memberId)).size;
  }

  async function holdHost(host: string): Promise<void> {
    const at = now();
    if ((hosts.get(host) ?? at) > at) return;
    // The outcome of the attempt must not depend on whether the hold can be stored.
    const hold = deliveries.holdHost(host).catch((error) => {
      log.warn({ err: error, host }, "the hold of a push service could not be stored");
      return new Date(at.getTime() + usualThrottleMs);
    });
    // Pushes that are claimed already must not be sent while the hold is stored.
    hosts.set(host, new Date(at.getTime() + usualThrottleMs));
    const until = await hold;
    hosts.set(host, until);
    log.warn(
      { host, seconds: Math.round((until.getTime() - at.getTime()) / 1000) },
      "a push service is held",
    );
  }

  return {
    /** Reads what other processes have stored, and drops what is over. */
    async refresh(): Promise<void> {
      const at = now();
      for (const [target, { until }] of devices) if (until <= at) devices.delete(target);
      for (const [host, until] of hosts) if (until <= at) hosts.delete(host);
      const [throttled, held] = await Promise.all([deliveries.throttled(), deliveries.heldHosts()]);
      for (const one of throttled) throttle(one);
      for (const { host, until } of held) hosts.set(host, until);
    },

    of({ subscriptionId, host }: Pick<Device, "subscriptionId" | "host">): Hold | undefined {
      const at = now();
      const throttled = devices.get(subscriptionId);
      if (throttled && throttled.until > at) return { until: throttled.until, result: "throttled" };
      const until = hosts.get(host);
      return until && until > at ? { until, result: "host-held" } : undefined;
    },

    /** Call after each attempt. */
    async note({ subscriptionId, memberId, host }: Device, outcome: Outcome): Promise<void> {
      if (outcome.state !== "retry" || !outcome.refusal) return;
      const at = now();
      if (outcome.refusal === "throttled") {
        const ms = Math.min(outcome.retryAfterMs ?? usualThrottleMs, longestWaitMs);
        throttle({ target: subscriptionId, memberId, host, until: new Date(at.getTime() + ms) });
        if (throttledMembers(host, at) < membersForHold) return;
      }
      await holdHost(host);
    },
  };
}
