import type { Storage } from "../app/storage.ts";
import { devPeople } from "../identity/dev-people.ts";
import type { Identity } from "../identity/identity.ts";
import { postgresIds } from "../platform/database/ids.ts";
import { oneProcessAtATime } from "../platform/database/one-process.ts";
import type { Logger } from "../platform/logging.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import { demoPeople, playDemo } from "./demo.ts";
import { stageOn } from "./stage.ts";

/**
 * Only an empty log gets the demo; its people are the first of those that the development provider offers. One process
 * at a time; a play that was cut off is carried on.
 */
export async function playDemoOnce(
  storage: Storage,
  identity: Identity,
  progress: ReadModelProgress,
  log: Logger,
): Promise<void> {
  const { store, database, secrets } = storage;
  const memberOf = identity.developmentMember;
  const stage = stageOn({ store, ids: postgresIds(database.pool), seal: secrets.seal, memberOf });
  await oneProcessAtATime(database.pool, "demo", async () => {
    const isEmpty = (await store.head()) === store.start;
    if (!isEmpty && (!(await stage.hasBegun()) || (await stage.isOver()))) return;
    log.info("writing the demo");
    await playDemo(stage, devPeople.slice(0, demoPeople), new Date());
  });
  await progress.waitFor(await store.head(), 10_000);
}
