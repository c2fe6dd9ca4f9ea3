import { keepEventsShortLived } from "#services/platform/engine-flags";
import { benchAgainst } from "./against.ts";
import { type Bench, runBench } from "./figures.ts";

/**
 * `npm run bench -- <name> [--json]`: figures of one run, as ratios where machines differ. Ends with 1 when a bar was
 * missed; `bundle` is part of the tests. `--against <commit>` prints those of another commit beside them.
 */
const benches: Readonly<Record<string, () => Promise<Bench["run"]>>> = {
  append: async () => (await import("./append.ts")).benchAppend,
  apply: async () => (await import("./apply.ts")).benchApply,
  bundle: async () => (await import("./bundle.ts")).benchBundle,
  attendance: async () => (await import("./attendance.ts")).benchAttendance,
  "catch-up": async () => (await import("./catch-up.ts")).benchCatchUp,
  deliveries: async () => (await import("./deliveries.ts")).benchDeliveries,
  discussion: async () => (await import("./discussion.ts")).benchDiscussion,
  grown: async () => (await import("./grown.ts")).benchGrown,
  live: async () => (await import("./live.ts")).benchLive,
  midnight: async () => (await import("./midnight.ts")).benchMidnight,
  notify: async () => (await import("./notify.ts")).benchNotify,
  page: async () => (await import("./page.ts")).benchPage,
  read: async () => (await import("./read.ts")).benchRead,
  rebuild: async () => (await import("./rebuild.ts")).benchRebuild,
  search: async () => (await import("./search.ts")).benchSearch,
  typing: async () => (await import("./typing.ts")).benchTyping,
  command: async () => (await import("./command.ts")).benchCommand,
  day: async () => (await import("./day.ts")).benchDay,
  memory: async () => (await import("./memory.ts")).benchMemory,
  start: async () => (await import("./start.ts")).benchStart,
  today: async () => (await import("./today.ts")).benchToday,
};

// As the processes of the product.
keepEventsShortLived();
const name = process.argv[2] ?? "";
const run = await benches[name]?.();
if (!run) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(" | ")}\n`);
  process.exit(2);
}
const print = (line: string) => process.stdout.write(`${line}\n`);
const against = process.argv.indexOf("--against");
const commit = process.argv[against + 1];
if (against > 0 && commit) {
  benchAgainst(name, commit, print);
  process.exit(0);
}
process.exit((await runBench({ name, run }, print, process.argv.includes("--json"))) ? 0 : 1);
