import type { ReadModelProgress } from "../progress.ts";
import type { Reactor } from "./reactor.ts";

/** For how long a reaction lets the read models go first (milliseconds). */
const patienceMs = 20;

/** The same reactor, stepping aside for the read models: people wait for those, hardly anybody for a reaction. */
export function afterReadModels(reactor: Reactor, progress: Pick<ReadModelProgress, "waitFor">): Reactor {
  // Once they were too far behind, it goes its own way until they are there again.
  let areBehind = false;
  return {
    ...reactor,
    async on(event, store) {
      areBehind = !(await progress.waitFor(event.checkpoint, areBehind ? 0 : patienceMs));
      await reactor.on(event, store);
    },
  };
}
