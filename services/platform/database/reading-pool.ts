import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { limits } from "#contracts/limits";
import { StoreUnavailable } from "../../event-store/event-store.ts";
import type { Lender } from "../../event-store/postgres/ask.ts";

type Lent = Parameters<Lender["connect"]>[0];

/** How often it is looked again (milliseconds). */
const lookAgainMs = 25;
const unfit =
  "the read models still lack what a crash of the database server took back: a process with ROLE=all or projector brings it again";

/**
 * Lends the connections of a pool to those who read, each once it has been found fit: after a crash of the database server
 * read models may lack what they had shown before (projections/projector/life.ts). Asked once for each connection; whoever reads
 * meanwhile waits as long as for what they have written themselves, and is refused then.
 */
export class ReadingPool implements Lender {
  readonly options: pg.Pool["options"];
  readonly #pool: pg.Pool;
  readonly #isFit: (client: pg.ClientBase) => Promise<boolean>;
  readonly #patienceMs: number;
  readonly #fit = new WeakSet<pg.ClientBase>();
  /** One for all who wait, who may be many. */
  #look: Promise<boolean> | undefined;

  constructor(
    pool: pg.Pool,
    isFit: (client: pg.ClientBase) => Promise<boolean>,
    patienceMs: number = limits.readYourWritesMs,
  ) {
    this.options = pool.options;
    this.#pool = pool;
    this.#isFit = isFit;
    this.#patienceMs = patienceMs;
  }

  connect(): Promise<pg.PoolClient>;
  connect(callback: Lent): void;
  connect(callback?: Lent): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#lend();
    this.#pool.connect((failure, client, release) => {
      if (!client || this.#fit.has(client)) return callback(failure, client, release);
      client.release();
      this.#lend().then(
        (lent) => callback(undefined, lent, lent.release),
        (error: Error) => callback(error, undefined, () => {}),
      );
    });
    return undefined;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** @throws StoreUnavailable | an error of the way to the database */
  async #lend(): Promise<pg.PoolClient> {
    const until = performance.now() + this.#patienceMs;
    let client = await this.#fitOne();
    while (!client) {
      if (performance.now() > until) throw new StoreUnavailable(undefined, unfit);
      this.#look ??= this.#lookSoon();
      if (await this.#look) client = await this.#fitOne();
    }
    return client;
  }

  async #lookSoon(): Promise<boolean> {
    await pause(lookAgainMs);
    this.#look = undefined;
    const client = await this.#fitOne();
    client?.release();
    return client !== undefined;
  }

  async #fitOne(): Promise<pg.PoolClient | undefined> {
    const client = await this.#pool.connect();
    try {
      if (this.#fit.has(client)) return client;
      if (await this.#isFit(client)) {
        this.#fit.add(client);
        return client;
      }
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    client.release();
    return undefined;
  }
}
