import { createProjector, projectorTiming } from "#projections/runner";
import { postgresEventStore } from "#services/event-store/postgres";
import { openDatabase } from "#services/platform/database/database";

/** A process with only a projector, to be killed. Its arguments: the database, and `usual` for the product's lease. */
const { pool } = openDatabase(process.argv[2] ?? "");
const store = postgresEventStore(pool);
const isUsual = process.argv[3] === "usual";
const timing = isUsual ? projectorTiming : { ...projectorTiming, lease: 1000, renew: 250, standby: 50 };
createProjector({ store, pool, log: (entry) => console.log(JSON.stringify(entry)), timing }).start();
