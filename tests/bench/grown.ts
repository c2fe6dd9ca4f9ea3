import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { tableOf } from "#projections/projection";
import { prepareReadModels } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { buildToHead } from "#projections/rebuild";
import type { Storage } from "#services/app/storage";
import { grownHandles, seedGrown } from "#services/ops/seed/grown";
import { grownPlan } from "#services/ops/seed/grown-plan";
import { type Caller, knownCaller } from "./caller.ts";
import type { Figures } from "./figures.ts";
import { grownCalls, placeOf } from "./grown-calls.ts";
import { benchGrownLoad } from "./grown-load.ts";
import { benchGrownPages } from "./grown-pages.ts";
import { inBrowser } from "./in-browser.ts";
import { residentMb } from "./proc.ts";
import { isBuilt, numberOption, type System, settled, withSystem } from "./set-up.ts";
import { median, quantile } from "./statistics.ts";

const rounds = { warmUp: 20, measured: 60 };
const bars = { times: 3, p95: 30, filling: 1.2 };
const settleMs = 5000;

/**
 * `npm run bench -- grown [--scale N]`: every query of one member and one team after three years, beside the same query
 * of the demo; what pages of that member cost; posting while many pages are open; then the memory of a server that fills
 * empty read models from that log, beside a rebuild of them.
 */
export async function benchGrown(figures: Figures): Promise<void> {
  await withSystem(undefined, (demo) =>
    withSystem(undefined, async (grown) => {
      const { storage, databaseUrl } = grown;
      const events = await seedGrown(grownPlan(numberOption("--scale", 1)), storage);
      const { store, database } = storage;
      await prepareReadModels(database.pool, readModels, store.start);
      await buildToHead({ store, pool: database.pool }, readModels);
      await database.pool.query("ANALYZE");
      figures.remark(`${events} events at ${new URL(databaseUrl).pathname.slice(1)}`);
      const small = await demo.start({ args: [] });
      const large = await grown.start();
      await settled(large.origin, storage);
      const [handle = "", reader = "", writer = ""] = grownHandles;
      const side: Side = [await knownCaller(large.origin, handle), database.pool];
      await compareCalls(
        figures,
        [await knownCaller(small.origin, handle), demo.storage.database.pool],
        side,
      );
      await small.stop();
      await inBrowser(async (browser) => {
        const { teamId, recruitmentId } = await placeOf(...side);
        await benchGrownPages(figures, browser, { origin: large.origin, handle, recruitmentId });
        await benchGrownLoad(figures, browser, { server: large, storage, teamId, writer, reader });
      });
      await large.stop();
      const idle = await grown.start();
      await settled(idle.origin, storage);
      await sleep(settleMs);
      const idleMb = residentMb(idle.pid);
      await idle.stop();
      figures.note({ what: "idle", value: idleMb, unit: "MB" });
      // As after a deployment with newer versions of read models.
      await database.pool.query("UPDATE read_model_checkpoints SET version = version - 1");
      const rebuildsMb = await largestUntilBuilt(grown);
      figures.note({ what: "while it rebuilds every read model", value: rebuildsMb, unit: "MB" });
      await emptyReadModels(storage);
      const fillsMb = await largestUntilBuilt(grown);
      const what = "while it fills empty read models, beside";
      figures.atMost(bars.filling, { what, value: fillsMb, unit: "MB", limit: rebuildsMb });
    }),
  );
}

type Side = readonly [caller: Caller, pool: pg.Pool];

/** One call at each side in turn, so that the machine's state is the same for both. */
async function compareCalls({ atMost, note }: Figures, small: Side, large: Side): Promise<void> {
  const places = { small: await placeOf(...small), large: await placeOf(...large) };
  for (const { name, path, kB } of grownCalls) {
    const times: { small: number[]; large: number[] } = { small: [], large: [] };
    let bytes = 0;
    for (let round = -rounds.warmUp; round < rounds.measured; round += 1)
      for (const [side, caller] of [
        ["small", small[0]],
        ["large", large[0]],
      ] as const) {
        const began = performance.now();
        const answer = await caller.call("GET", `/v1/${path(places[side])}`);
        if (round >= 0) times[side].push(performance.now() - began);
        if (side === "large") bytes = Buffer.byteLength(JSON.stringify(answer.data));
      }
    const size = { what: `${name}, answer`, value: bytes / 1000, unit: "kB" };
    const p50 = { what: `${name}, p50`, value: median(times.large), unit: "ms", limit: median(times.small) };
    if (kB === undefined) atMost(bars.times, p50);
    else {
      atMost(kB, size);
      note(p50);
    }
    atMost(bars.p95, { what: `${name}, p95`, value: quantile(times.large, 0.95), unit: "ms" });
  }
}

/** As a database whose events were loaded and whose read models no process has built. */
async function emptyReadModels({ database: { pool }, store }: Storage): Promise<void> {
  await pool.query(`TRUNCATE ${readModels.map(({ name }) => tableOf(name)).join(", ")}`);
  const empty = "UPDATE read_model_checkpoints SET checkpoint = $1, events = 0, state = 'catching-up'";
  await pool.query(empty, [store.start]);
}

async function largestUntilBuilt({ storage, start }: System): Promise<number> {
  const server = await start();
  for (let largest = 0; ; ) {
    largest = Math.max(largest, residentMb(server.pid));
    if (await isBuilt(storage.database.pool)) {
      await server.stop();
      return largest;
    }
    await sleep(50);
  }
}
