import type pg from "pg";
import { pastStale } from "./past-stale.ts";
import { type Call, callPrepared, type Rows, type Texts, type Wire } from "./prepared-call.ts";
import { asPortError, isStale } from "./unavailable.ts";

/** Questions in one packet, at most: the last waits for all before it. */
const mostTogether = 4;

interface Question {
  readonly call: Call;
  answer(rows: Rows | Promise<Rows>): void;
  fail(error: unknown): void;
}
const asked = new WeakMap<pg.Pool, Question[]>();

/**
 * As `callPrepared`, for what only reads or may be done twice: questions that come up in one turn leave in one packet on
 * one connection. Waking another connection for each takes longer than answering them does.
 */
export function ask(pool: pg.Pool, call: Call): Promise<Rows> {
  return new Promise((answer, fail) => {
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
        sendOff(pool, all.slice(from, from + mostTogether));
    });
  });
}

function sendOff(pool: pg.Pool, questions: readonly Question[]): void {
  if (questions.length > 1) askTogether(pool, questions);
  else for (const one of questions) askAlone(pool, one);
}

const askAlone = (pool: pg.Pool, { call, answer }: Question): void =>
  answer(pastStale(pool, () => callPrepared(pool, call)));

function askTogether(pool: pg.Pool, questions: readonly Question[]): void {
  pool.connect((failure, client) => {
    if (!client) {
      for (const { fail } of questions) fail(failure);
      return;
    }
    const packet = new Packet(
      questions.map(({ call }) => call),
      (error) => {
        client.release(error ?? undefined);
        for (const [n, question] of questions.entries()) {
          if (!error || n < packet.answered) question.answer(packet.answers[n] ?? []);
          else if (isAskedAnew(error, n === packet.answered)) askAlone(pool, question);
          else question.fail(error);
        }
      },
    );
    client.query(packet);
  });
}

/** What is wrong with one question alone says nothing of those behind it, which PostgreSQL passes over. */
const isAskedAnew = (error: unknown, isItsOwn: boolean): boolean =>
  isStale(error) || (!isItsOwn && asPortError(error) === error);

/** Statements up to one Sync: one transaction for PostgreSQL, which ends at the first that fails. */
class Packet {
  readonly answers: Texts[][];
  /** How many of them are whole. */
  answered = 0;
  readonly #calls: readonly Call[];
  #learn = () => {};
  /** pg's timeout for a query hangs itself in here. */
  callback: (error?: Error | null) => void;

  constructor(calls: readonly Call[], done: Packet["callback"]) {
    this.answers = calls.map(() => []);
    this.#calls = calls;
    this.callback = done;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    const learnt = new Map<string, string>();
    wire.stream.cork();
    try {
      for (const { statement, values } of this.#calls) {
        const { name, text } = statement;
        if (wire.parsedStatements[name] === undefined && !learnt.has(name)) {
          wire.parse(statement);
          learnt.set(name, text);
        }
        wire.bind({ statement: name, values });
        wire.execute({});
      }
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
    this.#learn = () => Object.assign(wire.parsedStatements, Object.fromEntries(learnt));
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    this.answers[this.answered]?.push(fields);
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

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
