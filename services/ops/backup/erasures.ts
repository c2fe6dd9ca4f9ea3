import { readFile } from "node:fs/promises";
import type { Command } from "../command.ts";
import { withdrawalsIn } from "../last-events.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const listErasures: Command = {
  path: ["erasures", "list"],
  summary: "who has withdrawn, for `restore --erased`",
  details:
    "Run it every hour or so and keep what it says apart from the backups:\n" +
    "  npm run -s ops -- erasures list --json > erased.new && mv erased.new erased.ndjson\n" +
    "It names members by their ids, nothing else of them. Its last line says how many: without it `restore` takes no list.",
  async run(_, { storage, printer, signal }) {
    const { log } = await storage();
    let withdrawn = 0;
    for await (const withdrawal of withdrawalsIn(log, signal)) {
      printer.line(withdrawal, (row) => `${row.member}  ${row.at}`);
      withdrawn += 1;
    }
    printer.line({ end: true, withdrawn }, (row) => `${row.withdrawn} in all`);
    return 0;
  },
};

/** The beginning of the last line, as JSON or as text. */
const lastLine = /^(?:\{"end":true,"withdrawn":)?(\d+)(?:\}| in all)$/;

/**
 * The members in a list printed by `erasures list`, as JSON or as text.
 * @throws if the list is cut off: members missing from it would be restored
 */
export async function readErasures(file: string): Promise<string[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  const end = lastLine.exec(lines.pop() ?? "");
  if (Number(end?.[1] ?? -1) !== lines.length)
    throw new Error(`${file} is cut off: it does not end with how many members it names.`);
  return lines.map((line) => {
    // A line as JSON or as text.
    const named = /^\{"member":"([^"]+)"/.exec(line)?.[1] ?? line.split(/\s/)[0] ?? "";
    if (!uuid.test(named)) throw new Error(`${file} is not a list of withdrawn members.`);
    return named;
  });
}
