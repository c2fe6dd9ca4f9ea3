import type pg from "pg";
import { sqlState } from "../unavailable.ts";

/** A statement that each connection prepares once under its name, with values in PostgreSQL's text format. */
export interface Call {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** After so many bytes the answer is cut and its connection closed. */
  readonly maxBytes?: number;
}

export type Texts = readonly (string | null)[];

export interface Answer {
  readonly rows: readonly Texts[];
  /** There were more rows, but not within the bytes. */
  readonly isCut: boolean;
}

/** The parts of pg's connection that speak the extended query protocol. Not in its types. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** By name; pg enters what has been parsed for an object with `name` and `text`. */
  readonly parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: Texts }): void;
  execute(portal: object): void;
  sync(): void;
  once(event: "readyForQuery" | "end", listener: () => void): void;
  off(event: "readyForQuery" | "end", listener: () => void): void;
}

/** pg's own Query describes and parses columns and builds objects, which costs a lone append a sixth of its time. */
class PreparedCall {
  readonly name: string;
  readonly text: string;
  readonly rows: Texts[] = [];
  isCut = false;
  readonly #values: Texts;
  #bytesLeft: number;
  /** pg wraps it for its `query_timeout`. */
  callback: (error?: Error | null) => void;

  constructor(
    { name, text, values, maxBytes = Number.POSITIVE_INFINITY }: Call,
    done: PreparedCall["callback"],
  ) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.#bytesLeft = maxBytes;
    this.callback = done;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      if (wire.parsedStatements[this.name] === undefined) wire.parse(this);
      wire.bind({ statement: this.name, values: this.#values });
      wire.execute({});
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleDataRow({ fields, length }: { fields: Texts; length: number }): void {
    if (this.isCut) return;
    this.rows.push(fields);
    this.#bytesLeft -= length;
    if (this.#bytesLeft > 0) return;
    this.isCut = true;
    this.callback();
    this.callback = () => {};
  }

  handleError(error: Error, wire?: Wire): void {
    // PostgreSQL reports an error before it rolls back: only after that may the connection be used again.
    if (wire && isIntegrityViolation(error)) onceReady(wire, () => this.callback(error));
    else this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

function onceReady(wire: Wire, then: () => void): void {
  const over = () => {
    wire.off("readyForQuery", over);
    wire.off("end", over);
    then();
  };
  wire.once("readyForQuery", over);
  wire.once("end", over);
}

/**
 * Runs a statement in a transaction of its own. The pool's `query_timeout` holds.
 * @throws an error of the database or of the connection, which is then replaced unless only the values were refused
 */
export const callPrepared = (pool: pg.Pool, call: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    pool.connect((failure, client) => {
      if (!client) return reject(failure);
      const own = new PreparedCall(call, (error) => {
        client.release(own.isCut || (error && !isIntegrityViolation(error) ? error : undefined));
        if (error) reject(error);
        else resolve(own);
      });
      client.query(own);
    });
  });

/** Concerns the values, not the connection. */
const isIntegrityViolation = (error: Error): boolean => sqlState(error)?.startsWith("23") === true;
