import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({
  format: z.literal("algomoim-backup-1"),
  createdAt: z.string(),
  /** Schema migrations that the database had run. */
  migrations: z.array(z.string()),
  /** In an order in which they can be filled. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sha256: z.string() }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.number(), isCalled: z.boolean() })),
  /** Identifies the SECRET_KEY with which the contents were sealed. */
  keyMark: z.string(),
});
export type Manifest = z.output<typeof manifest>;

export const manifestFile = "manifest.json";
export const fileOf = (table: string): string => `${table}.copy.gz`;

/** @throws if the folder does not contain a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), "utf8").catch(() => {
    throw new Error(`There is no backup in ${folder}.`);
  });
  const parsed = manifest.safeParse(jsonOf(text));
  if (!parsed.success) throw new Error(`The backup in ${folder} is damaged or was made by a newer version.`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
