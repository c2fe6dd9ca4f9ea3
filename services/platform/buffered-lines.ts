import { write, writeSync } from "node:fs";

/** Lines are written in blocks of this size, because one write per line would cost a twentieth of a read request. */
const bufferedCharacters = 16_384;
const bufferedMs = 100;
/**
 * Maximum of buffered characters while the output cannot be written, as with a full disk or a pipe without a reader.
 */
const maxWaiting = 1 << 20;

export type BufferedLines = ReturnType<typeof bufferedLines>;

/**
 * Writes buffered lines to a file descriptor without ever blocking the process: while writes fail, up to a megabyte is
 * kept and retried, and further lines are dropped. pino's sonic-boom is not used, because its `flushSync` retries
 * forever on a full disk.
 */
export function bufferedLines(fd: number) {
  let waiting = "";
  let begun = Buffer.alloc(0);
  let isWriting = false;
  let dropped = 0;

  function pass() {
    if (isWriting) return;
    if (begun.length === 0) begin();
    if (begun.length === 0) return;
    isWriting = true;
    write(fd, begun, (error, written) => {
      isWriting = false;
      if (error) return;
      begun = begun.subarray(written);
      if (begun.length > 0 || waiting.length >= bufferedCharacters) pass();
    });
  }

  function begin() {
    begun = Buffer.from(waiting);
    waiting = "";
  }

  setInterval(pass, bufferedMs).unref();
  return {
    write(line: string): void {
      if (waiting.length + line.length > maxWaiting) {
        dropped += 1;
        return;
      }
      waiting += line;
      if (begun.length === 0 && waiting.length >= bufferedCharacters) pass();
    },
    /** Number of lines dropped since the start. */
    dropped: () => dropped,
    /** Writes what the output accepts immediately; for the end of the process. */
    flushSync(): void {
      try {
        // A write in progress completes by itself.
        if (isWriting) begin();
        for (; begun.length > 0 || waiting.length > 0; begin())
          while (begun.length > 0) begun = begun.subarray(writeSync(fd, begun));
      } catch {
        // A failure at this point cannot be reported anywhere.
      }
    },
  };
}
