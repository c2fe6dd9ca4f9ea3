import { randomUUID } from "node:crypto";
import type { Checkpoint } from "#services/event-store/event-store";
import {
  abandonedMs,
  type Build,
  BuildInProgress,
  beginBuild,
  dropRetired,
  finishBuild,
  keepAlive,
  leaveBuilds,
  NewerServed,
  type StoreAndPool,
  swapIn,
} from "../building/build.ts";
import { fillBuilds } from "../building/fill.ts";
import { PoisonedBuild } from "../building/stretch.ts";
import type { AnyProjection } from "../projection.ts";
import { isLockTimeout } from "../rebuild.ts";
import { reasonOf } from "./apply.ts";
import { hold } from "./checkpoints.ts";
import type { ProjectorLog } from "./log.ts";
import type { StatusBoard } from "./status.ts";
import { backoff, pause } from "./waiting.ts";

export interface Upgrade extends StoreAndPool {
  readonly projection: AnyProjection;
  readonly fence: number;
  readonly log: ProjectorLog;
  readonly board: StatusBoard;
  readonly signal: AbortSignal;
}

/**
 * Fills what stands aside for several read models in one pass of the log; `replaceOlder` then goes on with each where it
 * stands, and looks after those that could not take part.
 */
export async function fillTogether(
  {
    projections,
    ...upgrade
  }: Omit<Upgrade, "projection"> & { readonly projections: readonly AnyProjection[] },
  target: () => Promise<Checkpoint>,
): Promise<void> {
  const { pool, log, signal } = upgrade;
  const builder = randomUUID();
  const life = keepAlive(pool, builder);
  const builds: Build[] = [];
  /** Those of the projections that somebody else is building. */
  const beginAll = async (ofThese: readonly AnyProjection[]) => {
    const taken: AnyProjection[] = [];
    for (const projection of ofThese) {
      try {
        builds.push(await beginBuild({ ...upgrade, projection }, builder, undefined));
      } catch (error) {
        if (!(error instanceof BuildInProgress)) throw error;
        taken.push(projection);
      }
    }
    return taken;
  };
  try {
    const began = performance.now();
    let taken = await beginAll(projections);
    // Those of a process that was killed are free after a while; without them they would need a pass each.
    for (let attempt = 0; taken.length > 0 && performance.now() - began < patienceMs; attempt += 1) {
      await pause(backoff(attempt), signal);
      signal.throwIfAborted();
      taken = await beginAll(taken);
    }
    const limits = async () => {
      const to = await target();
      return new Map(builds.map((build) => [build, to]));
    };
    await fillBuilds(upgrade, builds, limits, { signal, batchSize: besideRequests });
  } catch (error) {
    if (!signal.aborted)
      log({
        level: "warn",
        message: "building several aside failed, going on one by one",
        reason: reasonOf(error),
      });
  } finally {
    life.stop();
    await leaveBuilds(pool, builder).catch(() => {});
  }
}

/**
 * Replaces a table of an older version by one built aside from the start of the log; the old one serves meanwhile.
 * Where the new one stands afterwards, or undefined when it met an event it cannot take in or the signal aborted.
 */
export async function replaceOlder(
  upgrade: Upgrade,
  target: () => Promise<Checkpoint>,
): Promise<Checkpoint | undefined> {
  const builder = randomUUID();
  const life = keepAlive(upgrade.pool, builder);
  try {
    return await replace(upgrade, builder, target);
  } finally {
    life.stop();
    await leaveBuilds(upgrade.pool, builder).catch(() => {});
  }
}

async function replace(
  upgrade: Upgrade,
  builder: string,
  target: () => Promise<Checkpoint>,
): Promise<Checkpoint | undefined> {
  const { pool, projection, log, board, signal } = upgrade;
  const { name, version } = projection;
  log({ level: "info", message: `building version ${version} aside`, readModel: name });
  let build: Build | undefined;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      build ??= await beginBuild(upgrade, builder, undefined);
      await finish(upgrade, build, target);
      const { checkpoint } = await swapIn(upgrade, build);
      log({ level: "info", message: `version ${version} took over`, readModel: name });
      await dropRetired(pool, projection);
      return checkpoint;
    } catch (error) {
      if (signal.aborted) return undefined;
      const stopped = reasonToStop(error);
      if (stopped) {
        const { message, ...poison } = stopped;
        await hold(upgrade, name, "stopped", poison);
        board.set(name, { state: "stopped", stopped: poison });
        log({ level: "error", message, readModel: name, ...poison });
        return undefined;
      }
      // Somebody else went on with it, or it is unknown whether the last batch was written: look again where it stands.
      if (!isLockTimeout(error)) {
        build = undefined;
        await leaveBuilds(pool, builder).catch(() => {});
      }
      const message =
        error instanceof BuildInProgress ? error.message : "building aside failed, trying again";
      log({ level: "warn", message, readModel: name, reason: reasonOf(error) });
      await pause(backoff(attempt), signal);
    }
  }
  return undefined;
}

/** What makes trying again useless. */
function reasonToStop(error: unknown) {
  if (error instanceof PoisonedBuild) {
    const { eventId, reason } = error;
    return { message: "a read model stopped at an event", eventId, reason };
  }
  if (error instanceof NewerServed)
    return { message: "a read model is of a newer program", eventId: "", reason: error.message };
  return undefined;
}

/** Fills a build up to the target and makes it ready to serve. */
async function finish(upgrade: Upgrade, build: Build, target: () => Promise<Checkpoint>): Promise<void> {
  const options = { signal: upgrade.signal, batchSize: besideRequests };
  const fill = async () => {
    await fillBuilds(upgrade, [build], async () => new Map([[build, await target()]]), options);
    if (build.fault) throw build.fault;
  };
  await fill();
  if (build.isFinished) return;
  await finishBuild(upgrade.pool, build);
  await fill();
}

/** Longer than the builds of a killed process look alive. */
const patienceMs = abandonedMs + 5000;

/** Events per transaction: a batch is folded in one go, and this process answers requests, too. */
const besideRequests = 500;
