import { daysAfter, studyDay, studyDayBegin } from "#contracts/dates";
import type { Logger } from "../platform/logging.ts";
import type { Claimed, Deliveries, Verdict } from "./deliveries.ts";
import type { Discord } from "./discord.ts";
import { isWeekOver, messageOf } from "./discord-messages.ts";
import { announcementText, problemText, weekText } from "./discord-texts.ts";
import { oncePerHour } from "./once-per-hour.ts";
import type { Outcome } from "./outcome.ts";
import type { DeliveryChannel, Job } from "./sender.ts";
import type { Teams, TeamWebhook, ToldTeam } from "./teams.ts";

interface DiscordChannelDeps {
  readonly deliveries: Pick<Deliveries, "sendAfter" | "throttledTeams">;
  readonly teams: Teams;
  readonly discord: Discord;
  /** Public address of the product. */
  readonly origin: string;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
}

const atOnce = 4;
const claimed = 8;
const dayMs = 86_400_000;

const drop = (result: string): Verdict => ({ state: "dropped", result });
const wait = (dueAt: Date): Verdict => ({ state: "due", result: null, dueAt, isPostponed: true });

/** Messages to the Discord webhooks of teams. A row is one message of one team. */
export function discordChannel(deps: DiscordChannelDeps): DeliveryChannel & {
  /** Sends a text now, outside of the queue. */
  readonly sendNow: (teamId: number, webhook: TeamWebhook, text: string) => Promise<Outcome>;
  /** Whether Discord asked to wait. */
  readonly isPaused: (webhook: TeamWebhook) => boolean;
} {
  const { deliveries, teams, discord, origin, now } = deps;
  const logRefusal = oncePerHour(deps.log, now);

  async function sendNow(teamId: number, webhook: TeamWebhook, text: string): Promise<Outcome> {
    const outcome = await discord.send(webhook.address, text);
    if (outcome.state === "failed") logRefusal("discord", outcome.result, "Discord refused a message");
    if (outcome.state === "dropped") await teams.stop(teamId, webhook);
    return outcome;
  }

  /** What a message says now, or why it says nothing. */
  async function contentOf(row: Claimed, teamId: number, team: ToldTeam): Promise<string | Verdict> {
    const message = messageOf(row.target);
    const page = `${origin}/team-dashboard/${teamId}`;
    if (message.kind === "announcement") {
      if (now().getTime() - row.raisedAt.getTime() > dayMs) return drop("stale");
      return team.hasAnnouncement ? announcementText(page) : drop("gone-target");
    }
    const { date } = message;
    if (message.kind === "problem") {
      const today = studyDay(now(), team.dayEndsAt);
      if (today > date) return drop("stale");
      // The end of the team's day was changed meanwhile.
      if (today < date) return wait(studyDayBegin(date, team.dayEndsAt));
      const title = await teams.problem(teamId, date);
      return title === undefined
        ? drop("gone-target")
        : problemText(title, `${page}?date=${date}&show=subject`);
    }
    if (isWeekOver(row.raisedAt, now())) return drop("stale");
    const written = await teams.written(teamId, date, daysAfter(date, 6));
    return written.articles === 0 ? drop("empty") : weekText(team.name, written);
  }

  async function prepared(
    row: Claimed,
    { sendAfter, throttled }: { sendAfter: Date | undefined; throttled: ReadonlyMap<number, Date> },
  ): Promise<Verdict | Job> {
    const { teamId } = row;
    if (teamId === null || (sendAfter && row.raisedAt < sendAfter)) return drop("restored");
    const team = await teams.of(teamId);
    const { webhook } = team;
    const isTooNew = (linked: TeamWebhook) =>
      messageOf(row.target).kind === "week" && linked.since > row.raisedAt;
    if (!webhook || isTooNew(webhook)) return drop("unlinked");
    const content = await contentOf(row, teamId, team);
    if (typeof content !== "string") return content;
    const isPaused = () => discord.pausedUntil(webhook.address);
    const until = throttled.get(teamId) ?? isPaused();
    if (until) return wait(until);
    return {
      rows: [row],
      send: () => sendNow(teamId, webhook, content),
      isOutdated: () => isPaused() !== undefined,
    };
  }

  return {
    name: "discord",
    atOnce,
    claimed,
    sendNow,
    isPaused: ({ address }) => discord.pausedUntil(address) !== undefined,
    async prepare(rows) {
      const [sendAfter, throttled] = await Promise.all([deliveries.sendAfter(), deliveries.throttledTeams()]);
      const settled: (readonly [Claimed, Verdict])[] = [];
      const jobs: Job[] = [];
      for (const row of rows) {
        const found = await prepared(row, { sendAfter, throttled });
        if ("send" in found) jobs.push(found);
        else settled.push([row, found]);
      }
      return { settled, jobs };
    },
  };
}
