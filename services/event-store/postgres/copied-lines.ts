import pg from "pg";
import type { Checkpoint } from "../event-store.ts";
import { asPortError } from "../unavailable.ts";
import { copiedColumns } from "./copied-event.ts";
import { CutShort } from "./cut-short.ts";
import { parsePlace } from "./place.ts";

export interface CopiedLines {
  /** The reader's own. */
  readonly lines: string[];
  readonly bytes: number;
  /** There was more, but not within the bytes. */
  readonly isCut: boolean;
}

/**
 * Up to `amount` events after a checkpoint, in log order, as the lines that `copiedEvent` reads: for readers far behind,
 * since COPY costs both sides half of what the rows of `read_log` cost. Lines, because objects that wait for a long time
 * cost more to keep than to make. After `mostBytes` there comes no further one.
 * @throws StoreUnavailable
 */
export async function copiedLines(
  pool: Pick<pg.Pool, "query">,
  after: Checkpoint,
  amount: number,
  mostBytes: number,
): Promise<CopiedLines> {
  const lines: string[] = [];
  let bytes = 0;
  const take = (chunk: Buffer) => {
    lines.push(chunk.toString("utf8", 0, chunk.length - 1));
    bytes += chunk.length;
    return bytes < mostBytes;
  };
  try {
    await pool.query(new CopyOut(copyOf(after, amount), take));
  } catch (error) {
    if (error instanceof CutShort) return { lines, bytes, isCut: true };
    throw asPortError(error);
  }
  return { lines, bytes, isCut: false };
}

/**
 * As `read_log` (schema.ts): the horizon comes first, in a statement of its own, so that the rows are looked at after it;
 * the settings end with the two statements. COPY takes no parameters, and nothing but numbers is written into its text.
 */
function copyOf(after: Checkpoint, amount: number): string {
  const { epoch, txid, seq } = parsePlace(after);
  return `
    SELECT set_config('algomoim.horizon', log_horizon()::text, true),
           set_config('algomoim.epoch', (SELECT l.epoch::text FROM log_epoch l), true),
           set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
           set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true);
    COPY (
      SELECT ${copiedColumns} FROM events
      WHERE (epoch, txid, seq) > (${epoch}, '${txid}', ${seq})
        AND (epoch < (SELECT current_setting('algomoim.epoch')::smallint)
             OR txid < (SELECT current_setting('algomoim.horizon')::xid8))
      ORDER BY epoch, txid, seq LIMIT ${Math.trunc(amount)}
    ) TO STDOUT`;
}

/** A query whose rows come through COPY: one message of the server is one line. */
class CopyOut extends pg.Query {
  private readonly take: (line: Buffer) => boolean;
  private isOver = false;

  /** @param take false when it wants no more */
  constructor(text: string, take: (line: Buffer) => boolean) {
    super(text);
    this.take = take;
  }

  /** Called by the client; the bytes are overwritten afterwards. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.isOver) return;
    this.isOver = !this.take(chunk);
    // Nothing else ends a COPY: the pool closes the connection and opens another one.
    if (this.isOver) (this as unknown as { callback(error: Error): void }).callback(new CutShort());
  }
}
