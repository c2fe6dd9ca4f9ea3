import { constants, getPriority, setPriority } from "node:os";
import { BuildInProgress } from "#projections/building/build";
import { readModels } from "#projections/read-models";
import { rebuildReadModels } from "#projections/rebuild";
import { verifyReadModels } from "#projections/verify";
import { type Command, isGiven, UsageError } from "./command.ts";
import { acceptShorterLog } from "./shorter-log.ts";
import { isProjectorAtWork, printReadModels } from "./status.ts";

export const listProjections: Command = {
  path: ["projections", "list"],
  summary: "read models with version, state, checkpoint and lag",
  run: async (_, context) => printReadModels(context, await context.storage()),
};

export const rebuildProjections: Command = {
  path: ["projections", "rebuild"],
  takes: "<name…> | --all [--accept-shorter-log]",
  summary: "rebuild beside the serving tables, then swap",
  details:
    "The system may be running: its tables serve and move on until the swap. All that are named are built in one pass\n" +
    "of the log. Interrupted, the same command continues where it was (a killed one counts as interrupted after 15 s).\n" +
    "With --accept-shorter-log an EventStoreDB that was restored from an older copy is taken as it is, with the system\n" +
    "stopped: what it lacks is lost.",
  async run(call, context) {
    const { storage, printer, signal } = context;
    const isAll = isGiven(call, "all");
    if (isAll === call.names.length > 0) throw new UsageError("Name read models, or --all.");
    if (isGiven(call, "accept-shorter-log")) {
      if (!isAll) throw new UsageError("A shorter log can only be accepted for all read models: add --all.");
      return acceptShorterLog(context);
    }
    const opened = await storage();
    const { store, replay, database } = opened;
    lowerPriority();
    const began = performance.now();
    try {
      await rebuildReadModels({ store, replay, pool: database.pool }, named(call.names), {
        signal,
        onProgress: printer.progress,
        onSwap: ({ name, events, swapMs }) =>
          printer.line(
            {
              name,
              rebuilt: true,
              events,
              swapMs: Math.round(swapMs),
              ms: Math.round(performance.now() - began),
            },
            (row) => `${row.name.padEnd(18)} rebuilt from ${row.events} events, swapped in ${row.swapMs} ms`,
          ),
      });
    } catch (error) {
      if (!(error instanceof BuildInProgress)) throw error;
      throw new Error(`${error.message}. If that process was killed, try again in 15 s.`);
    }
    if (!(await isProjectorAtWork(opened)))
      printer.note("Each stands where it stood before: no projector is running that would follow the log.");
    return 0;
  },
};

export const verifyProjections: Command = {
  path: ["projections", "verify"],
  takes: "[name…]",
  summary: "build aside and compare row by row with the serving tables",
  async run({ names }, { storage, printer, signal }) {
    const { store, replay, database } = await storage();
    let differing = 0;
    for await (const found of verifyReadModels({ store, replay, pool: database.pool }, named(names))) {
      signal.throwIfAborted();
      differing += found.differing;
      printer.line(
        found,
        ({ name, rows, differing: count }) =>
          `${name.padEnd(18)} ${rows} rows, ${count === 0 ? "all equal" : `${count} differ`}`,
      );
      for (const { kind, key, columns } of found.differences)
        printer.note(`  ${kind} ${JSON.stringify(key)} ${columns.join(", ")}`);
    }
    return differing === 0 ? 0 : 1;
  },
};

/** Gives way to readers and writers, at no measurable cost for the build. */
function lowerPriority(): void {
  try {
    // The process may have been started with a lower priority, which only root may raise.
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // The system does not permit it.
  }
}

function named(names: readonly string[]) {
  const unknown = names.filter((name) => !readModels.some((model) => model.name === name));
  if (unknown.length > 0)
    throw new UsageError(
      `Unknown read model: ${unknown.join(", ")}. There is: ${readModels.map(({ name }) => name).join(", ")}`,
    );
  return readModels.filter(({ name }) => names.length === 0 || names.includes(name));
}
