import type { Delivery } from "../delivery/delivery.ts";
import type { Identity } from "../identity/identity.ts";
import { postgresReactorPositions } from "../platform/reactors/positions.ts";
import { createReactors } from "../platform/reactors/reactors.ts";
import { clocksFor } from "./clocks.ts";
import { deliveringReactors } from "./delivery.ts";
import { notifyingReactors } from "./inbox.ts";
import type { ProcessContext } from "./process-context.ts";
import { awaitedReactors, unawaitedReactors } from "./reactors.ts";

/** What follows the log and the clock, on any process but those that only serve: reactors, clocks, delivery. */
export function openBackground(
  parts: ProcessContext,
  identity: Identity,
  delivery: Delivery,
  isDemoDue: () => boolean,
) {
  const { config, options, storage, progress } = parts;
  const { store, database } = storage;
  const running = { store, positions: postgresReactorPositions(database.pool), log: options.log };
  const reactors = createReactors({ ...running, reactors: awaitedReactors(storage, progress, identity) });
  const unawaited = createReactors({
    ...running,
    reactors: [
      ...unawaitedReactors(storage, progress),
      ...notifyingReactors({ ...parts, db: database.kysely }),
      ...deliveringReactors(delivery, progress),
    ],
  });
  const clocks = clocksFor(parts, isDemoDue);
  return {
    reactors,
    clocks: clocks.state,
    status: () => [...reactors.status(), ...unawaited.status()],
    start(): void {
      if (config.role === "api") return;
      for (const each of [reactors, unawaited]) each.start();
      delivery.start();
      clocks.start();
    },
    async close(): Promise<void> {
      await Promise.all([reactors.stop(), unawaited.stop(), clocks.stop()]);
      await delivery.close();
    },
  };
}
