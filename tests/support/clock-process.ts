import { postgresEventStore } from "#services/event-store/postgres";
import { createClocks } from "#services/platform/clock";
import { openDatabase } from "#services/platform/database/database";
import { minuteMs, reachingOn, seatsClock } from "./seats.ts";

/** A process with one clock only. Its arguments: the database, and `dies` to end it after one recorded item. */
const [, , url = "", dies] = process.argv;
const { pool } = openDatabase(url);
const store = postgresEventStore(pool);
const clock = seatsClock(store, pool);
createClocks({
  clocks: [
    {
      ...clock,
      async command(item, context) {
        await clock.command(item as Parameters<typeof clock.command>[0], context);
        if (dies) process.kill(process.pid, "SIGKILL");
      },
    },
  ],
  store,
  haveReached: reachingOn(store, pool).haveReached,
  isOff: async () => false,
  tickMs: 20,
  now: () => new Date(10 * minuteMs),
  log: { error: console.error },
  onFailure() {},
}).start();
setInterval(() => {}, 1000);
