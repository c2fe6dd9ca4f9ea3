import { benchAppend } from "./append.ts";
import { benchLive } from "./live.ts";
import { benchTyping } from "./typing.ts";

/** `npm run bench -- <name>`: figures of one run, as ratios where machines differ. Never part of the tests. */
const benches: Readonly<Record<string, (print: (line: string) => void) => Promise<void>>> = {
  append: benchAppend,
  live: benchLive,
  typing: benchTyping,
};

const name = process.argv[2] ?? "";
const bench = benches[name];
if (!bench) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(" | ")}\n`);
  process.exit(2);
}
await bench((line) => process.stdout.write(`${line}\n`));
process.exit(0);
