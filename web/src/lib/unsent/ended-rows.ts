import type { DraftServer } from "./draft-server.ts";
import { chooseDraft } from "./found-draft.ts";
import type { UnsentStore } from "./store.ts";

/** Deletes the rows of texts that have ended here, as a best effort: the next editor under the key repeats it. */
export async function deleteEndedRows(
  store: UnsentStore,
  server: DraftServer,
  memberId: string,
  key: string,
): Promise<void> {
  try {
    const { endedHere } = chooseDraft(await store.read(memberId, key), await server.list(), "");
    for (const { draftId, draftRevision } of endedHere) await server.remove(draftId, draftRevision);
  } catch {
    // The server does not respond, or has a later text.
  }
}
