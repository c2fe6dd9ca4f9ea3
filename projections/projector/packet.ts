import type pg from "pg";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** What a COPY FROM STDIN reads. */
  readonly copied?: Uint8Array;
}

/** Which of the statements failed first, counted from 0, or their commit after the last; `cause` says why. */
export class FailedStatement extends Error {
  readonly at: number;
  constructor(at: number, cause: unknown) {
    super("a statement of a transaction failed", { cause });
    this.name = "FailedStatement";
    this.at = at;
  }
}

/** The parts of pg's connection that speak the extended query protocol. Not in its types. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; write(bytes: Uint8Array): void };
  readonly parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: readonly (string | null)[] }): void;
  execute(portal: object): void;
  endCopyFrom(): void;
  sync(): void;
}

/** Statements that a process prepares at most; further ones are planned each time. */
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
 * Statements in one packet with a single Sync at its end: PostgreSQL runs them as one transaction, which that Sync
 * commits, or none of them ("Pipelining" in the chapter on its protocol). pg's own pipeline mode sends a Sync with each
 * query and no COPY. Answers are not read.
 */
class Packet {
  readonly #statements: readonly Statement[];
  readonly #settle: (failure?: FailedStatement) => void;
  /** Milliseconds, for all of them; read by pg. */
  readonly query_timeout: number | undefined;
  #completed = 0;
  readonly #parsed: Record<string, string> = {};
  #onReady = () => {};
  /** pg replaces it to clear the timer of its timeout. */
  callback: (error?: Error | null) => void;

  constructor(
    statements: readonly Statement[],
    timeoutMs: number | undefined,
    settle: (failure?: FailedStatement) => void,
  ) {
    this.#statements = statements;
    this.query_timeout = timeoutMs;
    this.#settle = settle;
    this.callback = (error) => this.#settle(error ? new FailedStatement(this.#completed, error) : undefined);
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    this.#onReady = () => Object.assign(wire.parsedStatements, this.#parsed);
    wire.stream.cork();
    try {
      for (const { text, values, copied } of this.#statements) {
        const name = nameOf(text);
        if (name === "" || (wire.parsedStatements[name] ?? this.#parsed[name]) === undefined)
          wire.parse({ name, text });
        if (name !== "") this.#parsed[name] = text;
        wire.bind({ statement: name, values: values.map(textOf) });
        wire.execute({});
        if (copied === undefined) continue;
        // Without waiting for CopyInResponse: PostgreSQL drops the data where it does not come to this statement.
        wire.stream.write(copyDataHeader(copied.length));
        wire.stream.write(copied);
        wire.endCopyFrom();
      }
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
  }

  handleCommandComplete(): void {
    this.#completed += 1;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#onReady();
    this.callback();
  }

  handleCopyInResponse(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** Type and length of a CopyData message. */
function copyDataHeader(bytes: number): Uint8Array {
  const header = Buffer.alloc(5, "d");
  header.writeInt32BE(bytes + 4, 1);
  return header;
}

/** A parameter in PostgreSQL's text format. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return arrayText(value);
  return String(value);
}

/** Values as the text of a PostgreSQL array. */
export const arrayText = (values: readonly unknown[]): string => `{${values.map(itemText).join(",")}}`;

function itemText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return typeof value === "number" ? String(value) : `"${escaped(String(value))}"`;
}
const special = /["\\]/;
const escaped = (text: string) => (special.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text);

/**
 * Runs statements as one transaction in one round trip.
 * @param timeoutMs for all of them; by default as for any statement of the pool
 * @throws FailedStatement for the first that fails, which undoes them all
 */
export async function runTogether(
  pool: pg.Pool,
  statements: readonly Statement[],
  timeoutMs?: number,
): Promise<void> {
  const client = await pool.connect();
  let failure: FailedStatement | undefined;
  await new Promise<void>((resolve) => {
    const settle = (failed?: FailedStatement) => {
      failure = failed;
      resolve();
    };
    client.query(new Packet(statements, timeoutMs, settle));
  });
  // After an error the rest of the packet may still be under way on it.
  client.release(failure);
  if (failure) throw failure;
}
