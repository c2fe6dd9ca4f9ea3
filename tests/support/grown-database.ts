import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { opsProgram, usualSecretKey } from "./server-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Fills an empty database by `ops seed --grown`, in a process with further variables of its environment. */
export async function seedGrownDatabase(
  databaseUrl: string,
  scale: number,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [...opsProgram(), "seed", "--grown", "--scale", String(scale), "--json"],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? "",
        NODE_ENV: "test",
        DATABASE_URL: databaseUrl,
        SECRET_KEY: usualSecretKey,
        ...env,
      },
    },
  );
}
