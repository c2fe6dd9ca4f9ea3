import { parseArgs } from "node:util";
import { readModels } from "#projections/read-models";
import { prepareReadModels } from "#projections/schema";
import { readConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logging.ts";
import { openStorage, type Storage } from "../storage.ts";
import { type Call, type Command, Misunderstood } from "./command.ts";
import { commands } from "./commands.ts";
import { helpText } from "./help.ts";
import { createPrinter, type Outputs } from "./printer.ts";

export interface Surroundings extends Outputs {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Carries out one command line of `npm run ops`.
 * @returns the exit code @throws Misunderstood | BadConfig | an Error with one sentence
 */
export async function operate(args: readonly string[], around: Surroundings): Promise<number> {
  const isHelp = args[0] === "help" || args.includes("--help");
  const words = args.filter((arg) => arg !== "help" && arg !== "--help" && arg !== "--json");
  const command = commandOf(words);
  if (isHelp || !command) {
    if (!isHelp && words.length > 0) throw new Misunderstood(`Unknown command: ${words.join(" ")}`);
    around.out.write(helpText(commands, command));
    return isHelp ? 0 : 2;
  }
  const call = parse(command, words.slice(command.path.length));
  const config = readConfig(around.env);
  let opened: Promise<Storage> | undefined;
  const storage = () => {
    opened ??= openStorage(config, createLogger("error")).then(async (each) => {
      await prepareReadModels(each.database.pool, readModels, each.store.start);
      return each;
    });
    return opened;
  };
  const printer = createPrinter(args.includes("--json"), around);
  try {
    return await command.run(call, { config, printer, signal: around.signal, storage });
  } finally {
    await (await opened?.catch(() => undefined))?.close();
  }
}

const commandOf = (words: readonly string[]): Command | undefined =>
  commands.find(({ path }) => path.every((word, index) => words[index] === word));

function parse({ options }: Command, args: readonly string[]): Call {
  try {
    const parsed = parseArgs({ args: [...args], options: options ?? {}, allowPositionals: true });
    return { names: parsed.positionals, options: parsed.values as Call["options"] };
  } catch (error) {
    throw new Misunderstood((error as Error).message);
  }
}
