import { v4 } from "uuid";
import { isCategory } from "#contracts/subject/api";
import { draftDevice } from "#web/lib/drafts/draft-device.ts";
import { endDraftOf, outbox } from "#web/lib/outbox/device-outbox.ts";
import { isArticle, isEdit, type OutboxEntry, textsOf } from "#web/lib/outbox/entry.ts";
import type { ResumedState } from "#web/lib/outbox/resumed.ts";
import { serverTime } from "#web/lib/server-clock.ts";

/** The key of the draft and the address of the form. */
function formOf({ endpoint, options: { params }, about: { teamId, day } }: OutboxEntry, asNew: boolean) {
  if (endpoint === "postSubject" || endpoint === "editSubject")
    return { key: `subject-${teamId}-${day}`, to: `/team-subject/${teamId}/${day}` };
  if (endpoint === "postArticle" || asNew) return { key: `article-new-${teamId}`, to: `/posting/${teamId}` };
  const articleId = String(params?.articleId);
  return { key: `article-${articleId}`, to: `/posting/${teamId}?article=${articleId}` };
}

/**
 * Turns an unsent text back into a draft and returns the address of its form; undefined if the browser does not store
 * it. `asNew`: the post that it edits no longer exists.
 */
export async function reopened(
  entry: OutboxEntry,
  { asNew = false, isSubmitted = false } = {},
): Promise<{ to: string; state: ResumedState } | undefined> {
  const { options, memberId, draft } = entry;
  const { key, to } = formOf(entry, asNew);
  const { category, ...texts } = textsOf(entry);
  const isSame = isEdit(entry) && !asNew;
  const articleId = options.params?.articleId;
  const written = {
    ...texts,
    category: category !== null && isCategory(category) ? category : null,
    contact: "",
    draftId: draft?.key === key ? draft.draftId : v4(),
    at: Math.max(serverTime(), (draft?.at ?? 0) + 1),
    revision: isSame && typeof options.ifMatch === "number" ? options.ifMatch : null,
    postId: isSame && !isArticle(entry) ? Number(articleId) : null,
    ...(options.picture && {
      picture: new File([options.picture], "picture.jpg", { type: options.picture.type }),
    }),
  };
  const resumed = await draftDevice(memberId, key).write(written, v4());
  if (resumed === undefined) return undefined;
  if (resumed !== draft?.draftId) await endDraftOf(entry);
  await outbox.remove(entry.id);
  return { to, state: { resumed, isSubmitted } };
}
