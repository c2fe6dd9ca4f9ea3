import { randomUUID } from "node:crypto";
import { expect, onTestFinished, vi } from "vitest";
import type { QuietHours } from "#contracts/inbox/quiet-hours";
import type { Delivery } from "#services/delivery/delivery";
import type { Inboxes, Notice } from "#services/delivery/inboxes";
import { deliveryMigrations } from "#services/delivery/migrations";
import type { RecordedEvent } from "#services/event-store/event-store";
import { memberKeysMigrations } from "#services/platform/privacy/member-keys";
import { startPushService } from "#tests/push-service/push-service";
import { testDatabase } from "#tests/support/database";
import { deliveryOn, keysOn, vapidKeys } from "./on-database.ts";

/** Noon in Seoul. */
export const noon = Date.parse("2025-12-11T03:00:00Z");
export const secondMs = 1000;
export const minuteMs = 60_000;
export const hourMs = 3_600_000;

/**
 * Delivery with its own database and push service, and an inbox that the test fills.
 * @param onClaimed awaited after each claim
 */
export async function sending({ delayMs = 0, onClaimed = async () => {} } = {}) {
  const database = await testDatabase({ migrations: [...memberKeysMigrations, ...deliveryMigrations] });
  const service = await startPushService({ delayMs });
  const { pool } = database;
  const keys = keysOn(pool);
  let clock = noon;
  const behind = new Set<string>();
  const notices = new Map<string, Notice>();
  const quiet = new Map<string, QuietHours>();
  const inboxes: Inboxes = {
    notices: async (of) =>
      new Map(
        of.flatMap(({ notificationId: id }) => (notices.has(id) ? [[id, notices.get(id) as Notice]] : [])),
      ),
    async behind(positions) {
      await onClaimed();
      return new Set(positions.filter((position) => behind.has(position)));
    },
    quietHours: async (members) =>
      new Map(members.flatMap((id) => (quiet.has(id) ? [[id, quiet.get(id) as QuietHours]] : []))),
    unread: async () => 3,
    wantsPush: async () => true,
    holdAllBefore: async () => true,
    digesting: async () => [],
    digest: async () => ({ wanted: "off", lines: [] }),
  };
  const observed: string[] = [];
  const warnings: unknown[] = [];
  const process = (): Delivery => {
    const delivery = deliveryOn(pool, {
      origin: service.origin,
      inboxes,
      now: () => new Date(clock),
      warn: (...said) => void warnings.push(said),
      observe: ({ channel, result }) => void observed.push(`${channel} ${result}`),
    });
    onTestFinished(() => delivery.close());
    return delivery;
  };
  const first = process();
  const [reactor] = first.reactors();
  onTestFinished(async () => {
    service.close();
    await first.close();
    await database.close();
  });

  const member = async (): Promise<string> => {
    const member = randomUUID();
    await keys.create(member);
    return member;
  };
  const device = async (member: string) => {
    const { id, endpoint, keys: own } = service.subscribe();
    const place = { endpoint: new URL(endpoint), vapidKey: vapidKeys.publicKey };
    const body = { endpoint, keys: own, label: "Chrome" };
    return { id, subscriptionId: await first.subscriptions.put(member, body, place, async () => {}) };
  };

  return {
    pool,
    service,
    notices,
    behind,
    quiet,
    observed,
    warnings,
    delivery: first,
    databaseUrl: database.url,
    /** Starts another process on the same database. */
    process,
    start: () => first.sender.start(),
    advance(milliseconds: number): void {
      clock += milliseconds;
    },
    now: () => clock,
    member,
    /** A device of a member, subscribed at the push service and here. */
    device,
    /** A member with a device. */
    async reader(): Promise<string> {
      const reader = await member();
      await device(reader);
      return reader;
    },
    /** Raises a notification and returns its id. */
    async raise(
      memberId: string,
      { body = "내 팀에 문제가 올라왔어요.", sourceAgeMs = 0, id = randomUUID() } = {},
    ) {
      notices.set(id, { title: "새벽네시반", body, unread: 3 });
      // NotificationRaised has the time of its source event.
      const occurredAt = new Date(clock - sourceAgeMs).toISOString();
      const sourceOccurredAt = occurredAt;
      const data = { notificationId: id, memberId, kind: "SUBJECT_POSTED", teamId: 12, sourceOccurredAt };
      await reactor?.on({ data, occurredAt, checkpoint: id } as never as RecordedEvent, undefined as never);
      return id;
    },
    async rows() {
      const { rows } = await pool.query<{
        id: string;
        target: string;
        state: string;
        result: string | null;
        attempts: number;
        due: string;
      }>(
        "SELECT id, target, state, result, attempts, due_at AS due FROM delivery ORDER BY raised_at, id, target",
      );
      return rows;
    },
    /** Waits until this many rows have ended and returns their states. Advances the clock by `stepMs` at each check. */
    async ended(count: number, stepMs = 0): Promise<string[]> {
      return vi.waitFor(async () => {
        clock += stepMs;
        const { rows } = await pool.query<{ said: string }>(
          "SELECT concat_ws(' ', state, result) AS said FROM delivery WHERE state NOT IN ('due', 'claimed') ORDER BY 1",
        );
        expect(rows.length).toBe(count);
        return rows.map(({ said }) => said);
      });
    },
    /** Waits for a few more polls of the senders. */
    async settled(): Promise<void> {
      const asked = vi.spyOn(pool, "query");
      await vi.waitFor(() => {
        const claims = asked.mock.calls.filter(
          ([query]) => (query as { name?: string }).name === "claim_deliveries",
        );
        expect(claims.length).toBeGreaterThan(3);
      });
      asked.mockRestore();
    },
  };
}
