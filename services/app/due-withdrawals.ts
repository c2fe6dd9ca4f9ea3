import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { EventStore } from "../event-store/event-store.ts";
import { member } from "../member/member.ts";
import { oneProcessAtATime } from "../platform/database/one-process.ts";
import { handle } from "../platform/decider.ts";
import { load } from "../platform/folding.ts";

/** Members whom a restore must still withdraw; dropped once that is done. */
export const dueWithdrawals = "withdrawals_due";

/**
 * Repeats the withdrawals of a restore that the log does not contain; the first process that opens the database does it
 * before anything else. The keys were not restored; reactors do the rest.
 */
export async function withdrawDue(pool: pg.Pool, store: EventStore): Promise<void> {
  if (!(await areDue(pool))) return;
  await oneProcessAtATime(pool, dueWithdrawals, async () => {
    if (!(await areDue(pool))) return;
    const { rows } = await pool.query<{ member: string }>(`SELECT member FROM ${dueWithdrawals}`);
    for (const row of rows) await withdraw(store, row.member);
    await pool.query(`DROP TABLE ${dueWithdrawals}`);
  });
}

async function areDue(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT WHERE to_regclass($1) IS NOT NULL", [dueWithdrawals]);
  return rowCount === 1;
}

async function withdraw(store: EventStore, memberId: string): Promise<void> {
  const stream = `member-${memberId}`;
  const { state } = await load(store, member, stream);
  if (state.phase === "absent" || state.phase === "withdrawn") return;
  const commandId = randomUUID();
  const by = {
    fingerprint: "erased before",
    correlationId: commandId,
    causationId: commandId,
    actor: "system",
  };
  await handle(
    store,
    { commandId, ...by, now: new Date() },
    {
      decider: member,
      stream,
      command: { type: "Withdraw", memberId },
      forget: [memberId],
    },
  );
}
