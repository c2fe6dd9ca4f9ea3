import { postArticle } from "#contracts/article/api";
import { commandOf } from "#web/lib/calls/command.ts";
import type { QueuedCommand } from "#web/lib/unsent/command.ts";
import { unsent } from "#web/lib/unsent/device-store.ts";
import { submittedAs } from "#web/lib/unsent/queued-command.ts";
import type { PostRecord, QueuedRecord, UnsentRecord } from "#web/lib/unsent/record.ts";
import { rangeOf } from "#web/lib/unsent/store.ts";

/** The draft of an article; `title` names it. */
export const draftOf = (memberId: string, title: string, more: Partial<PostRecord> = {}): PostRecord => ({
  kind: "post",
  id: crypto.randomUUID(),
  memberId,
  key: "article-new-12",
  state: "editing",
  at: Date.now(),
  fields: { title, category: null, contact: "", html: "<p>글</p>", revision: null, postId: null },
  picture: undefined,
  isSynced: false,
  ...more,
});

/** An article that waits in the outbox. */
export function queuedOf(
  memberId: string,
  title: string,
  change: Partial<QueuedCommand> = {},
  more: Partial<PostRecord> = {},
): QueuedRecord {
  const body = { teamId: 12, articleTitle: title, articleBody: "<p>글</p>" };
  const about = { teamId: 12, teamName: "새벽", day: null };
  const record = submittedAs(draftOf(memberId, title), commandOf(postArticle, { body }), about);
  return { ...record, ...more, command: { ...record.command, ...change } };
}

/** Stores a record as another tab does. */
export const storeRecord = (record: UnsentRecord): Promise<unknown> =>
  unsent.change(rangeOf(record), () => ({ put: [record] }));

/** Removes all records, at once in this tab. */
export function removeRecords(): void {
  const members = new Set(unsent.all().map(({ memberId }) => memberId));
  for (const memberId of members) void unsent.keep([memberId], (all) => ({ remove: all }));
}
