import { v4 } from "uuid";
import { serverTime } from "#web/lib/server-clock.ts";
import { unsent } from "#web/lib/unsent/device-store.ts";
import { draftServer } from "#web/lib/unsent/draft-server.ts";
import { deleteEndedRows } from "#web/lib/unsent/ended-rows.ts";
import { furtherIn } from "#web/lib/unsent/found-draft.ts";
import { ended, isQueued, type QueuedRecord, returned } from "#web/lib/unsent/record.ts";
import type { ResumedState } from "#web/lib/unsent/resumed.ts";

/** The address of the form. */
function addressOf({
  endpoint,
  options: { params },
  about: { teamId, day },
}: QueuedRecord["command"]): string {
  if (endpoint === "postSubject" || endpoint === "editSubject") return `/team-subject/${teamId}/${day}`;
  return endpoint === "postArticle"
    ? `/posting/${teamId}`
    : `/posting/${teamId}?article=${params?.articleId}`;
}

/** The latest text as a draft, with the picture, the further fields and the revision that were submitted. */
function draftOf(record: QueuedRecord) {
  const { body, picture, ifMatch } = record.command.options;
  const draft = returned(record);
  const { fields } = draft;
  // A field that shows its initial value is blank, and that value may differ now: an article refers to the day's problem.
  const sent = Object.entries(furtherIn(fields)).map(([name, text]) => [name, text || (body?.[name] ?? "")]);
  return {
    ...draft,
    at: Math.max(serverTime(), draft.at + 1),
    isSynced: false,
    fields: {
      ...fields,
      ...Object.fromEntries(sent),
      revision: typeof ifMatch === "number" ? ifMatch : fields.revision,
    },
    picture: picture ? new File([picture], "picture.jpg", { type: picture.type }) : draft.picture,
  };
}

/**
 * Turns an unsent text back into a draft and returns the address of its form; undefined if the browser does not store
 * it. `asNew`: the post that it edits no longer exists.
 */
export async function reopened(
  record: QueuedRecord,
  { asNew = false, isSubmitted = false } = {},
): Promise<{ to: string; state: ResumedState } | undefined> {
  const { command, memberId, key } = record;
  const { teamId } = command.about;
  const id = asNew ? v4() : record.id;
  try {
    await unsent.change([memberId], (all) => {
      const stored = all.find((one) => one.id === record.id);
      if (!stored || !isQueued(stored)) return {};
      const draft = draftOf(stored);
      if (!asNew) return { put: [draft] };
      const fields = { ...draft.fields, revision: null, postId: null };
      return { put: [ended(stored), { ...draft, id, key: `article-new-${teamId}`, fields }] };
    });
  } catch {
    return undefined;
  }
  // No form opens the former key any more, which would delete its row.
  if (asNew) void deleteEndedRows(unsent, draftServer(memberId, key), memberId, key);
  const to = asNew ? `/posting/${teamId}` : addressOf(command);
  return { to, state: { resumed: id, isSubmitted } };
}
