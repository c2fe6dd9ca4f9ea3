import type pg from "pg";
import { sqlState } from "../unavailable.ts";
import { CutShort } from "./cut-short.ts";

/** A statement that each connection prepares once, under its name. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Values in PostgreSQL's text format. */
export type Texts = readonly (string | null)[];

/** The parts of pg's connection that speak the extended query protocol. Not in its types. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** By name; pg enters what has been parsed for an object with `name` and `text`. */
  readonly parsedStatements: Record<string, string>;
  parse(statement: Prepared): void;
  bind(values: { statement: string; values: Texts }): void;
  describe(portal: { type: "P" }): void;
  execute(portal: object): void;
  sync(): void;
  once(event: WireEvent, listener: () => void): void;
  off(event: WireEvent, listener: () => void): void;
}
type WireEvent = "readyForQuery" | "end";

/** With its values. */
export interface Call {
  readonly statement: Prepared;
  readonly values: Texts;
  /** After so many bytes its answer is cut short, and its connection given up. For the last call of a packet. */
  readonly mostBytes?: number;
}

export interface Rows extends ReadonlyArray<Texts> {
  /** There were more, but not within the bytes. */
  readonly isCut?: true;
}

/**
 * What pg's own Query does for every call and the log has no use for costs a lone append a sixth of its time: columns
 * described and parsed, rows as objects, an emitter, copies of its settings.
 */
class PreparedCall implements Prepared {
  readonly name: string;
  readonly text: string;
  readonly #values: Texts;
  readonly rows: Texts[] = [];
  #bytesLeft: number;
  /** It goes out in the same packet. */
  #behind: PreparedCall | undefined;
  #isSent = false;
  /** pg's timeout for a query hangs itself in here. */
  callback: (error?: Error | null, rows?: Rows) => void;

  constructor(
    { statement: { name, text }, values, mostBytes = Number.POSITIVE_INFINITY }: Call,
    done: PreparedCall["callback"],
  ) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.#bytesLeft = mostBytes;
    this.callback = done;
  }

  follow(before: PreparedCall): void {
    before.#behind = this;
  }

  submit(connection: unknown): void {
    if (this.#isSent) return;
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      this.#send(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  #send(wire: Wire): void {
    if (wire.parsedStatements[this.name] === undefined) wire.parse(this);
    wire.bind({ statement: this.name, values: this.#values });
    wire.execute({});
    wire.sync();
    this.#isSent = true;
    if (this.#behind) this.#behind.#send(wire);
  }

  handleDataRow({ fields, length }: { fields: Texts; length: number }): void {
    if (this.#bytesLeft <= 0) return;
    this.rows.push(fields);
    this.#bytesLeft -= length;
    if (this.#bytesLeft > 0) return;
    this.callback(new CutShort());
    this.callback = () => {};
  }

  handleError(error: Error, wire?: Wire): void {
    const tell = () => this.callback(error);
    // PostgreSQL sends an error ahead and undoes the transaction then: only after that the connection may go on.
    if (wire && isIntegrityViolation(error)) onceReady(wire, tell);
    else tell();
  }

  handleReadyForQuery(): void {
    this.callback(null, this.rows);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** Or at its end, when it will never be. */
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
 * The rows of a statement's answer in a transaction of its own. The pool's timeout for queries holds.
 * @throws an error of the database, or of the way to it; a connection that may not be used any further is replaced
 */
export const callPrepared = (pool: pg.Pool, call: Call): Promise<Rows> => callInTurn(pool, [call])[0];

/**
 * Calls in one packet, each in a transaction of its own, of different statements: the server comes to one as soon as it
 * is done with the one before, whatever has become of that, without a way to and fro between them.
 */
export function callInTurn<Calls extends readonly [Call, ...Call[]]>(
  pool: pg.Pool,
  calls: Calls,
): { [K in keyof Calls]: Promise<Rows> };
export function callInTurn(pool: pg.Pool, calls: readonly Call[]): readonly Promise<Rows>[] {
  const sent: PreparedCall[] = [];
  let client: pg.PoolClient | undefined;
  let unanswered = calls.length;
  let fault: Error | undefined;
  const answered = (error?: Error | null) => {
    if (error && !isIntegrityViolation(error)) fault = error;
    unanswered -= 1;
    if (unanswered === 0) client?.release(fault);
  };
  const answers = calls.map(
    (call) =>
      new Promise<Rows>((resolve, reject) => {
        const own = new PreparedCall(call, (error, rows = []) => {
          answered(error);
          if (error instanceof CutShort) resolve(Object.assign(own.rows, { isCut: true } as const));
          else if (error) reject(error);
          else resolve(rows);
        });
        const before = sent.at(-1);
        if (before) own.follow(before);
        sent.push(own);
      }),
  );
  pool.connect((failure, lent) => {
    client = lent;
    for (const call of sent) {
      if (lent) lent.query(call);
      else call.handleError(failure as Error);
    }
  });
  return answers;
}

/** Says something about the values, nothing about the connection. */
const isIntegrityViolation = (error: Error): boolean => sqlState(error)?.startsWith("23") === true;
