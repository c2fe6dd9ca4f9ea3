import type { EventStore } from "../event-store/event-store.ts";
import type { Source } from "./room-context.ts";

/** The saved problem of a day as the log knows it at this moment. */
export async function sourceOf(
  store: EventStore,
  { teamId, date }: { readonly teamId: number; readonly date: string },
): Promise<Source> {
  const { events, revision } = await store.read(`subject-${teamId}_${date}`, {
    lastOf: ["SubjectPosted", "SubjectEdited", "SubjectDeleted"],
  });
  const last = events.findLast(({ type }) => type.startsWith("Subject"));
  const isThere = last !== undefined && last.type !== "SubjectDeleted";
  return { generation: revision, revision: isThere ? Number(last.data["revision"]) : null };
}
