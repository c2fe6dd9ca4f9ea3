import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { erasuresDue } from "../app/erasure.ts";
import { keysInFile } from "../platform/privacy/key-search.ts";
import { unwrap } from "../platform/privacy/member-keys.ts";
import type { Command } from "./command.ts";
import { withdrawalsIn } from "./last-events.ts";

export const verifyErasures: Command = {
  path: ["erasures", "verify"],
  summary: "search tables, data files and WAL for keys of withdrawn members",
  details:
    "Searches the table of keys, and every data file and WAL segment of the embedded server, for a wrapped key of each member\n" +
    "who has withdrawn by the log; what it finds there was opened with SECRET_KEY, so it is one. After a withdrawal the files are\n" +
    "clean within a day (`due` counts those that wait; `erasures run`). Of another PostgreSQL it searches the table alone: its files, archive\n" +
    "and replicas are its operator's. Backups: `restore --erased`.",
  async run(_, { config, storage, printer, signal }) {
    const { log, database, secrets } = await storage();
    const members = new Set<string>();
    for await (const { member } of withdrawalsIn(log, signal)) members.add(member);
    const { rows } = await database.pool.query<{ keys: number; due: number }>(
      `SELECT (SELECT count(*) FROM member_keys WHERE member = ANY ($1::uuid[])) AS keys,
              (SELECT count(*) FROM ${erasuresDue}) AS due`,
      [[...members]],
    );
    const { keys, due } = rows[0] as { keys: number; due: number };
    printer.line(
      { withdrawn: members.size, keysInTable: keys, due },
      () => `${members.size} withdrawn members, ${keys} of their keys in the table, ${due} withdrawals due`,
    );
    if (config.databaseUrl) {
      printer.note("The files of this PostgreSQL are not accessible: only its table was searched.");
      return keys === 0 ? 0 : 1;
    }
    const wrappingKeys = secrets.subs("member keys");
    const isKey = (member: string, wrapped: Buffer) => {
      try {
        return unwrap(wrappingKeys, wrapped, member).length > 0;
      } catch {
        return false;
      }
    };
    const cluster = join(config.dataDir, "postgres/cluster");
    let files = 0;
    let found = 0;
    for (const path of await filesUnder(cluster)) {
      signal.throwIfAborted();
      const isWal = path.includes("pg_wal");
      // A table may be dropped meanwhile.
      const inFile = await keysInFile(join(cluster, path), isWal, { members, isKey }).catch(() => undefined);
      if (!inFile) continue;
      files += 1;
      found += inFile.size;
      if (inFile.size > 0)
        printer.line(
          { file: path, keys: inFile.size },
          () => `${path}: ${inFile.size} keys of withdrawn members`,
        );
    }
    printer.line({ files, keysInFiles: found }, () => `${files} files searched, ${found} keys found in them`);
    return keys + found === 0 ? 0 : 1;
  },
};

async function filesUnder(cluster: string): Promise<string[]> {
  const folders = ["base", "global", "pg_wal"];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(cluster, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(cluster.length + 1));
    }),
  );
  return found.flat();
}
