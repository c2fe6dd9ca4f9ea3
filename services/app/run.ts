import { fileURLToPath } from "node:url";
import { BadConfig, readConfig } from "../platform/config.ts";
import { keepEventsShortLived } from "../platform/engine-flags.ts";
import { closingMs } from "../platform/http/server.ts";
import { createLogger } from "../platform/logging.ts";
import { embeddedDatabase } from "./embedded.ts";

const root = new URL("../../", import.meta.url);

// A closed standard error does not end the process.
process.stderr.on("error", () => {});

/** The process of `npm start`. A failed start is explained in one sentence. */
async function run(): Promise<void> {
  keepEventsShortLived();
  const config = readConfig(process.env, process.argv.slice(2));
  const log = createLogger(config.logLevel);
  // Unhandled rejections end here, too. The rest of the log is written at exit.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error was not caught: the process ends");
    process.exit(1);
  });
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  // The database starts while the modules of the server are loaded.
  const [embedded, { start }] = await Promise.all([embeddedDatabase(config, log), import("./main.ts")]);
  const siteFolder = fileURLToPath(new URL("dist/web", root));
  const system = await start(config, { log, siteFolder }).catch(async (error) => {
    await embedded?.stop();
    throw error;
  });
  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    const maxMs = closingMs + 10_000 + config.drainSeconds * 1000;
    const tooLong = setTimeout(() => {
      say(`Not everything was closed within ${maxMs / 1000} s: the process ends now.`);
      process.exit(1);
    }, maxMs);
    try {
      await system.close();
      await embedded?.stop();
    } catch (error) {
      say((error as Error).message);
      process.exit(1);
    }
    clearTimeout(tooLong);
    process.exit(0);
  };
  process.once("SIGTERM", close);
  process.once("SIGINT", close);
  // Whoever opens the address at once finds the demo.
  await system.demoTried;
  if (!isClosing) process.stderr.write(`\n  알고모임이 열렸어요: ${system.url.origin}\n\n`);
}

run().catch((error: unknown) => {
  const sentences =
    error instanceof BadConfig ? error.problems : [error instanceof Error ? error.message : String(error)];
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
