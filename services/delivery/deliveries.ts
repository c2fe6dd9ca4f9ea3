import type pg from "pg";

export interface Claimed {
  readonly id: string;
  readonly channel: string;
  readonly target: string;
  /** Empty if it is for a team. */
  readonly memberId: string;
  /** The team that a message to Discord is for. */
  readonly teamId: number | null;
  /** This one included. */
  readonly attempts: number;
  readonly raisedAt: Date;
  readonly dueAt: Date;
  /** Position of its event in the log; null if it is unknown. */
  readonly position: string | null;
  /** Whether it waited for the end of quiet hours. */
  readonly held: boolean;
}

/** The next state of a claimed row. A postponed row was not tried. */
export interface Verdict {
  readonly state: "sent" | "dropped" | "failed" | "unknown" | "due";
  readonly result: string | null;
  readonly dueAt?: Date;
  readonly held?: boolean;
  readonly isPostponed?: boolean;
}

/** A wait that its push service asked for a device. */
export interface Throttled {
  readonly target: string;
  readonly memberId: string;
  readonly host: string;
  readonly until: Date;
}

/** An older claim belongs to a process that was killed. */
const claimMs = 60_000;
/** A notification whose source event was older than this is shown in the inbox only. */
export const lateMs = 3_600_000;
const retentionDays = 30;
const hourMs = 3_600_000;

// Rows held for one target are claimed together, with the first of them, so that two processes send one bundle. Rows
// that became due earlier are claimed before: they may have to be held as well.
const claimSql = `
WITH next AS (
  SELECT id, channel, target, held FROM delivery d
  WHERE channel = $1 AND state = 'due' AND due_at <= $2 AND NOT (SELECT paused FROM sender_state)
    AND (NOT held OR NOT EXISTS (
      SELECT FROM delivery e WHERE e.channel = d.channel AND e.target = d.target AND e.state = 'due' AND e.held
        AND (e.due_at, e.id) < (d.due_at, d.id))
      AND NOT EXISTS (
        SELECT FROM delivery e WHERE e.member_id = d.member_id AND e.channel = d.channel AND e.target = d.target
          AND e.state IN ('due', 'claimed') AND NOT e.held AND e.due_at < d.due_at))
  ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
UPDATE delivery d SET state = 'claimed', claimed_at = $2, attempts = d.attempts + 1
FROM next n
WHERE d.state = 'due' AND d.channel = n.channel AND d.target = n.target
  AND (d.id = n.id OR (n.held AND d.held AND d.due_at <= $2))
RETURNING d.id, d.channel, d.target, coalesce(d.member_id::text, '') AS "memberId",
  d.team_id AS "teamId", d.attempts, d.raised_at AS "raisedAt",
  d.due_at AS "dueAt", d.position, d.held`;

// Committed asynchronously: a verdict lost in a crash leaves a claim, which becomes unknown and is not sent again.
const recordSql = `
UPDATE delivery d SET state = v.state, result = v.result, due_at = coalesce(v.due_at, d.due_at),
  held = v.held, attempts = d.attempts - v.untried
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[], $8::smallint[])
  AS v(id, channel, target, state, result, due_at, held, untried)
WHERE d.id = v.id AND d.channel = v.channel AND d.target = v.target AND d.state = 'claimed'
  AND set_config('synchronous_commit', 'off', true) = 'off'`;

const throttledSql = `
SELECT d.target, d.member_id AS "memberId", s.host, max(d.due_at) AS until
FROM delivery d JOIN push_subscription s ON s.id::text = d.target
WHERE d.channel = 'push' AND d.result = 'throttled' AND d.due_at > $1
GROUP BY d.target, d.member_id, s.host`;

const throttledTeamsSql = `
SELECT team_id AS "teamId", max(due_at) AS until FROM delivery
WHERE channel = 'discord' AND result = 'throttled' AND due_at > $1 GROUP BY team_id`;

/** The first hold of a host, in seconds, and the longest. */
const firstHold = 300;
const longestHold = 6 * 3600;

// One that begins before its host was free for as long as it was held before lasts twice as long. Of several processes
// the first one begins it.
const holdSql = `
INSERT INTO push_host_hold AS h (host, until, seconds) VALUES ($1, $2::timestamptz + make_interval(secs => $3), $3)
ON CONFLICT (host) DO UPDATE SET
  seconds = CASE WHEN h.until + make_interval(secs => h.seconds) < $2 THEN $3 ELSE least(2 * h.seconds, $4) END,
  until = $2::timestamptz + make_interval(secs =>
    CASE WHEN h.until + make_interval(secs => h.seconds) < $2 THEN $3 ELSE least(2 * h.seconds, $4) END)
WHERE h.until <= $2`;

const sentSql = `
SELECT member_id AS "memberId", count(DISTINCT id) AS "atMost",
  count(DISTINCT id) FILTER (WHERE state <> 'claimed') AS sent
FROM delivery
WHERE channel = 'push' AND member_id = ANY ($1::uuid[]) AND claimed_at > $2 AND id <> ALL ($3::uuid[])
  AND state IN ('sent', 'unknown', 'claimed') AND result IS DISTINCT FROM 'bundled'
GROUP BY member_id`;

/** The rows of `delivery` (spec/notifications.md rule 18): due, claimed, or ended. */
export class Deliveries {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;

  constructor(pool: pg.Pool, now: () => Date) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Commits before it returns, so that no other process sends a claimed row, nor this one after a restart. */
  async claim(channel: string, atMost: number): Promise<Claimed[]> {
    const { rows } = await this.#pool.query<
      Omit<Claimed, "raisedAt" | "dueAt"> & Record<"raisedAt" | "dueAt", string>
    >({
      name: "claim_deliveries",
      text: claimSql,
      values: [channel, this.#now(), atMost],
    });
    return rows.map((row) => ({ ...row, raisedAt: new Date(row.raisedAt), dueAt: new Date(row.dueAt) }));
  }

  /** Rows that are no longer claimed stay as they are. */
  async record(verdicts: readonly (readonly [Claimed, Verdict])[]): Promise<void> {
    await this.#pool.query({
      name: "record_deliveries",
      text: recordSql,
      values: [
        verdicts.map(([{ id }]) => id),
        verdicts.map(([{ channel }]) => channel),
        verdicts.map(([{ target }]) => target),
        verdicts.map(([, { state }]) => state),
        verdicts.map(([, { result }]) => result),
        verdicts.map(([, { dueAt }]) => dueAt ?? null),
        verdicts.map(([row, { held }]) => held ?? row.held),
        verdicts.map(([, { isPostponed }]) => Number(isPostponed ?? false)),
      ],
    });
  }

  /** Ends claims of killed processes as `unknown`. Returns the channel of each. */
  async giveUpOldClaims(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ channel: string }>(
      `UPDATE delivery SET state = 'unknown', result = 'interrupted'
       WHERE state = 'claimed' AND claimed_at < $1 RETURNING channel`,
      [new Date(this.#now().getTime() - claimMs)],
    );
    return rows.map(({ channel }) => channel);
  }

  /** Devices whose push service asked to wait. */
  async throttled(): Promise<Throttled[]> {
    const { rows } = await this.#pool.query<Omit<Throttled, "until"> & { until: string }>({
      name: "throttled_devices",
      text: throttledSql,
      values: [this.#now()],
    });
    return rows.map((row) => ({ ...row, until: new Date(row.until) }));
  }

  /** Teams for whose webhook Discord asked to wait, and until when. */
  async throttledTeams(): Promise<ReadonlyMap<number, Date>> {
    const { rows } = await this.#pool.query<{ teamId: number; until: string }>({
      name: "throttled_teams",
      text: throttledTeamsSql,
      values: [this.#now()],
    });
    return new Map(rows.map(({ teamId, until }) => [Number(teamId), new Date(until)]));
  }

  /** Hosts that currently get nothing, with the end of that time. */
  async heldHosts(): Promise<readonly { readonly host: string; readonly until: Date }[]> {
    const { rows } = await this.#pool.query<{ host: string; until: string }>({
      name: "held_hosts",
      text: "SELECT host, until FROM push_host_hold WHERE until > $1",
      values: [this.#now()],
    });
    return rows.map(({ host, until }) => ({ host, until: new Date(until) }));
  }

  /** Holds a host, unless it is held. Returns until when. */
  async holdHost(host: string): Promise<Date> {
    await this.#pool.query(holdSql, [host, this.#now(), firstHold, longestHold]);
    const { rows } = await this.#pool.query<{ until: string }>(
      "SELECT until FROM push_host_hold WHERE host = $1",
      [host],
    );
    return rows[0] ? new Date(rows[0].until) : this.#now();
  }

  /** Number of notifications sent to members within the last hour, without `but`; `atMost` includes claimed rows. */
  async sentWithinHour(
    members: readonly string[],
    but: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly sent: number; readonly atMost: number }>> {
    const { rows } = await this.#pool.query<{ memberId: string; sent: number; atMost: number }>({
      name: "sent_within_hour",
      text: sentSql,
      values: [members, new Date(this.#now().getTime() - hourMs), but],
    });
    return new Map(
      rows.map(({ memberId, sent, atMost }) => [memberId, { sent: Number(sent), atMost: Number(atMost) }]),
    );
  }

  /** Notifications of a member that were raised too late for a digest. */
  async late(memberId: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.#pool.query<{ id: string }>(
      "SELECT id FROM delivery WHERE member_id = $1 AND channel = 'mail' AND target = 'late'",
      [memberId],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async sendAfter(): Promise<Date | undefined> {
    const { rows } = await this.#pool.query<{ at: string | null }>(
      "SELECT send_after AS at FROM sender_state",
    );
    return rows[0]?.at ? new Date(rows[0].at) : undefined;
  }

  /** Drops rows of channels that were switched off, which no process claims. */
  async dropAllBut(channels: readonly string[]): Promise<void> {
    await this.#pool.query(
      "UPDATE delivery SET state = 'dropped', result = 'off' WHERE state = 'due' AND channel <> ALL ($1)",
      [channels],
    );
  }

  async prune(): Promise<void> {
    const before = new Date(this.#now().getTime() - retentionDays * 24 * hourMs);
    await this.#pool.query("DELETE FROM delivery WHERE state NOT IN ('due', 'claimed') AND raised_at < $1", [
      before,
    ]);
    await this.#pool.query("DELETE FROM mail_digest WHERE at < $1", [before]);
    await this.#pool.query("DELETE FROM push_host_hold WHERE until < $1", [before]);
  }

  /** `held` rows wait for a push service or Discord. */
  async state(): Promise<{ paused: boolean; due: number; held: number; oldestDueSeconds: number }> {
    const { rows } = await this.#pool.query<
      Record<"due" | "held", number> & { paused: boolean; oldest: string }
    >(
      `SELECT paused, count(d.id) FILTER (WHERE due_at <= $1) AS due, min(due_at) AS oldest,
         count(d.id) FILTER (WHERE due_at > $1 AND result IN ('throttled', 'host-held')) AS held
       FROM sender_state LEFT JOIN delivery d ON d.state = 'due' GROUP BY paused`,
      [this.#now()],
    );
    const [row] = rows;
    const oldest = row?.oldest ? (this.#now().getTime() - Date.parse(row.oldest)) / 1000 : 0;
    return {
      paused: row?.paused ?? false,
      due: Number(row?.due ?? 0),
      held: Number(row?.held ?? 0),
      oldestDueSeconds: Math.max(0, oldest),
    };
  }
}
