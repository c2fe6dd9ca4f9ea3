import type pg from "pg";
import type { Migration } from "../platform/database/migrations.ts";

/** The times of the last backup and the last trial restore. Not part of backups: a restored system has none. */
export const backupTimes = "backup_times";

export const backupTimesMigrations: readonly Migration[] = [
  {
    name: "0.2.0/backup-times",
    sql: `CREATE TABLE ${backupTimes} (what text PRIMARY KEY, at timestamptz NOT NULL);`,
  },
];

const steps = ["backup", "restore-test"] as const;
type BackupStep = (typeof steps)[number];

export async function noteBackup(pool: pg.Pool, step: BackupStep): Promise<void> {
  await pool.query(
    `INSERT INTO ${backupTimes} VALUES ($1, now()) ON CONFLICT (what) DO UPDATE SET at = excluded.at`,
    [step],
  );
}

/** Seconds since 1970; 0 if it was never done. */
export async function readBackupTimes(pool: pg.Pool): Promise<readonly (readonly [BackupStep, number])[]> {
  const { rows } = await pool.query<{ what: string; at: number }>(
    `SELECT what, extract(epoch FROM at)::double precision AS at FROM ${backupTimes}`,
  );
  return steps.map((step) => [step, rows.find(({ what }) => what === step)?.at ?? 0] as const);
}
