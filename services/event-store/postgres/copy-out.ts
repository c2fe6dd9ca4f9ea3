import pg from "pg";
import type { Checkpoint } from "../event-store.ts";
import { asPortError } from "../unavailable.ts";
import { CopiedPage, copiedColumns } from "./copied-page.ts";
import { CutShort } from "./cut-short.ts";
import { parsePlace } from "./place.ts";

/**
 * Up to `amount` events after a checkpoint, in log order, for readers far behind, since COPY costs both sides a third of
 * what the rows of `read_log` cost. After `mostBytes` there comes no further one.
 * @param page an empty one
 * @throws StoreUnavailable
 */
export async function copiedPage(
  pool: Pick<pg.Pool, "query">,
  after: Checkpoint,
  amount: number,
  mostBytes: number,
  page: CopiedPage = new CopiedPage(),
): Promise<CopiedPage> {
  const take = (message: Buffer) => {
    page.add(message);
    return page.bytes < mostBytes;
  };
  try {
    await pool.query(new CopyOut(copyOf(after, amount), take));
  } catch (error) {
    if (!(error instanceof CutShort)) throw asPortError(error);
    page.isCut = true;
  }
  return page;
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
           set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true);
    COPY (
      SELECT ${copiedColumns} FROM events
      WHERE (epoch, txid, seq) > (${epoch}, '${txid}', ${seq})
        AND (epoch < (SELECT current_setting('algomoim.epoch')::smallint)
             OR txid < (SELECT current_setting('algomoim.horizon')::xid8))
      ORDER BY epoch, txid, seq LIMIT ${Math.trunc(amount)}
    ) TO STDOUT (FORMAT binary)`;
}

/** A query whose rows come through COPY: one message of the server is one row. */
class CopyOut extends pg.Query {
  private readonly take: (message: Buffer) => boolean;
  private isOver = false;

  /** @param take false when it wants no more */
  constructor(text: string, take: (message: Buffer) => boolean) {
    super(text);
    this.take = take;
  }

  /** Called by the client; the bytes are overwritten afterwards. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.isOver) return;
    try {
      if (!this.take(chunk)) this.end(new CutShort());
    } catch (error) {
      this.end(error as Error);
    }
  }

  /** Nothing else ends a COPY: the pool closes the connection and opens another one. */
  private end(error: Error): void {
    this.isOver = true;
    (this as unknown as { callback(error: Error): void }).callback(error);
  }
}
