import {
  assertPostgresLog,
  type Command,
  type Context,
  countOption,
  isGiven,
  type OpsCall,
  textOption,
  UsageError,
} from "../command.ts";
import { buildFromLog, passNotifications } from "../load-log.ts";
import { meter } from "../printer.ts";
import { isProjectorAtWork } from "../status.ts";
import { idsNeeded, type SeedPlan, seedFacts } from "./facts.ts";
import { grownPlan } from "./grown-plan.ts";
import { reserveIds } from "./ids.ts";
import { loadFacts } from "./load.ts";

const largestTeam = 50;
const usual: SeedPlan = { teams: 3, members: 12, days: 10 };

export const seed: Command = {
  path: ["seed"],
  takes: "--teams N --members N --days N [--events] | --grown [--scale N]",
  summary: "teams with a past, to try things out or for load",
  details:
    "Through the commands of the system, as people would do it; with --events straight as valid events, which is quick\n" +
    "enough for millions. --members counts people in all.\n" +
    "--grown fills an empty log with the past of three years around one team of 50 and one member of 30 teams, who signs\n" +
    "in as dotori; with --scale 0.1 a tenth of it.\n" +
    "Without numbers: --teams 3 --members 12 --days 10. Not in production. Interrupted, what was made by then stays.",
  async run(call, context) {
    const { config, storage, printer, signal } = context;
    if (config.isProduction) throw new Error("Seeded members are not permitted in production.");
    if (isGiven(call, "grown")) return grown(scaleOf(call), context);
    const plan = planOf(
      countOption(call, "teams", usual.teams),
      countOption(call, "members", usual.members),
      countOption(call, "days", usual.days),
    );
    if (!["teams", "members", "days"].some((name) => name in call.options))
      printer.note(
        `No numbers are given: ${usual.teams} teams, ${usual.members} people, ${usual.days} days.`,
      );
    const opened = await storage();
    const began = performance.now();
    const isStraight = isGiven(call, "events");
    const report = meter(printer, "seed", isStraight ? eventsOf(plan) : commandsOf(plan));
    const onStep = (done: number) => {
      signal.throwIfAborted();
      report(done);
    };
    if (!isStraight) {
      // The module loads login and all contexts, which other commands should not wait for.
      const { playSeed } = await import("./play.ts");
      const commands = await playSeed(plan, opened, onStep);
      printer.line({ ...plan, commands }, () => `${commands} commands executed`);
      return 0;
    }
    assertPostgresLog(config);
    const { pool } = opened.database;
    const ids = await reserveIds(pool, idsNeeded(plan));
    const facts = seedFacts(plan, ids, opened.secrets.seal("4821"), new Date());
    const events = await loadFacts({ pool, keys: opened.keys }, facts, onStep);
    await passNotifications(pool, await opened.store.head());
    const perSecond = Math.round((events * 1000) / (performance.now() - began));
    printer.line({ ...plan, events, perSecond }, () => `${events} events, ${perSecond} per second`);
    return 0;
  },
};

async function grown(scale: number, context: Context): Promise<number> {
  const { config, storage, printer, signal } = context;
  assertPostgresLog(config);
  const opened = await storage();
  const report = meter(printer, "seed", Math.round(eventsOfGrown * scale));
  const { seedGrown } = await import("./grown.ts");
  const events = await seedGrown(grownPlan(scale), opened, (done) => {
    signal.throwIfAborted();
    report(done);
  });
  // A running projector brings the read models up to the log itself.
  if (!(await isProjectorAtWork(opened)))
    await buildFromLog({ ...opened, pool: opened.database.pool }, context);
  printer.line({ scale, events }, () => `${events} events`);
  return 0;
}

/** With scale 1, for the remaining time. */
const eventsOfGrown = 82_000;

function scaleOf(call: OpsCall): number {
  const scale = Number(textOption(call, "scale") ?? 1);
  if (!(scale > 0 && scale <= 1)) throw new UsageError("--scale is a number above 0, and at most 1.");
  return scale;
}

/** Members sign up, write their profiles and create or join a team; each day has problems and articles. */
const commandsOf = ({ teams, members, days }: SeedPlan) => 3 * members + days * (teams + members);

/** Includes recruitments and edited or deleted articles; an estimate for the remaining time. */
const eventsOf = (plan: SeedPlan) =>
  Math.round(commandsOf(plan) + plan.teams / 2 + (plan.days * plan.members) / 22);

function planOf(teams: number, members: number, days: number): SeedPlan {
  if (members < teams) throw new UsageError("Each team needs a member: --members is at least --teams.");
  if (members > teams * largestTeam) throw new UsageError(`A team holds at most ${largestTeam} people.`);
  return { teams, members, days };
}
