import pg from "pg";
import { copiedColumns } from "./copied-event.ts";
import type { Checkpoint } from "./event-store.ts";
import { parsePlace } from "./place.ts";
import { asPortError } from "./unavailable.ts";

/**
 * Up to `amount` events after a checkpoint, in log order, as the lines that `copiedEvent` reads: for readers far behind,
 * since COPY costs both sides half of what the rows of `read_log` cost. Lines, because objects that wait for a long time
 * cost more to keep than to make.
 * @throws StoreUnavailable
 */
export async function copiedLines(
  pool: Pick<pg.Pool, "query">,
  after: Checkpoint,
  amount: number,
): Promise<string[]> {
  const lines: string[] = [];
  try {
    await pool.query(new CopyOut(copyOf(after, amount), (line) => lines.push(line)));
  } catch (error) {
    throw asPortError(error);
  }
  return lines;
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
  private readonly onLine: (line: string) => void;

  constructor(text: string, onLine: (line: string) => void) {
    super(text);
    this.onLine = onLine;
  }

  /** Called by the client; the bytes are overwritten afterwards. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.onLine(chunk.toString("utf8", 0, chunk.length - 1));
  }
}
