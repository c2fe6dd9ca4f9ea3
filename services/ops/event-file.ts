import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

interface LinesOfFile {
  readonly file: string;
  /** Called after the previous files have been written. */
  readonly lines: () => AsyncIterable<object>;
}

/** Writes one JSON document per line into each file, compressed. Either all files exist completely or none. */
export async function writeLines(files: readonly LinesOfFile[]): Promise<void> {
  // Named by process id, because another process may write the same file.
  const partials = files.map(({ file, lines }) => ({
    file,
    lines,
    partial: `${file}.${process.pid}.partial`,
  }));
  try {
    // Reports a missing folder before hours of work.
    for (const { partial } of partials) await writeFile(partial, "", { mode: 0o600 });
    for (const { partial, lines } of partials) {
      const written = createWriteStream(partial, { flags: "w", mode: 0o600, flush: true });
      await pipeline(Readable.from(texts(lines())), createGzip({ level: 6 }), written);
    }
    for (const { partial, file } of partials) await rename(partial, file);
  } finally {
    for (const { partial } of partials) await rm(partial, { force: true });
  }
}

async function* texts(lines: AsyncIterable<object>) {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/**
 * The documents of such a file.
 * @throws if it is cut off or has another format
 */
export async function* readLines(file: string): AsyncGenerator<Record<string, unknown>> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  // An error of either stream ends the loop; readline alone would only end it early.
  const unpacking = pipeline(source, unpacked);
  unpacking.catch(() => {});
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line !== "") yield JSON.parse(line) as Record<string, unknown>;
    await unpacking;
  } catch (error) {
    const isDamaged = error instanceof SyntaxError || /^Z_/.test((error as { code?: string }).code ?? "");
    throw isDamaged
      ? new Error(`${file} is cut off, damaged or has another format.`, { cause: error })
      : error;
  }
}
