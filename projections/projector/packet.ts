import type pg from "pg";
import { Packet } from "#services/event-store/postgres/packet";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Input of a COPY FROM STDIN. */
  readonly copied?: Uint8Array;
}

/** Index of the first statement that failed, or of the commit after the last one, with its `cause`. */
export class FailedStatement extends Error {
  readonly at: number;
  constructor(at: number, cause: unknown) {
    super("a statement of a transaction failed", { cause });
    this.name = "FailedStatement";
    this.at = at;
  }
}

/** Maximum of statements that a process prepares; further ones are planned each time. */
const maxNamed = 200;
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNamed) return known ?? "";
  const name = `packet_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Runs statements as one transaction in one round trip.
 * @param timeoutMs for all of them; by default as for any statement of the pool
 * @throws FailedStatement for the first that fails, which rolls all of them back
 */
export async function runTogether(
  pool: pg.Pool,
  statements: readonly Statement[],
  timeoutMs?: number,
): Promise<void> {
  const client = await pool.connect();
  const named = statements.map((statement) => ({ ...statement, name: nameOf(statement.text) }));
  const failure = await new Promise<FailedStatement | undefined>((resolve) => {
    const packet = new Packet(named, { timeoutMs }, (error) =>
      resolve(error ? new FailedStatement(packet.completed, error) : undefined),
    );
    client.query(packet);
  });
  // After an error the rest of the packet may still be in flight on the connection.
  client.release(failure);
  if (failure) throw failure;
}
