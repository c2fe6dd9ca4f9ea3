import type pg from "pg";
import type { Checkpoint, EventStore } from "#services/event-store/event-store";
import { asideOf, lookedAtBy } from "../projection.ts";
import { isDivisionByZero, Outpaced } from "../projector/checkpoints.ts";
import { FailedStatement, type Sent } from "../projector/one-trip.ts";
import { allAtOnce, isDataFault, isUniqueViolation } from "../projector/transaction.ts";
import { statementsOf } from "../projector/write.ts";
import { type Build, indexBuild, type StoreAndPool } from "./build.ts";
import { type Load, statementsOfLoad } from "./load.ts";
import { type Log, makeReady, type Order, type Portion, type Wanted } from "./made-ready.ts";
import { areNewTo, oneBatchOn, wasThere } from "./new-to-it.ts";
import { eventsUpTo, PoisonedBuild, taking } from "./stretch.ts";

export interface FillOptions {
  readonly signal?: AbortSignal;
  readonly onBatch?: () => void;
  /** Events per transaction. */
  readonly batchSize?: number;
}

/**
 * Events per transaction. Of fewer, node keeps less alive and is quicker by a fifth; but a row that many events change is
 * written once for each batch, and with a thousand teams that costs PostgreSQL more.
 */
const usualBatch = (builds: readonly Build[]) => (builds.length === 1 ? 1000 : 4000);
/** Rows that changes of many rows may walk over before making the index is cheaper: so many for each event to come. */
const cheapVisits = 10;
/** Where one does not know how many are to come. */
const mostVisits = 20_000_000;

/**
 * Fills builds in one pass of the log until each stands at what `limits` last answered for it. While one batch is being
 * written the next is made ready. A build that meets an event it cannot take in stays behind with its `fault`; the
 * others go on.
 * @throws Outpaced
 */
export async function fillBuilds(
  { store, pool, replay }: StoreAndPool,
  builds: readonly Build[],
  limits: () => Promise<ReadonlyMap<Build, Checkpoint>>,
  { signal, onBatch, batchSize = usualBatch(builds) }: FillOptions = {},
): Promise<void> {
  const log = replay?.(lookedAtBy(builds.map(({ projection }) => projection))) ?? store;
  let writing: Promise<void> = Promise.resolve();
  try {
    for (let until = await limits(); ; until = await limits()) {
      const wanted = builds.flatMap((build): Wanted[] => {
        const { projection, checkpoint: from, fault } = build;
        const end = until.get(build) ?? from;
        return fault || store.compare(from, end) >= 0 ? [] : [{ projection, from, end }];
      });
      if (wanted.length === 0) return;
      const after = wanted.map(({ from }) => from).reduce(earlier(store));
      const last = wanted.map(({ end }) => end).reduce(earlier(store, -1));
      for await (const portions of inAdvance(log, { after, last, size: batchSize, wanted })) {
        signal?.throwIfAborted();
        await writing;
        onBatch?.();
        writing = writePortions({ store, pool }, batchSize, withBuilds(portions, builds));
        // Awaited before the next one; a failure meanwhile is not an unhandled one.
        writing.catch(() => {});
      }
      await writing;
      onBatch?.();
    }
  } finally {
    await writing.catch(() => {});
  }
}

const earlier =
  (store: EventStore, sign: 1 | -1 = 1) =>
  (a: Checkpoint, b: Checkpoint): Checkpoint =>
    sign * store.compare(a, b) <= 0 ? a : b;

/** The stretches of the log in their order, each made ready while the one before is used. */
function inAdvance(log: Log, whole: Order): ReadableStream<readonly Portion[]> {
  let { after } = whole;
  return new ReadableStream({
    async pull(queue) {
      const { to, portions } = await makeReady(log, { ...whole, after });
      after = to;
      queue.enqueue(portions);
      if (log.compare(after, whole.last) >= 0) queue.close();
    },
  });
}

interface Own extends Portion {
  readonly build: Build;
}

const withBuilds = (portions: readonly Portion[], builds: readonly Build[]): Own[] =>
  portions.flatMap((portion) => {
    const build = builds.find(({ projection }) => projection.name === portion.name);
    return build ? [{ ...portion, build }] : [];
  });

/** All portions in one transaction; when the database refuses a row, each by itself, to find the one at fault. */
async function writePortions(tools: StoreAndPool, size: number, portions: readonly Own[]): Promise<void> {
  // Made ready before the fault of its build was known.
  const useful = portions.filter(({ build }) => !build.fault);
  const sound = useful.filter(({ load }) => !load.poison);
  for (const { build, load } of sound) await indexWhenCheaper(tools.pool, build, load);
  try {
    await writeTogether(tools.pool, sound);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    for (const portion of sound) await writeAlone(tools, size, portion);
  }
  for (const portion of useful) if (portion.load.poison) await writeAlone(tools, size, portion);
}

/** In one trip: with one for each statement PostgreSQL would wait for this process, which has the next ones to make ready. */
async function writeTogether(pool: pg.Pool, portions: readonly Own[]): Promise<void> {
  if (portions.length === 0) return;
  const sent = portions.flatMap(({ build, load }) =>
    statementsOfLoad(build.projection, load, areNewTo(build)).map((statement) => ({ build, statement })),
  );
  try {
    const statements = sent.map(({ statement }) => statement);
    await inTheirTime(pool, [moving(portions), ...statements]);
  } catch (error) {
    const failed = error instanceof FailedStatement ? sent[error.at - 1] : undefined;
    if (!failed?.statement.copied || !isUniqueViolation((error as Error).cause)) throw refusal(error);
    wasThere(failed.build);
    return writeTogether(pool, portions);
  }
  for (const { build, load } of portions) {
    moved(build, load);
    oneBatchOn(build);
  }
}

/** Reads the portion again, since only events by themselves tell which of them is at fault. */
async function writeAlone({ store, pool }: StoreAndPool, size: number, { build, from, to }: Own) {
  const { projection } = build;
  try {
    for (let at = from; store.compare(at, to) < 0; ) {
      const stretch = await eventsUpTo(store, at, to, size);
      await taking(projection, at, stretch, async (folded) => {
        const statements = statementsOf(asideOf(projection.name), projection.table, folded.steps);
        const move = { build, load: folded };
        await inTheirTime(pool, [moving([move]), ...statements]).catch((error: unknown) => {
          throw refusal(error);
        });
        moved(build, folded);
      });
      at = stretch.to;
    }
  } catch (error) {
    if (!(error instanceof PoisonedBuild)) throw error;
    build.fault = error;
  }
}

/**
 * Changes of many rows find them by walking over the table, until there is an index. The index costs every row to come
 * what some visits cost, and is made at the end anyway: the nearer that is, the sooner it is worth it.
 */
async function indexWhenCheaper(pool: pg.Pool, build: Build, { walks }: Load): Promise<void> {
  if (build.isIndexed || walks === 0) return;
  const visits = (visited.get(build) ?? 0) + walks * build.events;
  visited.set(build, visits);
  const toCome = build.expected > 0 ? cheapVisits * Math.max(0, build.expected - build.events) : mostVisits;
  if (visits > Math.min(toCome, mostVisits)) await indexBuild(pool, build);
}
const visited = new WeakMap<Build, number>();

/**
 * All together may take as long as the pool grants each of them and the commit, since PostgreSQL ends those that take longer:
 * a server that has fallen silent breaks the build off.
 */
function inTheirTime(pool: pg.Pool, statements: readonly Sent[]): Promise<void> {
  const each = pool.options.query_timeout;
  return allAtOnce(pool, statements, each ? Math.min(each * (statements.length + 1), mostMs) : undefined);
}
/** No timer counts for more than 24 days. */
const mostMs = 24 * 3_600_000;

interface Move {
  readonly build: Build;
  readonly load: Pick<Load, "checkpoint" | "events">;
}

function moved(build: Build, { checkpoint, events }: Move["load"]): void {
  build.checkpoint = checkpoint;
  build.events += events;
}

/**
 * Fails unless every build is where it was left. Rows and checkpoint of a build get lost together or not at all, so that no
 * disk is waited for; the swap is what has to last.
 */
const moving = (moves: readonly Move[]): Sent => ({
  text: `
    WITH moved AS (
      UPDATE read_model_builds b
      SET checkpoint = m.next, events = b.events + m.events, updated_at = clock_timestamp()
      FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::int8[]) AS m(name, builder, previous, next, events)
      WHERE b.name = m.name AND b.builder = m.builder AND b.checkpoint = m.previous
      RETURNING 1
    )
    SELECT 1 / ((SELECT count(*) FROM moved) = $6)::int, set_config('synchronous_commit', 'off', true)`,
  values: [
    moves.map(({ build }) => build.projection.name),
    moves.map(({ build }) => build.builder),
    moves.map(({ build }) => build.checkpoint),
    moves.map(({ load }) => load.checkpoint),
    moves.map(({ load }) => load.events),
    moves.length,
  ],
});

/** What a failed transaction comes to that began with `moving`. */
function refusal(error: unknown): unknown {
  if (!(error instanceof FailedStatement)) return error;
  return error.at === 0 && isDivisionByZero(error.cause) ? new Outpaced() : error.cause;
}
