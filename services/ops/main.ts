import { readModelRows } from "#projections/checkpoints";
import { readModels } from "#projections/read-models";
import { rebuildReadModel } from "#projections/rebuild";
import { readWholeRoleHistory } from "#projections/role-history";
import { prepareReadModels } from "#projections/schema";
import { isTeam } from "#projections/team-page";
import { verifyReadModel } from "#projections/verify";
import { BadConfig, readConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logging.ts";
import { openStorage, type Storage } from "../storage.ts";
import { printRoles } from "./audit-roles.ts";
import { createPrinter, type Printer } from "./printer.ts";

const help = `알고모임 operations

  npm run ops -- status                            head of the log, checkpoint of every read model
  npm run ops -- projections list                  read models with version, state and checkpoint
  npm run ops -- projections rebuild <name…|--all> build anew beside the serving tables, then swap
  npm run ops -- projections verify [name…]        build aside and compare row by row
  npm run ops -- audit roles --team <id> [--csv]   who changed whose role, oldest first
  npm run ops -- help

  --json   one JSON document per line instead of text

The settings are those of the server (README). The system may be running.
Exit codes: 0 done, 1 failed or different, 2 not understood.
`;

class Misunderstood extends Error {}

async function run(args: readonly string[], storage: Storage, printer: Printer): Promise<number> {
  const [topic, action, ...rest] = args;
  await prepareReadModels(storage.database.pool, readModels, storage.store.start);
  if (topic === "status") return status(storage, printer);
  if (topic === "projections" && action === "list") return list(storage, printer);
  if (topic === "projections" && action === "rebuild") return rebuild(rest, storage, printer);
  if (topic === "projections" && action === "verify") return verify(rest, storage, printer);
  if (topic === "audit" && action === "roles") return auditRoles(rest, storage, printer);
  throw new Misunderstood(`Unknown command: ${args.join(" ")}`);
}

/** Every change of roles in a team, oldest first. */
async function auditRoles(
  args: readonly string[],
  { database: { kysely: db } }: Storage,
  printer: Printer,
): Promise<number> {
  const teamId = teamOf(args);
  if (!(await isTeam(db, teamId))) {
    process.stderr.write(`There is no team ${teamId}.\n`);
    return 1;
  }
  printRoles(await readWholeRoleHistory(db, teamId), printer, args.includes("--csv"));
  return 0;
}

function teamOf(args: readonly string[]): number {
  const teamId = Number(args[args.indexOf("--team") + 1]);
  if (!args.includes("--team") || !Number.isInteger(teamId) || teamId < 1)
    throw new Misunderstood("Name the team: --team <id>.");
  return teamId;
}

async function status(storage: Storage, printer: Printer): Promise<number> {
  printer.line({ head: await storage.store.head() }, ({ head }) => `log        ${head}`);
  return list(storage, printer);
}

async function list({ database }: Storage, printer: Printer): Promise<number> {
  const rows = await readModelRows(database.pool);
  for (const { name, version, state, checkpoint, events } of rows)
    printer.line(
      { name, version, state, checkpoint, events },
      (row) =>
        `${row.name.padEnd(16)} v${row.version}  ${row.state.padEnd(12)} ${row.checkpoint}  ${row.events} events`,
    );
  return rows.some(({ state }) => state === "stopped") ? 1 : 0;
}

function named(names: readonly string[]) {
  const unknown = names.filter((name) => !readModels.some((model) => model.name === name));
  if (unknown.length > 0) throw new Misunderstood(`Unknown read model: ${unknown.join(", ")}`);
  return readModels.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function rebuild(
  names: readonly string[],
  { store, database: { pool } }: Storage,
  printer: Printer,
): Promise<number> {
  const isAll = names.includes("--all");
  if (!isAll && names.length === 0) throw new Misunderstood("Name read models, or --all.");
  for (const projection of named(isAll ? [] : names)) {
    await rebuildReadModel({ store, pool, projection }, { onProgress: printer.progress });
    printer.line({ name: projection.name, rebuilt: true }, ({ name }) => `${name.padEnd(16)} rebuilt`);
  }
  return 0;
}

async function verify(
  names: readonly string[],
  { store, database: { pool } }: Storage,
  printer: Printer,
): Promise<number> {
  let differing = 0;
  for (const projection of named(names)) {
    const found = await verifyReadModel({ store, pool, projection });
    differing += found.differing;
    printer.line(
      found,
      ({ name, rows, differing: count }) =>
        `${name.padEnd(16)} ${rows} rows, ${count === 0 ? "all equal" : `${count} differ`}`,
    );
    for (const { kind, key, columns } of found.differences)
      printer.note(`  ${kind} ${JSON.stringify(key)} ${columns.join(", ")}`);
  }
  return differing === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const args = process.argv.slice(2).filter((arg) => arg !== "--json");
  const printer = createPrinter(process.argv.includes("--json"));
  if (args.length === 0 || args[0] === "help") {
    process.stdout.write(help);
    return args.length === 0 ? 2 : 0;
  }
  const storage = await openStorage(readConfig(process.env), createLogger("warn"));
  try {
    return await run(args, storage, printer);
  } finally {
    await storage.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof Misunderstood) process.stderr.write(`${error.message}\n\n${help}`);
    else if (error instanceof BadConfig) process.stderr.write(`${error.faults.join("\n")}\n`);
    else process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof Misunderstood ? 2 : 1);
  },
);
