import { parseArgs } from "node:util";
import { prepareReadModels } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { openStorage, type Storage } from "../app/storage.ts";
import { readConfig } from "../platform/config.ts";
import { assertUnlocked } from "../platform/database/exclusive.ts";
import { createLogger } from "../platform/logging.ts";
import { type Command, type Context, type OpsCall, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { helpText } from "./help.ts";
import { createPrinter, type Outputs } from "./printer.ts";

export interface Surroundings extends Outputs {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Executes one command line of `npm run ops`.
 * @returns the exit code
 * @throws UsageError | BadConfig | an Error with one sentence
 */
export async function operate(args: readonly string[], around: Surroundings): Promise<number> {
  const isHelp = args[0] === "help" || args.includes("--help");
  const words = args.slice(args[0] === "help" ? 1 : 0).filter((arg) => arg !== "--help" && arg !== "--json");
  const command = commandOf(words);
  const group = isHelp && words.length === 1 ? commands.filter(({ path }) => path[0] === words[0]) : [];
  if (!command && words.length > 0 && group.length === 0) throw new UsageError(unknown(words));
  if (isHelp || !command) {
    around.out.write(helpText(group.length > 0 ? group : commands, command));
    return isHelp ? 0 : 2;
  }
  const call = parse(command, words.slice(command.path.length));
  const config = readConfig(around.env);
  let opened: Promise<Storage> | undefined;
  const storage: Context["storage"] = (as) => {
    const welcome = as === "exclusive" ? undefined : assertUnlocked;
    opened ??= openStorage(config, createLogger("error"), welcome).then(async (each) => {
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

/** Lists the commands that begin with the first word. */
function unknown(words: readonly string[]): string {
  const [first] = words;
  const nexts = commands.filter(({ path }) => path[0] === first).map(({ path }) => path.join(" "));
  return `Unknown command: ${words.join(" ")}${nexts.length > 0 ? `. There is: ${nexts.join(", ")}` : ""}`;
}

function parse({ path, takes = "" }: Command, args: readonly string[]): OpsCall {
  const known = [...takes.matchAll(/--([a-z-]+)( [<\w])?/g)].map(
    ([, name = "", value]) => [name, { type: value ? ("string" as const) : ("boolean" as const) }] as const,
  );
  const options = Object.fromEntries(known);
  const { tokens, values, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "positional" && !/^(<|\[name)/.test(takes))
      throw new UsageError(`${path.join(" ")} takes only options, not ${token.value}.`);
    if (token.kind !== "option") continue;
    const type = options[token.name]?.type;
    if (!type) throw new UsageError(`${path.join(" ")} has no option ${token.rawName}.`);
    if (type === "string" && !token.value) throw new UsageError(`${token.rawName} needs a value.`);
    if (type === "boolean" && token.value) throw new UsageError(`${token.rawName} takes no value.`);
  }
  return { names: positionals, options: values as OpsCall["options"] };
}
