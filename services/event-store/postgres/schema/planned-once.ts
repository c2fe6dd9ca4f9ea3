/*
 * Where a look begins is not known when PostgreSQL plans it for good, so it expected a third of the log, took every plan for
 * one place to be better and made it anew: two thirds of what a look near the head cost. No other plan comes of it, since
 * the function allows the index alone.
 */
export const plannedOnceMigration = {
  name: "event-store-7",
  sql: "ALTER FUNCTION read_log(smallint, xid8, integer, integer) SET plan_cache_mode = force_generic_plan;",
} as const;
