import { createProgress } from "#projections/projector/progress";
import { eraseTraces, erasuresDue } from "../app/erasure.ts";
import { listeningOn } from "../event-store/listening.ts";
import type { Command } from "./command.ts";

export const runErasures: Command = {
  path: ["erasures", "run"],
  summary: "erase what withdrawn members left in data files and WAL at once",
  details:
    "A running system does so by itself, at four at night in Seoul. Each table is locked while it is rewritten, a large one for\n" +
    "seconds. Exit code 1 where the read models have not taken in a withdrawal yet, or an older transaction is open.",
  async run(_, { storage, printer }) {
    const { store, database } = await storage();
    const { pool } = database;
    const progress = createProgress({ store, pool, listening: listeningOn(pool) });
    await progress.start();
    const tooLarge = await eraseTraces(pool, progress).finally(progress.stop);
    const { rows } = await pool.query<{ due: number }>(`SELECT count(*) AS due FROM ${erasuresDue}`);
    const due = rows[0]?.due ?? 0;
    printer.line({ due, tooLarge }, () => `${due} withdrawals due`);
    if (tooLarge.length > 0)
      printer.note(`Tables too large to be rewritten; run VACUUM FULL on them: ${tooLarge}`);
    return due === 0 ? 0 : 1;
  },
};
