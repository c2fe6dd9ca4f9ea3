import { v5 as uuidv5 } from "uuid";
import { seoulLocalIso, studyDay, studyDayEnd } from "#contracts/dates";
import type { NotificationKind } from "#contracts/inbox/api";
import { isReminded, weekOf } from "#contracts/rhythm/days";
import type { EventStore } from "../event-store/event-store.ts";
import type { Clock, DueItem } from "../platform/clock.ts";
import { type CommandContext, handle } from "../platform/decider.ts";
import { MemberForgotten } from "../platform/privacy/personal-data.ts";
import { markedDays, rhythmOf } from "../rhythm/facts.ts";
import { isMember } from "../team/facts.ts";
import { inbox, type Notice, type RaiseResult, resultOf } from "./inbox.ts";
import { streamOf } from "./reactors.ts";

const kind = "WRITE_REMINDER";
const minuteMs = 60_000;

interface Reminder {
  readonly teamId: number;
  readonly memberId: string;
  readonly day: string;
  readonly dueAt: Date;
}
type DueReminder = Reminder & DueItem;

interface ReminderDeps {
  readonly store: EventStore;
  readonly readModels: readonly string[];
  readonly dueReminders: (now: Date) => Promise<readonly Reminder[]>;
  /** The days on which a member has an article, with all events so far. */
  readonly writtenDays: (of: {
    readonly teamId: number;
    readonly memberId: string;
    readonly from: string;
    readonly to: string;
  }) => Promise<ReadonlySet<string>>;
  readonly onResult: (kind: NotificationKind, result: Exclude<RaiseResult, "known">) => void;
}

/** Reminds members before their team's day ends (spec/rhythm.md rule 8). */
export const reminderClock = (deps: ReminderDeps): Clock<DueReminder> => ({
  name: "reminders",
  waitsFor: deps.readModels,
  dueItems: async (now) =>
    (await deps.dueReminders(now)).map((reminder) => ({
      ...reminder,
      name: `reminder ${reminder.teamId} ${reminder.memberId} ${reminder.day}`,
      owner: `member ${reminder.memberId}`,
    })),
  command: (item, context) => remind(deps, item, context),
});

/** Appends nothing if the member has written meanwhile, or the day is over. */
async function remind(deps: ReminderDeps, item: DueReminder, context: CommandContext): Promise<void> {
  const { store, onResult } = deps;
  const dayEndsAt = await awaitedUntil(deps, item, context.now);
  if (dayEndsAt === undefined) return;
  const notice = noticeOf(item, dayEndsAt, context);
  try {
    const { answer, repeated } = await handle(store, context, {
      decider: inbox,
      stream: streamOf(item.memberId),
      reads: { personal: "closed" },
      command: { type: "Raise", ...notice, leftAt: undefined },
      answer: (after, events) => ({
        data: events.length > 0 ? ("raised" as const) : resultOf({ ...notice, leftAt: undefined }, after),
      }),
      // It may be due again, as after a rest that is taken back.
      isRecorded: () => false,
    });
    if (!repeated && answer.data !== "known") onResult(kind, answer.data);
  } catch (error) {
    // The member has withdrawn.
    if (!(error instanceof MemberForgotten)) throw error;
  }
}

/** When the team's day ends of which a member is to be reminded now; undefined if there is no need. */
async function awaitedUntil(
  { store, writtenDays }: ReminderDeps,
  { teamId, memberId, day }: Reminder,
  now: Date,
): Promise<string | undefined> {
  const week = weekOf(day);
  const days = { from: week[0] ?? day, to: week.at(-1) ?? day };
  const [team, marked, wrote] = await Promise.all([
    rhythmOf(store, teamId),
    markedDays(store, teamId, memberId),
    writtenDays({ teamId, memberId, ...days }),
  ]);
  const { promises, dayEndsAt } = team;
  const today = studyDay(now, dayEndsAt);
  if (today !== day || !isMember(team.roster, memberId)) return undefined;
  const member = { ...marked, wrote, memberships: team.membershipsOf(memberId) };
  return isReminded({ promises, today }, member, day) ? dayEndsAt : undefined;
}

/** The command's id stands for the source event: a reminder has none. */
function noticeOf(
  { teamId, memberId, day }: Reminder,
  dayEndsAt: string,
  { commandId, now }: CommandContext,
): Notice {
  const lastMinute = new Date(studyDayEnd(day, dayEndsAt).getTime() - minuteMs);
  return {
    memberId,
    notificationId: uuidv5(`${memberId}/${kind}`, commandId),
    kind,
    sourceEventId: commandId,
    sourceOccurredAt: now.toISOString(),
    actorIds: [],
    teamName: null,
    teamId,
    recruitmentId: null,
    articleId: null,
    threadId: null,
    day,
    change: seoulLocalIso(lastMinute).slice(11, 16),
    reason: null,
  };
}
