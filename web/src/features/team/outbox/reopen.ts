import { serverTime } from "#web/lib/server-clock.ts";
import { unsent } from "#web/lib/unsent/device-store.ts";
import { isQueued, type QueuedRecord, returned } from "#web/lib/unsent/record.ts";
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

/** The text as it was submitted, as a draft. */
function draftOf(record: QueuedRecord) {
  const { picture, ifMatch } = record.command.options;
  const draft = returned(record);
  return {
    ...draft,
    at: Math.max(serverTime(), draft.at + 1),
    isSynced: false,
    fields: { ...draft.fields, revision: typeof ifMatch === "number" ? ifMatch : draft.fields.revision },
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
  const { command, fields, id } = record;
  const { teamId } = command.about;
  const asNewOne = { key: `article-new-${teamId}`, fields: { ...fields, revision: null, postId: null } };
  try {
    await unsent.change([record.memberId], (all) => {
      const stored = all.find((one) => one.id === id);
      if (!stored || !isQueued(stored)) return {};
      return asNew
        ? { put: [{ ...draftOf(stored), ...asNewOne }], remove: [stored] }
        : { put: [draftOf(stored)] };
    });
  } catch {
    return undefined;
  }
  const to = asNew ? `/posting/${teamId}` : addressOf(command);
  return { to, state: { resumed: id, isSubmitted } };
}
