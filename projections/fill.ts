import type pg from "pg";
import type { Checkpoint, EventStore, RecordedEvent } from "#services/event-store/event-store";
import { type Folded, foldEvents, writeSteps } from "./apply.ts";
import { asideOf, type Build, indexBuild, type StoreAndPool } from "./build.ts";
import { Outpaced } from "./checkpoints.ts";
import { loadSteps } from "./load.ts";
import { eventsUpTo, PoisonedBuild, type Stretch, taking } from "./stretch.ts";
import { inTransaction, isDataFault } from "./transaction.ts";

export interface FillOptions {
  readonly signal?: AbortSignal;
  readonly onBatch?: () => void;
  /** Events per transaction. */
  readonly batchSize?: number;
}

/** What one build takes of a stretch of the log. */
interface Portion {
  readonly build: Build;
  readonly from: Checkpoint;
  readonly stretch: Stretch;
  readonly folded: Folded;
}

const usualBatch = 4000;
/** Rows that changes of many rows may walk over without an index before making the index is cheaper. */
const cheapVisits = 20_000_000;

/**
 * Fills builds in one pass of the log until each stands at what `limits` last answered for it. While one batch is being
 * written the next is read and folded. A build that meets an event it cannot take in stays behind with its `fault`; the
 * others go on.
 * @throws Outpaced
 */
export async function fillBuilds(
  { store, pool }: StoreAndPool,
  builds: readonly Build[],
  limits: () => Promise<ReadonlyMap<Build, Checkpoint>>,
  { signal, onBatch, batchSize = usualBatch }: FillOptions = {},
): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  try {
    for (let until = await limits(); ; until = await limits()) {
      const ends = builds.flatMap((build) =>
        build.fault ? [] : [{ build, end: until.get(build) ?? build.checkpoint }],
      );
      const behind = ends.filter(({ build, end }) => store.compare(build.checkpoint, end) < 0);
      if (behind.length === 0) return;
      const planned = new Map(behind.map(({ build }) => [build, build.checkpoint]));
      const first = extreme(store, [...planned.values()], -1);
      const last = extreme(
        store,
        behind.map(({ end }) => end),
        1,
      );
      for await (const stretch of stretches(store, first, last, batchSize)) {
        signal?.throwIfAborted();
        const portions = behind.flatMap(({ build, end }): Portion[] => {
          const from = planned.get(build) ?? build.checkpoint;
          const own = build.fault ? undefined : part(store, stretch, from, end);
          if (!own) return [];
          planned.set(build, own.to);
          return [
            { build, from, stretch: own, folded: foldEvents(build.projection, own.events, from, own.to) },
          ];
        });
        await writing;
        onBatch?.();
        writing = writePortions(pool, portions);
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

const extreme = (store: EventStore, checkpoints: readonly Checkpoint[], sign: 1 | -1): Checkpoint =>
  checkpoints.reduce((most, each) => (sign * store.compare(each, most) > 0 ? each : most));

/** The log between two places; the next stretch is on its way while one is used. */
async function* stretches(store: EventStore, after: Checkpoint, last: Checkpoint, size: number) {
  let next: Promise<Stretch> | undefined = eventsUpTo(store, after, last, size);
  while (next) {
    const stretch: Stretch = await next;
    next = store.compare(stretch.to, last) < 0 ? eventsUpTo(store, stretch.to, last, size) : undefined;
    next?.catch(() => {});
    yield stretch;
  }
}

/** The part of a stretch that lies after `from` and not beyond `end`. */
function part(store: EventStore, stretch: Stretch, from: Checkpoint, end: Checkpoint): Stretch | undefined {
  const to = store.compare(stretch.to, end) > 0 ? end : stretch.to;
  if (store.compare(from, to) >= 0) return undefined;
  const [head, tail] = [stretch.events[0], stretch.events.at(-1)];
  const isWhole =
    (!head || store.compare(head.checkpoint, from) > 0) && (!tail || store.compare(tail.checkpoint, to) <= 0);
  const isInside = ({ checkpoint }: RecordedEvent) =>
    store.compare(checkpoint, from) > 0 && store.compare(checkpoint, to) <= 0;
  return { events: isWhole ? stretch.events : stretch.events.filter(isInside), to };
}

/** All portions in one transaction; when the database refuses a row, each by itself, to find the one at fault. */
async function writePortions(pool: pg.Pool, portions: readonly Portion[]): Promise<void> {
  // Folded ahead, before the fault of its build was known.
  const useful = portions.filter(({ build }) => !build.fault);
  const sound = useful.filter(({ folded }) => !folded.poison);
  try {
    await writeTogether(pool, sound);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    for (const portion of sound) await writeAlone(pool, portion);
  }
  for (const portion of useful) if (portion.folded.poison) await writeAlone(pool, portion);
  for (const { build, folded } of useful) await indexWhenCheaper(pool, build, folded);
}

async function writeTogether(pool: pg.Pool, portions: readonly Portion[]): Promise<void> {
  if (portions.length === 0) return;
  await inTransaction(pool, async (client) => {
    await client.query(disposable);
    await moveBuilds(client, portions);
    for (const { build, folded } of portions)
      await loadSteps(client, asideOf(build.projection.name), build.projection, folded.steps);
  });
  for (const { build, folded } of portions) moved(build, folded);
}

async function writeAlone(pool: pg.Pool, { build, from, stretch }: Portion): Promise<void> {
  const { projection } = build;
  try {
    await taking(projection, from, stretch, async (folded) => {
      await inTransaction(pool, async (client) => {
        await client.query(disposable);
        await moveBuilds(client, [{ build, folded }]);
        await writeSteps(client, asideOf(projection.name), projection, folded.steps);
      });
      moved(build, folded);
    });
  } catch (error) {
    if (!(error instanceof PoisonedBuild)) throw error;
    build.fault = error;
  }
}

/** Rows and checkpoint of a build get lost together or not at all; the swap is what has to last. */
const disposable = "SET LOCAL synchronous_commit = off";

/** Changes of many rows find them by walking over the table, until there is an index. */
async function indexWhenCheaper(pool: pg.Pool, build: Build, { steps }: Folded): Promise<void> {
  if (build.isIndexed || build.fault) return;
  const walks = steps.filter(({ kind }) => kind === "where").length;
  const visits = (visited.get(build) ?? 0) + walks * build.events;
  visited.set(build, visits);
  if (visits > cheapVisits) await indexBuild(pool, build);
}
const visited = new WeakMap<Build, number>();

interface Move {
  readonly build: Build;
  readonly folded: Pick<Folded, "checkpoint" | "events">;
}

function moved(build: Build, { checkpoint, events }: Move["folded"]): void {
  build.checkpoint = checkpoint;
  build.events += events;
}

async function moveBuilds(client: pg.ClientBase, moves: readonly Move[]): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE read_model_builds b SET checkpoint = m.next, events = b.events + m.events, updated_at = clock_timestamp()
     FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::int8[]) AS m(name, builder, previous, next, events)
     WHERE b.name = m.name AND b.builder = m.builder AND b.checkpoint = m.previous`,
    [
      moves.map(({ build }) => build.projection.name),
      moves.map(({ build }) => build.builder),
      moves.map(({ build }) => build.checkpoint),
      moves.map(({ folded }) => folded.checkpoint),
      moves.map(({ folded }) => folded.events),
    ],
  );
  if (rowCount !== moves.length) throw new Outpaced();
}
