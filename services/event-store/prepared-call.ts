import type pg from "pg";
import { sqlState } from "./unavailable.ts";

/** A statement that each connection prepares once, under its name. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Values in PostgreSQL's text format. */
export type Texts = readonly (string | null)[];

/** The parts of pg's connection that speak the extended query protocol. Not in its types. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** By name; pg enters what has been parsed for an object with `name` and `text`. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(statement: Prepared): void;
  bind(values: { statement: string; values: Texts }): void;
  execute(portal: object): void;
  sync(): void;
}

/**
 * What pg's own Query does for every call and an append has no use for costs a lone one a sixth of its time: columns
 * described and parsed, rows as objects, an emitter, copies of its settings.
 */
class PreparedCall implements Prepared {
  readonly name: string;
  readonly text: string;
  readonly #values: Texts;
  #row: Texts | undefined;
  /** pg's timeout for a query hangs itself in here. */
  callback: (error?: Error | null, row?: Texts) => void;

  constructor({ name, text }: Prepared, values: Texts, done: PreparedCall["callback"]) {
    this.name = name;
    this.text = text;
    this.#values = values;
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

  handleDataRow({ fields }: { fields: Texts }): void {
    this.#row = fields;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#row);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/**
 * The last row of a statement's answer in a transaction of its own, undefined when it has none. The pool's timeout for
 * queries holds.
 * @throws an error of the database, or of the way to it; a connection that may not be used any further is replaced
 */
export function callPrepared(pool: pg.Pool, statement: Prepared, values: Texts): Promise<Texts | undefined> {
  return new Promise((resolve, reject) => {
    pool.connect((failure, client) => {
      if (!client) {
        reject(failure);
        return;
      }
      client.query(
        new PreparedCall(statement, values, (error, row) => {
          client.release(error && !isIntegrityViolation(error) ? error : undefined);
          if (error) reject(error);
          else resolve(row);
        }),
      );
    });
  });
}

/** Says something about the values, nothing about the connection. */
const isIntegrityViolation = (error: Error): boolean => sqlState(error)?.startsWith("23") === true;
