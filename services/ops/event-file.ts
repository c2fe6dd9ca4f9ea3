import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** Writes one JSON document per line, compressed; the file is there whole or not at all. */
export async function writeLines(file: string, lines: AsyncIterable<object>): Promise<void> {
  async function* texts() {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`;
  }
  // Of this process alone: another one may be writing the same.
  const draft = `${file}.${process.pid}.partial`;
  try {
    await pipeline(
      Readable.from(texts()),
      createGzip({ level: 6 }),
      createWriteStream(draft, { flags: "w", mode: 0o600 }),
    );
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The documents of such a file. @throws when it is cut off or no such file */
export async function* readLines(file: string): AsyncGenerator<Record<string, unknown>> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  // A fault of either ends the lines; readline itself would only end them early.
  const unpacking = pipeline(source, unpacked);
  unpacking.catch(() => {});
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line !== "") yield JSON.parse(line) as Record<string, unknown>;
    await unpacking;
  } catch (error) {
    const isDamaged = error instanceof SyntaxError || /^Z_/.test((error as { code?: string }).code ?? "");
    throw isDamaged ? new Error(`${file} is cut off, damaged or no such file.`, { cause: error }) : error;
  }
}
