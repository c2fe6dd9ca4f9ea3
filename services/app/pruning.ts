import type { Documents } from "../documents/documents.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { Identity } from "../identity/identity.ts";
import { forgetTeamsThatNeverWere } from "../images/keep-picture.ts";
import type { Logger } from "../platform/logging.ts";
import { rosterOf } from "../team/facts.ts";
import type { Storage } from "./storage.ts";

interface Pruned {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly documents: Documents;
  readonly drafts: Drafts;
  readonly log: Logger;
}

const everyMs = 3_600_000;
const commandsKeptHours = 48;

/** Forgets what has run out (answers of commands, sign-ins, documents, drafts, pictures) every hour. Returns how to stop. */
export function keepPruned({ storage, identity, documents, drafts, log }: Pruned): () => void {
  const { pool } = storage.database;
  const isLive = async (teamId: number) => (await rosterOf(storage.store, teamId)).phase === "live";
  const prune = async () => {
    try {
      await storage.log.forgetCommands(commandsKeptHours);
      await identity.prune();
      await documents.prune();
      await drafts.prune();
      await forgetTeamsThatNeverWere(pool, isLive);
    } catch (error) {
      log.warn({ err: error }, "pruning failed and is tried again in an hour");
    }
  };
  const timer = setInterval(prune, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
