export {};

type Print = (line: string) => void;
/** False when a budget was broken. */
type Bench = (print: Print, isJson: boolean) => Promise<unknown>;

/**
 * `npm run bench -- <name> [--json]`: figures of one run, as ratios where machines differ. `bundle` and `page` hold to
 * budgets and end with 1 above them; `bundle` is part of the tests.
 */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  append: async () => (await import("./append.ts")).benchAppend,
  bundle: async () => (await import("./bundle.ts")).benchBundle,
  live: async () => (await import("./live.ts")).benchLive,
  page: async () => (await import("./page.ts")).benchPage,
  rebuild: async () => (await import("./rebuild.ts")).benchRebuild,
  typing: async () => (await import("./typing.ts")).benchTyping,
};

const name = process.argv[2] ?? "";
const bench = await benches[name]?.();
if (!bench) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(" | ")}\n`);
  process.exit(2);
}
const isWithin = await bench((line) => process.stdout.write(`${line}\n`), process.argv.includes("--json"));
process.exit(isWithin === false ? 1 : 0);
