import type pg from "pg";
import { StoreUnavailable } from "../event-store.ts";
import { asPortError, isStale, sqlState } from "../unavailable.ts";
import { pastStale } from "./past-stale.ts";
import type { Call, Rows, Texts, Wire } from "./prepared-call.ts";

/** Questions in one packet, at most: the last waits for all before it. */
const mostTogether = 4;

export interface Column {
  readonly name: string;
  /** Number of its type (pg_type.oid). */
  readonly type: number;
}

/** What a question is answered. */
export interface Table {
  /** None where nobody asked for them. */
  readonly columns: readonly Column[];
  readonly rows: Rows;
}

/**
 * As `callPrepared`, for what only reads or may be done twice: questions that come up in one turn leave in one packet on
 * one connection. Waking another connection for each takes longer than answering them does.
 */
export const ask = async (pool: pg.Pool, call: Call): Promise<Rows> => (await askForRows(pool, call)).rows;
const askForRows = gathering(false);

/** As `ask`, with the columns. Such questions go together among themselves: no command waits for a list of somebody's. */
export const askForTable = gathering(true);

/** What lends connections as a pool does. */
export interface Lender extends Pick<pg.Pool, "options" | "end"> {
  connect(): Promise<pg.PoolClient>;
  connect(
    callback: (failure: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void,
  ): void;
}

interface Question {
  readonly call: Call;
  answer(table: Table | Promise<Table>): void;
  fail(error: unknown): void;
}

function gathering(withColumns: boolean): (pool: Lender, call: Call) => Promise<Table> {
  const asked = new WeakMap<Lender, Question[]>();
  return (pool, call) =>
    new Promise((answer, fail) => {
      const question = { call, answer, fail };
      const others = asked.get(pool);
      if (others) {
        others.push(question);
        return;
      }
      const all: Question[] = [question];
      asked.set(pool, all);
      // Once everything has run that follows from what is known by now.
      process.nextTick(() => {
        asked.delete(pool);
        for (let from = 0; from < all.length; from += mostTogether)
          void answerAll(pool, all.slice(from, from + mostTogether), withColumns);
      });
    });
}

async function answerAll(pool: Lender, questions: readonly Question[], withColumns: boolean): Promise<void> {
  const calls = questions.map(({ call }) => call);
  const { tables, answered, failure } = await sendTogether(pool, calls, withColumns);
  for (const [n, { call, answer, fail }] of questions.entries()) {
    if (n < answered) answer(tables[n] as Table);
    else if (isAskedAnew(failure, n === answered))
      answer(pastStale(pool, () => askAlone(pool, call, withColumns)));
    else fail(failure);
  }
}

/**
 * What is wrong with one question alone, or that it took too long, says nothing of those behind it, which PostgreSQL passes
 * over.
 */
const isAskedAnew = (error: unknown, isItsOwn: boolean): boolean =>
  isStale(error) ||
  (!isItsOwn &&
    !(error instanceof StoreUnavailable) &&
    (asPortError(error) === error || sqlState(error) === tookTooLong));
const tookTooLong = "57014";

async function askAlone(pool: Lender, call: Call, withColumns: boolean): Promise<Table> {
  const { tables, failure } = await sendTogether(pool, [call], withColumns);
  if (failure) throw failure;
  return tables[0] as Table;
}

interface Answers {
  readonly tables: readonly Table[];
  /** How many of them are whole. */
  readonly answered: number;
  /** Why the others are not. */
  readonly failure?: Error;
}

const sendTogether = (pool: Lender, calls: readonly Call[], withColumns: boolean): Promise<Answers> =>
  new Promise((resolve) => {
    pool.connect((failure, client) => {
      if (!client) return resolve({ tables: [], answered: 0, failure: failure as Error });
      const packet = new Packet(calls, withColumns, (error) => {
        client.release(error ?? undefined);
        const { tables, answered } = packet;
        resolve({ tables, answered, ...(error && { failure: error }) });
      });
      client.query(packet);
    });
  });

/** Of the statements that a connection holds: what is described differs with the schema at the time it was prepared. */
const columnsOn = new WeakMap<Wire, Map<string, readonly Column[]>>();

/** Statements up to one Sync: one transaction for PostgreSQL, which ends at the first that fails. */
class Packet {
  readonly #rows: Texts[][];
  /** How many are whole. */
  answered = 0;
  readonly #calls: readonly Call[];
  readonly #withColumns: boolean;
  #columns = new Map<string, readonly Column[]>();
  #learn = () => {};
  /** pg's timeout for a query hangs itself in here. */
  callback: (error?: Error | null) => void;

  constructor(calls: readonly Call[], withColumns: boolean, done: Packet["callback"]) {
    this.#rows = calls.map(() => []);
    this.#calls = calls;
    this.#withColumns = withColumns;
    this.callback = done;
  }

  get tables(): Table[] {
    return this.#calls.map(({ statement }, n) => ({
      columns: this.#columns.get(statement.name) ?? [],
      rows: this.#rows[n] ?? [],
    }));
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    if (this.#withColumns) {
      this.#columns = columnsOn.get(wire) ?? this.#columns;
      columnsOn.set(wire, this.#columns);
    }
    const learnt = new Map<string, string>();
    const described = new Set(this.#columns.keys());
    wire.stream.cork();
    try {
      for (const { statement, values } of this.#calls) {
        const { name, text } = statement;
        if (wire.parsedStatements[name] === undefined && !learnt.has(name)) {
          wire.parse(statement);
          learnt.set(name, text);
        }
        wire.bind({ statement: name, values });
        if (this.#withColumns && !described.has(name)) {
          wire.describe({ type: "P" });
          described.add(name);
        }
        wire.execute({});
      }
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
    this.#learn = () => Object.assign(wire.parsedStatements, Object.fromEntries(learnt));
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
    this.#columns.set(this.#calls[this.answered]?.statement.name ?? "", columns);
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    this.#rows[this.answered]?.push(fields);
  }

  handleCommandComplete(): void {
    this.answered += 1;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#learn();
    this.callback();
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
