import type { Delivery } from "../delivery/delivery.ts";
import type { Documents } from "../documents/documents.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { Identity } from "../identity/identity.ts";
import { forgetEnded } from "../images/picture-uses.ts";
import type { Logger } from "../platform/logging.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import type { Quotas } from "../platform/quotas.ts";
import { eraseTraces, isErasureDue } from "./erasure.ts";
import type { Storage } from "./storage.ts";

interface Pruned {
  readonly storage: Storage;
  readonly progress: ReadModelProgress;
  readonly identity: Identity;
  readonly documents: Documents;
  readonly drafts: Drafts;
  readonly delivery: Delivery;
  readonly now: () => Date;
  readonly quotas: Quotas;
  readonly log: Logger;
}

const everyMs = 3_600_000;
const commandRetentionHours = 48;

/**
 * Deletes expired data (responses of commands, sign-ins, documents, drafts, deliveries, pictures, quotas) every hour,
 * and erases data of withdrawn members then and at the start if that is due. Its end waits for an erasure in progress.
 */
export function prunePeriodically({
  storage,
  progress,
  identity,
  documents,
  drafts,
  delivery,
  now,
  quotas,
  log,
}: Pruned): { close(): Promise<void> } {
  const { pool } = storage.database;
  const prune = async () => {
    try {
      await storage.log.forgetCommands(commandRetentionHours);
      await identity.prune();
      await documents.prune();
      await drafts.prune();
      await delivery.prune();
      await quotas.prune();
      // A log that was replaced by an older one lacks streams.
      if (!(await storage.log.isBehind?.())) await forgetEnded(pool, storage.store);
    } catch (error) {
      log.warn({ err: error }, "pruning failed and is tried again in an hour");
    }
  };
  let erasing: Promise<void> | undefined;
  const erase = async () => {
    try {
      if (!(await isErasureDue(pool, now()))) return;
      const tooLarge = await eraseTraces(pool, progress);
      if (tooLarge.length > 0)
        log.warn({ tables: tooLarge }, "too large to be rewritten: run VACUUM FULL on them at a quiet hour");
    } catch (error) {
      log.warn({ err: error }, "traces of withdrawn members are left and are erased in an hour");
    }
  };
  const work = () => {
    erasing ??= erase().finally(() => {
      erasing = undefined;
    });
  };
  work();
  const timer = setInterval(() => {
    void prune();
    work();
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await erasing;
    },
  };
}
