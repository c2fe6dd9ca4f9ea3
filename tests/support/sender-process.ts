import { openDelivery } from "#services/app/delivery";
import { openStorage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";

/**
 * A process that only sends deliveries and blocks forever at a point, to be killed there. Arguments: the time of its
 * clock, `before` or `after`, the statement at which it blocks, and the occurrence.
 */
const [, , at = "", when, statement, time] = process.argv;
const config = readConfig(process.env);
const log = createLogger("warn");
const storage = await openStorage(config, log);
const { pool } = storage.database;

const ask = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rowCount: number | null }>;
let met = 0;
const standStill = () =>
  new Promise<never>(() => {
    process.stdout.write("there\n");
  });
pool.query = (async (...given: unknown[]) => {
  const { name, values } = given[0] as { name?: string; values?: readonly unknown[] };
  const isPoint = name === statement && values?.[0] !== "mail";
  if (isPoint && when === "before" && ++met === Number(time)) await standStill();
  const answer = await ask(...given);
  // A claim without rows does not count.
  if (isPoint && when === "after" && answer.rowCount && ++met === Number(time)) await standStill();
  return answer;
}) as never;

const nothing = () => {};
openDelivery({
  config,
  storage,
  log,
  now: () => new Date(Number(at)),
  observe: nothing,
  onDigest: nothing,
  origin: "https://algomoim.example",
}).sender.start();
// The sender's timer alone does not keep the process alive.
setInterval(nothing, 1000);
