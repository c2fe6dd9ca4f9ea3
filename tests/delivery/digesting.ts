import { randomUUID } from "node:crypto";
import { expect, onTestFinished, vi } from "vitest";
import type { Delivery } from "#services/delivery/delivery";
import type { DigestChoice } from "#services/delivery/digest-periods";
import type { Digest, Inboxes } from "#services/delivery/inboxes";
import { deliveryMigrations } from "#services/delivery/migrations";
import type { RecordedEvent } from "#services/event-store/event-store";
import { memberKeysMigrations } from "#services/platform/privacy/member-keys";
import { startMailRelay } from "#tests/mail-relay/mail-relay";
import { testDatabase } from "#tests/support/database";
import { deliveryOn, keysOn } from "./on-database.ts";

/** 08:00 on a Thursday in Seoul. */
const eight = Date.parse("2025-12-11T08:00:00+09:00");
export const minuteMs = 60_000;
export const hourMs = 3_600_000;

/** Delivery with its own database and relay; the clock is set to a second before 08:00. */
export async function digesting({ isSignedByRelay = false } = {}) {
  const database = await testDatabase({ migrations: [...memberKeysMigrations, ...deliveryMigrations] });
  const relay = await startMailRelay();
  const { pool } = database;
  const keys = keysOn(pool);
  let clock = eight - 1000;
  let looks = 0;
  let onDigesting = () => undefined as unknown;
  const choices = new Map<string, { readonly digest: DigestChoice; readonly since: Date }>();
  const lines: { value: Digest["lines"] } = {
    value: [{ notificationId: randomUUID(), text: "내 팀에 문제가 올라왔어요." }],
  };
  const choose = (member: string, digest: DigestChoice) =>
    void choices.set(member, { digest, since: new Date(clock) });
  const complete = { value: true };
  const wanted: { value: Digest["wanted"] | undefined } = { value: undefined };
  const inboxes: Inboxes = {
    notices: async () => new Map(),
    behind: async () => new Set(),
    quietHours: async () => new Map(),
    unread: async () => 1,
    wantsPush: async () => true,
    holdAllBefore: async () => complete.value,
    async digesting() {
      looks += 1;
      return [...choices].map(([memberId, choice]) => ({ memberId, ...choice }));
    },
    async digest(memberId) {
      await onDigesting();
      return { wanted: wanted.value ?? choices.get(memberId)?.digest ?? "off", lines: lines.value };
    },
  };
  const observed = [] as string[];
  const warnings = [] as unknown[];
  const all: Delivery[] = [];
  const process = ({ hasPush = true } = {}): Delivery => {
    const delivery = deliveryOn(pool, {
      origin: "http://127.0.0.1:1",
      inboxes,
      now: () => new Date(clock),
      mail: { url: relay.url, isSignedByRelay },
      hasPush,
      onDigest: (result) => void observed.push(result),
      warn: (...said) => void warnings.push(said),
    });
    all.push(delivery);
    return delivery;
  };
  const delivery = process();
  onTestFinished(async () => {
    await Promise.all(all.map((one) => one.close()));
    await relay.close().catch(() => {});
    await database.close();
  });
  return {
    pool,
    relay,
    lines,
    complete,
    wanted,
    observed,
    warnings,
    delivery,
    process,
    advance(milliseconds: number): void {
      clock += milliseconds;
    },
    /** Passes `NotificationRaised` of a source event of this age to the reactor. */
    async raised(memberId: string, notificationId: string, ageMs: number): Promise<void> {
      const at = new Date(clock - ageMs).toISOString();
      const data = { notificationId, memberId, kind: "SUBJECT_POSTED", teamId: 12, sourceOccurredAt: at };
      const event = { data, occurredAt: at, checkpoint: "1" } as never as RecordedEvent;
      await delivery.reactors()[0]?.on(event, undefined as never);
    },
    /** Runs before the lines of each digest are queried. */
    onDigesting(run: () => unknown): void {
      onDigesting = run;
    },
    /** A member with the address `<id>@mail.example`. */
    async member(choice: DigestChoice = "daily", { isConfirmed = true } = {}): Promise<string> {
      const member = randomUUID();
      await keys.create(member);
      const address = `${member}@mail.example`;
      const { addresses } = delivery.mail;
      const token = await addresses.put(member, address, addresses.digestOf(address));
      if (isConfirmed) expect(await addresses.confirm(token)).toBe(true);
      choose(member, choice);
      return member;
    },
    choose,
    /** Waits for five more polls of the processes. */
    async looked(): Promise<void> {
      const before = looks;
      await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 4));
    },
    async row() {
      const { rows } = await pool.query<{ state: string; attempts: number; result: string | null }>(
        "SELECT state, attempts, result FROM delivery",
      );
      return rows[0];
    },
    async digests(): Promise<string[]> {
      const { rows } = await pool.query<{ said: string }>(
        "SELECT period || ' ' || state AS said FROM mail_digest ORDER BY 1",
      );
      return rows.map(({ said }) => said);
    },
    ended: (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await pool.query<{ said: string }>(
          "SELECT concat_ws(' ', state, result) AS said FROM delivery WHERE state NOT IN ('due', 'claimed') ORDER BY 1",
        );
        expect(rows.length).toBe(count);
        return rows.map(({ said }) => said);
      }),
  };
}
