import { once } from "node:events";
import { allClocks } from "#services/app/clocks";
import { openStorage } from "#services/app/storage";
import type { EventStore } from "#services/event-store/event-store";
import { createClocks } from "#services/platform/clock";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { reachingOn } from "./seats.ts";

/**
 * A process that only runs the product's clocks and kills itself at an append. It starts them once it gets a line, and prints one
 * at its first append. Arguments: the time of its clock, `before` or `after`, and the number of the append.
 */
const [, , at = "", when, time] = process.argv;
const log = createLogger("warn");
const storage = await openStorage(readConfig(process.env), log);
const { store, database } = storage;
let appends = 0;
const dying: EventStore = {
  ...store,
  async append(...given) {
    appends += 1;
    if (appends === 1) process.stdout.write("appending\n");
    const isPoint = appends === Number(time);
    if (isPoint && when === "before") process.kill(process.pid, "SIGKILL");
    const appended = await store.append(...given);
    if (isPoint && when === "after") process.kill(process.pid, "SIGKILL");
    return appended;
  },
};
const { haveReached } = reachingOn(store, database.pool);
const clocks = createClocks({
  clocks: allClocks({ store: dying, database }),
  store,
  haveReached,
  isOff: async () => false,
  tickMs: 20,
  now: () => new Date(Number(at)),
  log,
  onFailure() {},
});
process.stdout.write("ready\n");
await once(process.stdin, "data");
clocks.start();
// The clock's timer alone does not keep the process alive.
setInterval(() => {}, 1000);
