import { createProjector, projectorTiming } from "#projections/runner";
import { postgresEventStore } from "#services/event-store/postgres";
import { openDatabase } from "#services/platform/database";

/** A process that does nothing but project: to be killed. Its only argument is the database. */
const { pool } = openDatabase(process.argv[2] ?? "");
const store = postgresEventStore(pool);
const timing = { ...projectorTiming, lease: 1000, renew: 250, standby: 50 };
createProjector({ store, pool, log: (entry) => console.log(JSON.stringify(entry)), timing }).start();
