import type { DraftServer } from "./draft-server.ts";
import { chooseDraft } from "./found-draft.ts";
import { awaitsCopy } from "./record.ts";
import type { UnsentStore } from "./store.ts";

/** Deletes the rows of texts that have ended here, as a best effort: the next editor under the key repeats it. */
export async function deleteEndedRows(
  store: UnsentStore,
  server: DraftServer,
  memberId: string,
  key: string,
): Promise<void> {
  try {
    const rows = await server.list();
    const records = await store.read(memberId);
    const ofKey = records.filter((one) => one.key === key);
    for (const { draftId, draftRevision } of chooseDraft(ofKey, rows, "").endedHere) {
      const isKept = ofKey.some(
        (one) => one.id === draftId && one.kind === "post" && awaitsCopy(one, records),
      );
      if (!isKept) await server.remove(draftId, draftRevision);
    }
  } catch {
    // The server does not respond, or has a later text.
  }
}
