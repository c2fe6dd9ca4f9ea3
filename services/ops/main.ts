import { parseArgs } from "node:util";
import { readModels } from "#projections/read-models";
import { prepareReadModels } from "#projections/schema";
import { BadConfig, readConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logging.ts";
import { openStorage, type Storage } from "../storage.ts";
import { type Command, Misunderstood } from "./command.ts";
import { commands } from "./commands.ts";
import { helpText } from "./help.ts";
import { createPrinter } from "./printer.ts";

/** The process of `npm run ops`. */
async function main(args: readonly string[]): Promise<number> {
  const isHelp = args[0] === "help" || args.includes("--help");
  const words = args.filter((arg) => arg !== "help" && arg !== "--help" && arg !== "--json");
  const command = commandOf(words);
  if (isHelp || !command) {
    if (!isHelp && words.length > 0) throw new Misunderstood(`Unknown command: ${words.join(" ")}`);
    process.stdout.write(helpText(commands, command));
    return isHelp ? 0 : 2;
  }
  const { values, positionals } = parse(command, words.slice(command.path.length));
  const config = readConfig(process.env);
  const log = createLogger("error");
  const ending = new AbortController();
  process.once("SIGINT", () => ending.abort(new Error("Broken off.")));
  let opened: Promise<Storage> | undefined;
  const storage = () => {
    opened ??= openStorage(config, log).then(async (each) => {
      await prepareReadModels(each.database.pool, readModels, each.store.start);
      return each;
    });
    return opened;
  };
  const printer = createPrinter(args.includes("--json"));
  try {
    const call = { names: positionals, options: values as Record<string, string | boolean | undefined> };
    return await command.run(call, { config, printer, signal: ending.signal, storage });
  } finally {
    await (await opened?.catch(() => undefined))?.close();
  }
}

/** The longest path that the words begin with. */
const commandOf = (words: readonly string[]): Command | undefined =>
  commands.find(({ path }) => path.every((word, index) => words[index] === word));

function parse({ options }: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: options ?? {}, allowPositionals: true });
  } catch (error) {
    throw new Misunderstood((error as Error).message);
  }
}

// Whoever reads has seen enough, as `head` does.
process.stdout.on("error", () => process.exit(0));

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const sentences =
      error instanceof BadConfig ? error.faults : [error instanceof Error ? error.message : String(error)];
    process.stderr.write(`${sentences.join("\n")}\n`);
    if (error instanceof Misunderstood) process.stderr.write("\n`npm run ops -- help` lists the commands.\n");
    process.exit(error instanceof Misunderstood ? 2 : 1);
  },
);
