import { keepEventsShortLived } from "../platform/engine-flags.ts";
import { BrokenOff, Misunderstood } from "./command.ts";
import { operate } from "./operate.ts";
import { sentencesOf } from "./sentences.ts";

/** The process of `npm run ops`. */
keepEventsShortLived();
const ending = new AbortController();
process.once("SIGINT", () => ending.abort(new Error("Broken off.")));
// Whoever reads has seen enough, as `head` does.
process.stdout.on("error", () => process.exit(0));

const { env, stdout: out, stderr: err } = process;
operate(process.argv.slice(2), { env, out, err, signal: ending.signal }).then(
  (code) => process.exit(code),
  (error: unknown) => {
    // Whatever the interrupted work makes of it, unless it knows what that means.
    const isSaid = error instanceof BrokenOff || !ending.signal.aborted;
    const reason = isSaid ? error : ending.signal.reason;
    err.write(`${sentencesOf(reason).join("\n")}\n`);
    if (error instanceof Misunderstood) err.write("\n`npm run ops -- help` lists the commands.\n");
    process.exit(error instanceof Misunderstood ? 2 : 1);
  },
);
