import { setImmediate as turn } from "node:timers/promises";
import { keepEventsShortLived } from "../platform/engine-flags.ts";
import { Interrupted, UsageError } from "./command.ts";
import { messagesOf } from "./error-messages.ts";
import { operate } from "./operate.ts";

/** The entry point of `npm run ops`. */
keepEventsShortLived();
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => ending.abort(new Error("Interrupted.")));

let outputError: NodeJS.ErrnoException | undefined;
// A closed output ends the command like Ctrl-C, so that it cleans up.
process.stdout.on("error", (error) => {
  outputError ??= error;
  ending.abort(
    new Error(`The output of this command could not be written (${(error as NodeJS.ErrnoException).code}).`),
  );
});
// A lost progress line is no reason to fail.
process.stderr.on("error", () => {});
/** Commands such as `head` close the pipe early. */
const isPipeClosed = () => outputError?.code === "EPIPE";

const { env, stdout: out, stderr: err } = process;
operate(process.argv.slice(2), { env, out, err, signal: ending.signal })
  .then(async (code) => {
    // An error while writing the last line is reported a turn later.
    await turn();
    if (outputError && !isPipeClosed()) throw ending.signal.reason;
    process.exit(code);
  })
  .catch((error: unknown) => {
    // Other errors of interrupted work are consequences of the interruption.
    const isOwn = error instanceof Interrupted || !ending.signal.aborted;
    const reason = isOwn ? error : ending.signal.reason;
    if (isOwn || !isPipeClosed()) err.write(`${messagesOf(reason).join("\n")}\n`);
    if (error instanceof UsageError) err.write("\n`npm run ops -- help` lists the commands.\n");
    process.exit(error instanceof UsageError ? 2 : 1);
  });
