import { setImmediate as turn } from "node:timers/promises";
import { keepEventsShortLived } from "../platform/engine-flags.ts";
import { BrokenOff, Misunderstood } from "./command.ts";
import { operate } from "./operate.ts";
import { sentencesOf } from "./sentences.ts";

/** The process of `npm run ops`. */
keepEventsShortLived();
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => ending.abort(new Error("Broken off.")));

let unsaid: NodeJS.ErrnoException | undefined;
// Work ends as with Ctrl-C, so that it leaves nothing behind.
process.stdout.on("error", (error) => {
  unsaid ??= error;
  ending.abort(
    new Error(`What this command says could not be written (${(error as NodeJS.ErrnoException).code}).`),
  );
});
// How far work is may go unseen.
process.stderr.on("error", () => {});
/** Whoever reads has seen enough, as `head` does. */
const hasReaderLeft = () => unsaid?.code === "EPIPE";

const { env, stdout: out, stderr: err } = process;
operate(process.argv.slice(2), { env, out, err, signal: ending.signal })
  .then(async (code) => {
    // What became of the last line is told a moment later.
    await turn();
    if (unsaid && !hasReaderLeft()) throw ending.signal.reason;
    process.exit(code);
  })
  .catch((error: unknown) => {
    // Whatever the interrupted work makes of it, unless it knows what that means.
    const isSaid = error instanceof BrokenOff || !ending.signal.aborted;
    const reason = isSaid ? error : ending.signal.reason;
    if (isSaid || !hasReaderLeft()) err.write(`${sentencesOf(reason).join("\n")}\n`);
    if (error instanceof Misunderstood) err.write("\n`npm run ops -- help` lists the commands.\n");
    process.exit(error instanceof Misunderstood ? 2 : 1);
  });
