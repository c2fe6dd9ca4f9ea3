import { expect, onTestFinished, vi } from "vitest";
import type { Delivery } from "#services/delivery/delivery";
import { deliveryMigrations } from "#services/delivery/migrations";
import type { Teams, ToldTeam } from "#services/delivery/teams";
import type { RecordedEvent } from "#services/event-store/event-store";
import { memberKeysMigrations } from "#services/platform/privacy/member-keys";
import { startDiscordService } from "#tests/discord-service/discord-service";
import { testDatabase } from "#tests/support/database";
import { deliveryOn } from "./on-database.ts";

/** Delivery with its own database and stand-in of Discord, and teams that the test changes. */
export async function tellingDiscord(at: string) {
  const database = await testDatabase({ migrations: [...memberKeysMigrations, ...deliveryMigrations] });
  const service = await startDiscordService();
  const { pool } = database;
  let clock = Date.parse(at);
  const told = new Map<number, ToldTeam>();
  const problems = new Map<string, string>();
  const stopped: number[] = [];
  const written = { members: 2, articles: 3 };
  const teams: Teams = {
    of: async (teamId) => told.get(teamId) as ToldTeam,
    problem: async (teamId, date) => problems.get(`${teamId} ${date}`),
    written: async () => ({ ...written }),
    linked: async () => [...told].filter(([, { webhook }]) => webhook).map(([teamId]) => teamId),
    holdAllBefore: async () => true,
    async stop(teamId) {
      stopped.push(teamId);
      told.set(teamId, { ...(told.get(teamId) as ToldTeam), webhook: undefined });
    },
  };
  const warnings: unknown[] = [];
  const process = (): Delivery => {
    const delivery = deliveryOn(pool, {
      origin: "http://127.0.0.1:1",
      inboxes: {} as never,
      teams,
      discord: service.origin,
      hasPush: false,
      now: () => new Date(clock),
      warn: (...said) => void warnings.push(said),
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
  /** The reactor meets an event of the team that happened `ageMs` ago. */
  const meet = (type: string, data: object, ageMs = 0) => {
    const occurredAt = new Date(clock - ageMs).toISOString();
    return reactor?.on({ type, data, occurredAt } as never as RecordedEvent, undefined as never);
  };

  return {
    pool,
    service,
    delivery: first,
    /** Another process on the same database. */
    process,
    start: () => first.start(),
    warnings,
    stopped,
    problems,
    written,
    advance(milliseconds: number): void {
      clock += milliseconds;
    },
    moveTo(time: string): void {
      clock = Date.parse(time);
    },
    /** A team, with a webhook unless `isLinked` is false. */
    team(teamId: number, { isLinked = true, dayEndsAt = "00:00", since = new Date(clock - 1) } = {}) {
      const webhook = service.webhook();
      told.set(teamId, {
        name: "새벽네시반",
        hasAnnouncement: true,
        dayEndsAt,
        webhook: isLinked ? { address: webhook.address, sealed: `sealed-${webhook.id}`, since } : undefined,
      });
      return webhook;
    },
    change(teamId: number, facts: Partial<ToldTeam>): void {
      told.set(teamId, { ...(told.get(teamId) as ToldTeam), ...facts });
    },
    async post(teamId: number, date: string, title = "문제", ageMs = 0): Promise<void> {
      problems.set(`${teamId} ${date}`, title);
      await meet("SubjectPosted", { teamId, date }, ageMs);
    },
    announce: (teamId: number, ageMs = 0, announcement = "공지") =>
      meet("AnnouncementChanged", { teamId, announcement }, ageMs),
    /** All rows as `state result`, in the order of being due. */
    async rows(): Promise<string[]> {
      const { rows } = await pool.query<{ said: string }>(
        "SELECT concat_ws(' ', target, state, result) AS said FROM delivery ORDER BY due_at, id",
      );
      return rows.map(({ said }) => said);
    },
    /** Waits until these rows have ended, in any order. */
    ended: (...expected: string[]) =>
      vi.waitFor(async () => {
        const { rows } = await pool.query<{ said: string }>(
          `SELECT concat_ws(' ', target, state, result) AS said FROM delivery
           WHERE state NOT IN ('due', 'claimed') ORDER BY 1`,
        );
        expect(rows.map(({ said }) => said)).toEqual([...expected].sort());
      }),
    texts: () => service.received.map(({ content }) => content),
    /** Waits for a few more polls of the senders. */
    async settled(): Promise<void> {
      const asked = vi.spyOn(pool, "query");
      await vi.waitFor(() => {
        const claims = asked.mock.calls.filter(([query]) => {
          const { name, values } = query as { name?: string; values?: unknown[] };
          return name === "claim_deliveries" && values?.[0] === "discord";
        });
        expect(claims.length).toBeGreaterThan(3);
      });
      asked.mockRestore();
    },
  };
}
