import { write, writeSync } from "node:fs";

/** Written together: one write for each would be a twentieth of what a read costs. */
const bufferedCharacters = 16_384;
const bufferedMs = 100;
/** Waiting characters while nothing can be written: a full disk, a pipe that is not read. */
const maxWaiting = 1 << 20;

export type BufferedLines = ReturnType<typeof bufferedLines>;

/**
 * Buffered lines on a file descriptor that never block the process: while it cannot be written, a megabyte waits and is
 * tried again, later lines are dropped. (pino's sonic-boom does not end on a full disk: its `flushSync` retries for ever.)
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
    /** Lines that found no room, since the start. */
    dropped: () => dropped,
    /** What waits, as far as it is taken at once: for the process's end. */
    flushSync(): void {
      try {
        // What is being written is the write's that has begun.
        if (isWriting) begin();
        for (; begun.length > 0 || waiting.length > 0; begin())
          while (begun.length > 0) begun = begun.subarray(writeSync(fd, begun));
      } catch {
        // It cannot be reported anywhere.
      }
    },
  };
}
