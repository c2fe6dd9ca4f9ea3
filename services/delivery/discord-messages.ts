import type pg from "pg";
import { v5 as uuidv5 } from "uuid";
import { daysBefore, seoulDate, studyDay, studyDayBegin } from "#contracts/dates";
import { mondayOf } from "#contracts/rhythm/days";
import { isBlank } from "#contracts/texts";
import type { RecordedEvent } from "../event-store/event-store.ts";
import type { Logger } from "../platform/logging.ts";
import { createPolling } from "../platform/polling.ts";
import { lateMs } from "./deliveries.ts";
import type { Teams } from "./teams.ts";

/** What a row of the channel `discord` says; its `target` is the kind and the date, if it has one. */
type DiscordMessage =
  | { readonly kind: "problem"; readonly date: string }
  | { readonly kind: "announcement" }
  /** `date` is the Monday with which the week begins. */
  | { readonly kind: "week"; readonly date: string };

export const targetOf = (message: DiscordMessage) =>
  "date" in message ? `${message.kind} ${message.date}` : message.kind;

export function messageOf(target: string): DiscordMessage {
  const [kind, date = ""] = target.split(" ");
  return kind === "problem" || kind === "week" ? { kind, date } : { kind: "announcement" };
}

const names = "0d5bb0b2-6c1e-4a38-9a36-52c1f0f1d7c4";
/** The id of a message, equal in all processes: of what has the same name, one is sent. */
const idOf = (teamId: number, name: string) => uuidv5(`${teamId} ${name}`, names);

const hourMs = 3_600_000;
/** Changes of an announcement within such a time are one message. */
const collapseMs = 600_000;
/** Delay before an announcement is sent: it may be changed again. */
const waitMs = 15_000;

// A message that had lost its object is due again with a new one: nothing was sent.
const insertSql = `
INSERT INTO delivery AS known (id, channel, target, team_id, raised_at, due_at)
SELECT m.id, 'discord', $2, m.team_id, $4, $5
FROM unnest($1::uuid[], $3::bigint[]) AS m(id, team_id), sender_state WHERE send_after IS NULL OR send_after <= $4
ON CONFLICT (id, channel, target) DO UPDATE
SET state = 'due', result = NULL, attempts = 0, raised_at = excluded.raised_at, due_at = excluded.due_at
WHERE known.state = 'dropped' AND known.result = 'gone-target'`;

interface MessagesDeps {
  readonly pool: pg.Pool;
  readonly teams: Teams;
  readonly now: () => Date;
}

/** Inserts a message for a team whose problem was posted, or whose announcement was changed. */
export function createDiscordMessages({ pool, teams, now }: MessagesDeps) {
  const put = (
    message: DiscordMessage,
    of: { readonly ids: readonly string[]; readonly teamIds: readonly number[] },
    times: { readonly raisedAt: Date; readonly dueAt: Date },
  ) =>
    pool.query({
      name: "put_discord_messages",
      text: insertSql,
      values: [of.ids, targetOf(message), of.teamIds, times.raisedAt, times.dueAt],
    });

  async function announced(teamId: number, raisedAt: Date): Promise<void> {
    if (!(await teams.of(teamId)).webhook) return;
    const id = idOf(teamId, `announcement ${Math.floor(raisedAt.getTime() / collapseMs)}`);
    const dueAt = new Date(raisedAt.getTime() + waitMs);
    await put({ kind: "announcement" }, { ids: [id], teamIds: [teamId] }, { raisedAt, dueAt });
  }

  async function posted(teamId: number, date: string, raisedAt: Date): Promise<void> {
    const { dayEndsAt, webhook } = await teams.of(teamId);
    const today = studyDay(now(), dayEndsAt);
    // For a coming day, a webhook may be linked until then.
    if (date < today || (date === today && !webhook)) return;
    if (date === today && now().getTime() - raisedAt.getTime() > lateMs) return;
    const message = { kind: "problem", date } as const;
    const begin = studyDayBegin(date, dayEndsAt);
    const dueAt = begin > raisedAt ? begin : raisedAt;
    await put(message, { ids: [idOf(teamId, targetOf(message))], teamIds: [teamId] }, { raisedAt, dueAt });
  }

  return {
    async on({ type, data, occurredAt }: RecordedEvent): Promise<void> {
      const teamId = Number(data["teamId"]);
      const raisedAt = new Date(occurredAt);
      if (type === "SubjectPosted") await posted(teamId, String(data["date"]), raisedAt);
      else if (!isBlank(String(data["announcement"]))) await announced(teamId, raisedAt);
    },
    /** The lines of a week that ended. */
    async putWeek({ monday, endedAt }: DiscordWeek): Promise<void> {
      const message = { kind: "week", date: monday } as const;
      const teamIds = await teams.linked();
      const ids = teamIds.map((teamId) => idOf(teamId, targetOf(message)));
      await put(message, { ids, teamIds }, { raisedAt: endedAt, dueAt: now() });
    },
  };
}

export type DiscordMessages = ReturnType<typeof createDiscordMessages>;

interface DiscordWeek {
  /** The first day of the week. */
  readonly monday: string;
  /** 08:00 of the following Monday in Seoul. */
  readonly endedAt: Date;
}

/** A line that has not been sent by noon is not sent. */
const weekOpenMs = 4 * hourMs;
export const isWeekOver = (endedAt: Date, now: Date) => now.getTime() >= endedAt.getTime() + weekOpenMs;

/** The week of which teams are told now; undefined at other times than Monday morning. */
export function weekAt(now: Date): DiscordWeek | undefined {
  const today = seoulDate(now);
  const endedAt = new Date(`${today}T08:00:00+09:00`);
  if (mondayOf(today) !== today || now < endedAt || isWeekOver(endedAt, now)) return undefined;
  return { monday: daysBefore(today, 7), endedAt };
}

interface WeeksDeps {
  readonly messages: Pick<DiscordMessages, "putWeek">;
  readonly teams: Pick<Teams, "holdAllBefore">;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
  readonly everyMs?: number;
}

/** Inserts the lines of the past week on Monday at 08:00 in Seoul, once per process. */
export function createDiscordWeeks({ messages, teams, now, log, everyMs = 10_000 }: WeeksDeps) {
  let done: string | undefined;

  async function putDue(): Promise<void> {
    const week = weekAt(now());
    if (!week || week.monday === done) return;
    const isLate = now().getTime() > week.endedAt.getTime() + hourMs;
    if (!isLate && !(await teams.holdAllBefore(week.endedAt))) return;
    await messages.putWeek(week);
    done = week.monday;
  }
  return createPolling({
    job: putDue,
    everyMs,
    onError: (error) => log.warn({ err: error }, "messages of the past week could not be inserted"),
  });
}
