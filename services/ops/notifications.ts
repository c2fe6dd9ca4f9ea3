import type pg from "pg";
import { openDelivery } from "../app/delivery.ts";
import { Deliveries } from "../delivery/deliveries.ts";
import { inTransaction } from "../event-store/postgres/transaction.ts";
import { createLogger } from "../platform/logging.ts";
import { type Command, isGiven, type OpsCall, textOption, UsageError } from "./command.ts";
import { timeLeft } from "./printer.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const states = ["due", "claimed", "sent", "dropped", "failed", "unknown"] as const;
/** Maximum of printed rows. */
const listed = 200;

/** @throws UsageError */
function memberOption(call: OpsCall): string | undefined {
  const member = textOption(call, "member");
  if (member !== undefined && !uuid.test(member)) throw new UsageError("--member must be a uuid.");
  return member;
}

/** @throws UsageError */
function stateOption(call: OpsCall, among: readonly string[]): string | undefined {
  const state = textOption(call, "state");
  if (state !== undefined && !among.includes(state))
    throw new UsageError(`--state must be ${among.slice(0, -1).join(", ")} or ${among.at(-1)}.`);
  return state;
}

const status: Command = {
  path: ["notifications", "status"],
  summary: "whether deliveries are sent, what is due, and how those of the last day ended",
  async run(_, { storage, printer }) {
    const { pool } = (await storage()).database;
    const state = await new Deliveries(pool, () => new Date()).state();
    printer.line(state, (row) =>
      [
        row.paused ? "paused" : "sending",
        `${row.due} due`,
        ...(row.due > 0 ? [`the oldest for ${timeLeft(row.oldestDueSeconds)}`] : []),
        ...(row.held > 0 ? [`${row.held} held for a push service or Discord`] : []),
      ].join(", "),
    );
    const { rows } = await pool.query<{ channel: string; state: string; result: string; count: number }>(
      `SELECT channel, state, coalesce(result, '') AS result, count(*) AS count FROM delivery
       WHERE raised_at > now() - interval '1 day' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
    for (const row of rows)
      printer.line(row, ({ channel, state, result, count }) => `${channel}  ${state} ${result}  ${count}`);
    return 0;
  },
};

const deliveries: Command = {
  path: ["notifications", "deliveries"],
  takes: "[--member <uuid>] [--state <state>]",
  summary: `the latest ${listed} deliveries, with hosts and ids, without what they say`,
  details: `States: ${states.join(", ")}. Final ones are kept for 30 days.`,
  async run(call, { storage, printer }) {
    const member = memberOption(call);
    const state = stateOption(call, states);
    const { pool } = (await storage()).database;
    const { rows } = await pool.query<Record<string, string | number | null>>(
      `SELECT d.id, channel, s.host, d.member_id AS "memberId", state, result, attempts, raised_at AS "raisedAt", due_at AS "dueAt"
       FROM delivery d LEFT JOIN push_subscription s ON channel = 'push' AND s.id::text = d.target
       WHERE ($1::uuid IS NULL OR d.member_id = $1) AND ($2::text IS NULL OR state = $2)
       ORDER BY raised_at DESC, d.id LIMIT ${listed}`,
      [member ?? null, state ?? null],
    );
    for (const row of rows)
      printer.line(row, (one) =>
        [
          one["raisedAt"],
          one["id"],
          one["channel"],
          one["host"] ?? "-",
          one["state"],
          one["result"] ?? "",
          one["attempts"],
        ].join("  "),
      );
    return 0;
  },
};

// A delivery that has begun is sent again regardless of the time of day.
const retrySql = `
WITH again AS (
  UPDATE delivery SET state = 'due', result = NULL, attempts = CASE channel WHEN 'mail' THEN 1 ELSE 0 END, due_at = now()
  WHERE state = $1 AND raised_at >= $2 RETURNING channel, member_id, target),
digests AS (
  UPDATE mail_digest g SET state = 'claimed' FROM again a
  WHERE a.channel = 'mail' AND g.member_id = a.member_id AND g.period = a.target)
SELECT count(*)::int AS retried FROM again`;

const retry: Command = {
  path: ["notifications", "retry"],
  takes: "--state <failed|unknown> --since <time> [--accept-duplicates]",
  summary: "send deliveries again that failed, or of which it is not known",
  details:
    "<time> is ISO 8601, such as 2026-11-20T18:00:00+09:00: those raised since then. Pushes older than a day are dropped.\n" +
    "Of unknown ones some may have arrived: they need --accept-duplicates.",
  async run(call, { storage, printer }) {
    const state = stateOption(call, ["failed", "unknown"]);
    const since = new Date(textOption(call, "since") ?? "");
    if (state === undefined || Number.isNaN(since.getTime()))
      throw new UsageError("Give --state failed or unknown, and --since <time>.");
    if (state === "unknown" && !isGiven(call, "accept-duplicates"))
      throw new UsageError("Unknown deliveries may have arrived: give --accept-duplicates.");
    const { pool } = (await storage()).database;
    const { rows } = await pool.query<{ retried: number }>(retrySql, [state, since]);
    printer.line({ retried: rows[0]?.retried ?? 0 }, ({ retried }) => `${retried} deliveries are due again`);
    return 0;
  },
};

const pause: Command = {
  path: ["notifications", "pause"],
  summary: "send nothing more until `notifications resume`; what is raised waits",
  async run(_, { storage, printer }) {
    await (await storage()).database.pool.query("UPDATE sender_state SET paused = true");
    printer.line({ paused: true }, () => "paused");
    return 0;
  },
};

/** Older deliveries carry no news any more. */
const dropLate = `
UPDATE delivery SET state = 'dropped', result = 'stale' WHERE state = 'due' AND due_at < now() - interval '1 hour'`;

const resume: Command = {
  path: ["notifications", "resume"],
  summary: "send again; what has been due for over an hour is dropped",
  async run(_, { storage, printer }) {
    const dropped = await inTransaction((await storage()).database.pool, async (client: pg.PoolClient) => {
      const { rowCount } = await client.query(dropLate);
      await client.query("UPDATE sender_state SET paused = false");
      return rowCount ?? 0;
    });
    printer.line({ paused: false, dropped }, (row) => `sending again; ${row.dropped} dropped`);
    return 0;
  },
};

const test: Command = {
  path: ["notifications", "test"],
  takes: "--member <uuid> --channel <push|mail>",
  summary: "send a test to all devices of a member, or to the confirmed mail address, and say how that ended",
  details: "Also while sending is paused and in quiet hours. 1 where one was not reached, or there is none.",
  async run(call, { config, storage, printer }) {
    const member = memberOption(call);
    const channel = textOption(call, "channel");
    if (member === undefined || (channel !== "push" && channel !== "mail"))
      throw new UsageError("Give --member <uuid> and --channel push or mail.");
    const log = createLogger("error");
    const now = () => new Date();
    const origin = (config.publicUrl ?? new URL("http://localhost")).origin;
    const delivery = openDelivery({
      config,
      storage: await storage(),
      now,
      log,
      origin,
      observe() {},
      onDigest() {},
    });
    try {
      if (!(channel === "push" ? delivery.hasPush : config.mail.smtp))
        throw new Error(
          `There is no ${channel}: docs/operations/settings.md names the settings that it needs.`,
        );
      const outcomes = await (channel === "push" ? delivery.testAll(member) : delivery.testMail(member));
      for (const outcome of outcomes)
        printer.line(outcome, ({ host, state, result }) => [host, state, result].filter(Boolean).join("  "));
      if (outcomes.length === 0)
        printer.note(`This member has no ${channel === "push" ? "devices" : "confirmed address"}.`);
      return outcomes.length > 0 && outcomes.every(({ state }) => state === "sent") ? 0 : 1;
    } finally {
      await delivery.close();
    }
  },
};

export const notificationCommands: readonly Command[] = [status, deliveries, retry, pause, resume, test];
