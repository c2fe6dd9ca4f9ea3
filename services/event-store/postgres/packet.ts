import pg from "pg";
import { textOf } from "./array-text.ts";

export interface Statement {
  /** Each connection prepares the statement once under this name; "" prepares it for each call. */
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export type Texts = readonly (string | null)[];

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

interface PacketOptions {
  /** If set, columns are described, which `objects` requires. */
  readonly types?: pg.CustomTypesConfig;
  /** The response is cut after this many bytes; the connection must then be closed. */
  readonly maxBytes?: number | undefined;
}

/** The part of pg's connection that speaks the extended query protocol; it is missing in pg's types. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  describe(statement: { type: "S"; name: string }): void;
  bind(values: { statement: string; values: Texts }): void;
  execute(portal: object): void;
  sync(): void;
}

/** Described columns by connection and name of the statement. */
const columnsOn = new WeakMap<object, Map<string, readonly Column[]>>();

/**
 * Sends statements in one packet with a single Sync at its end: PostgreSQL runs them as one transaction, which that
 * Sync commits, or none of them ("Pipelining" in the chapter on its protocol). pg's own pipeline mode sends a Sync with
 * each query, and describes the columns in each response, which costs a read a tenth of its time.
 */
export class Packet {
  /** Rows by statement, as texts. */
  readonly results: Texts[][];
  /** Number of completed statements; all of them when the commit has failed. */
  completed = 0;
  /** Whether rows were left out because of `maxBytes`. */
  isCut = false;
  /** Name of a single statement: pg records it as prepared even if its values are rejected. */
  readonly name: string | undefined;
  readonly text: string | undefined;
  /** pg wraps this callback to clear its timeout. */
  callback: (error?: Error | null) => void;
  readonly #statements: readonly Statement[];
  readonly #types: pg.CustomTypesConfig | undefined;
  #bytesLeft: number;
  #columns: Map<string, readonly Column[]> = new Map();
  #onReady = () => {};

  constructor(
    statements: readonly Statement[],
    { types, maxBytes = Number.POSITIVE_INFINITY }: PacketOptions,
    done: Packet["callback"],
  ) {
    this.#statements = statements;
    this.results = statements.map(() => []);
    if (statements.length === 1) ({ name: this.name, text: this.text } = statements[0] as Statement);
    this.#types = types;
    this.#bytesLeft = maxBytes;
    this.callback = done;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    const parsed: Record<string, string> = {};
    this.#onReady = () => Object.assign(wire.parsedStatements, parsed);
    this.#columns = columnsOn.get(wire) ?? this.#columns;
    columnsOn.set(wire, this.#columns);
    wire.stream.cork();
    try {
      for (const { name, text, values = [] } of this.#statements) {
        if (name === "" || (wire.parsedStatements[name] ?? parsed[name]) === undefined)
          wire.parse({ name, text });
        if (name !== "") parsed[name] = text;
        if (this.#types && !this.#columns.has(name)) wire.describe({ type: "S", name });
        wire.bind({ statement: name, values: values.map(textOf) });
        wire.execute({});
      }
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
  }

  /** The rows of a statement as objects with the names of the columns. */
  objects(at: number): Record<string, unknown>[] {
    const columns = this.#columns.get(this.#statements[at]?.name ?? "") ?? [];
    return (this.results[at] ?? []).map((fields) => {
      const row: Record<string, unknown> = {};
      for (let n = 0; n < columns.length; n += 1) {
        const { name, parse } = columns[n] as Column;
        const text = fields[n];
        row[name] = text == null ? null : parse(text);
      }
      return row;
    });
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => {
      const parse = (this.#types ?? pg.types).getTypeParser(dataTypeID, "text");
      return { name, parse: parse as Column["parse"] };
    });
    this.#columns.set(this.#statements[this.completed]?.name ?? "", columns);
  }

  handleDataRow({ fields, length }: { fields: Texts; length: number }): void {
    if (this.isCut) return;
    this.results[this.completed]?.push(fields);
    this.#bytesLeft -= length;
    if (this.#bytesLeft > 0) return;
    this.isCut = true;
    this.callback();
    this.callback = () => {};
  }

  handleCommandComplete(): void {
    this.completed += 1;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#onReady();
    this.callback();
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
