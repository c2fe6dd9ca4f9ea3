import type pg from "pg";
import { itemText } from "./array-text.ts";

export interface Sent {
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
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: readonly (string | null)[] }): void;
  execute(portal: object): void;
  endCopyFrom(): void;
  sync(): void;
}

/** Statements that a process prepares, at most; further ones are planned anew each time. */
const mostNamed = 200;
const names = new Map<string, string>();
const preparedOn = new WeakMap<Wire, Set<string>>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNamed) return known ?? "";
  const name = `one_trip_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Statements in one packet with a single Sync at its end: PostgreSQL runs them as one transaction, which that Sync
 * commits, or none of them ("Pipelining" in the chapter on its protocol). One round trip, and each statement is prepared
 * once per connection. Answers are not read.
 */
class OneTrip {
  readonly #statements: readonly Sent[];
  readonly #settle: (failure?: FailedStatement) => void;
  /** Milliseconds, for all of them; pg looks for it here. */
  readonly query_timeout: number | undefined;
  #completed = 0;
  #learnt: readonly string[] = [];
  #prepared: Set<string> = new Set();
  /** pg's timeout for a query hangs itself in here. */
  callback: (error?: Error | null) => void;

  constructor(
    statements: readonly Sent[],
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
    this.#prepared = preparedOn.get(wire) ?? new Set();
    preparedOn.set(wire, this.#prepared);
    const learnt = new Set<string>();
    // One packet, so that a process which freezes cannot leave half of it and its locks behind.
    wire.stream.cork();
    try {
      for (const { text, values, copied } of this.#statements) {
        const statement = nameOf(text);
        if (!this.#prepared.has(statement) && !learnt.has(statement)) wire.parse({ name: statement, text });
        if (statement !== "") learnt.add(statement);
        wire.bind({ statement, values: values.map(textOf) });
        wire.execute({});
        if (copied === undefined) continue;
        // Without waiting to be asked for it: PostgreSQL drops it where it does not come to this statement.
        wire.stream.write(copyDataHeader(copied.length));
        wire.stream.write(copied);
        wire.endCopyFrom();
      }
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
    this.#learnt = [...learnt];
  }

  handleCommandComplete(): void {
    this.#completed += 1;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    for (const name of this.#learnt) this.#prepared.add(name);
    this.callback();
  }

  handleCopyInResponse(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** What goes before the bytes that a COPY reads: the letter of the message, and its length without that letter. */
function copyDataHeader(bytes: number): Uint8Array {
  const header = Buffer.alloc(5, "d");
  header.writeInt32BE(bytes + 4, 1);
  return header;
}

/** @throws FailedStatement; the connection must not be used any further then */
export function inOneTrip(
  client: pg.ClientBase,
  statements: readonly Sent[],
  timeoutMs?: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new OneTrip(statements, timeoutMs, (failure) => (failure ? reject(failure) : resolve())));
  });
}

/** Bytes of all values, about: what has to go through the line. */
export const bytesOf = (statements: readonly Sent[]): number =>
  statements.reduce(
    (sum, { values }) => sum + values.reduce<number>((own, each) => own + sizeOf(each), 0),
    0,
  );

const sizeOf = (value: unknown): number =>
  typeof value === "string"
    ? Buffer.byteLength(value)
    : Array.isArray(value)
      ? value.reduce<number>((sum, each) => sum + sizeOf(each) + 2, 0)
      : 20;

/** A parameter in PostgreSQL's text format. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map(itemText).join(",")}}`;
  return String(value);
}
