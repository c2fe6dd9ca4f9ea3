import type pg from "pg";
import { v5 as uuidv5 } from "uuid";
import type { Logger } from "../platform/logging.ts";
import { createPolling } from "../platform/polling.ts";
import { lateMs } from "./deliveries.ts";
import { type DigestPeriod, isMissed, periodAt } from "./digest-periods.ts";
import type { Inboxes } from "./inboxes.ts";

interface DigestsDeps {
  readonly pool: pg.Pool;
  readonly inboxes: Pick<Inboxes, "digesting" | "holdAllBefore">;
  /** Host part of message ids. */
  readonly host: string;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
  /** Called with the final state of a digest. */
  readonly onDigest: (result: string) => void;
  readonly everyMs?: number;
}

const digestNames = "7c1d2a8e-53f0-4b66-8d0b-9a4e3c7f1b25";
const messageIdOf = (id: string, host: string) => `<digest-${id}@${host}>`;
/** The id of a digest, equal in all processes. */
const digestIdOf = (member: string, period: string): string => uuidv5(`${member}/${period}`, digestNames);
/** What the relay accepts in about a minute: rows that wait longer count as overdue. */
const atOnce = 60;

// The key of mail_digest allows one row per member and period. A missed digest gets no row of delivery.
const insertSql = `
WITH wanted AS (
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[])
    AS w(member_id, period, id, message_id, ended_at)),
begun AS (
  INSERT INTO mail_digest (member_id, period, state, message_id, at)
  SELECT member_id, period, CASE WHEN $7 THEN 'missed' ELSE 'claimed' END, message_id, $6
  FROM wanted w JOIN member_mail m USING (member_id)
  WHERE m.confirmed_at < w.ended_at AND m.bounced_at IS NULL AND NOT (SELECT paused FROM sender_state)
    AND NOT EXISTS (SELECT FROM mail_digest d WHERE d.member_id = w.member_id AND d.period = w.period)
  LIMIT $8
  ON CONFLICT DO NOTHING RETURNING member_id, period),
put AS (
  INSERT INTO delivery (id, channel, target, member_id, raised_at, due_at)
  SELECT w.id, 'mail', w.period, w.member_id, w.ended_at, $6 FROM wanted w JOIN begun USING (member_id, period)
  WHERE NOT $7
  ON CONFLICT DO NOTHING)
SELECT count(*)::int AS begun FROM begun`;

const recordSql = `
UPDATE mail_digest g SET state = CASE d.state WHEN 'dropped' THEN d.result ELSE d.state END
FROM delivery d
WHERE g.state = 'claimed' AND d.channel = 'mail' AND d.member_id = g.member_id AND d.target = g.period
  AND d.state NOT IN ('due', 'claimed')
RETURNING g.state`;

/** Inserts due digests into `delivery`, once per member and period, and records their outcomes. */
export function createDigests({ pool, inboxes, host, now, log, onDigest, everyMs = 10_000 }: DigestsDeps) {
  async function put(due: readonly (readonly [member: string, period: DigestPeriod])[]): Promise<void> {
    const [first] = due;
    if (!first) return;
    const isLate = isMissed(first[1], now());
    const ids = due.map(([member, { name }]) => digestIdOf(member, name));
    const { rows } = await pool.query<{ begun: number }>({
      name: "put_digests",
      text: insertSql,
      values: [
        due.map(([member]) => member),
        due.map(([, { name }]) => name),
        ids,
        ids.map((id) => messageIdOf(id, host)),
        due.map(([, { to }]) => to),
        now(),
        isLate,
        isLate ? null : atOnce,
      ],
    });
    if (isLate) for (let n = rows[0]?.begun ?? 0; n > 0; n -= 1) onDigest("missed");
  }

  /**
   * Whether the inboxes contain all events of a period. Notifications raised an hour after it are in no mail: no wait
   * after that.
   */
  const isComplete = async ({ to }: DigestPeriod, at: Date) =>
    at.getTime() > to.getTime() + lateMs || (await inboxes.holdAllBefore(to));

  async function putDue(): Promise<void> {
    const at = now();
    const due = (await inboxes.digesting()).flatMap(({ memberId, digest, since }) => {
      const period = periodAt(digest, memberId, at);
      // A digest that is chosen after 08:00 begins with the next period.
      return period && since < period.to ? [[memberId, period] as const] : [];
    });
    const [first] = due;
    if (first && (await isComplete(first[1], at))) await put(due);
    const { rows } = await pool.query<{ state: string }>({ name: "record_digests", text: recordSql });
    for (const { state } of rows) onDigest(state);
  }

  return createPolling({
    job: putDue,
    everyMs,
    onError: (error) => log.warn({ err: error }, "due digests could not be read"),
  });
}
