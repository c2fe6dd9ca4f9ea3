// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { expect, it, vi } from "vitest";
import { fakeDrafts } from "#tests/support/fake-drafts";
import { fakeServer } from "#tests/support/fake-server";
import { logIn } from "#tests/support/page.tsx";
import { queuedOf, storeRecord } from "#tests/support/unsent";
import { unsent } from "#web/lib/unsent/device-store.ts";
import { isDraft, type QueuedRecord } from "#web/lib/unsent/record.ts";
import { reopened } from "./reopen.ts";

async function queued(more: Partial<QueuedRecord> = {}, problems?: string): Promise<QueuedRecord> {
  const memberId = crypto.randomUUID();
  logIn(memberId);
  const text = queuedOf(memberId, "기다리는 글");
  // The form shows what it refers to by default, and its field is blank.
  const record = { ...text, fields: { ...text.fields, problems: "" }, ...more };
  const body = { ...record.command.options.body, problems };
  const waiting = { ...record, command: { ...record.command, options: { body } } };
  await storeRecord(waiting);
  return waiting;
}
const draftsOf = (memberId: string) =>
  unsent.all().filter((one) => isDraft(one) && one.memberId === memberId);

it("keeps the references with which a text was submitted, also on another day", async () => {
  const record = await queued({}, '[{"provider":"boj","number":"1018"}]');
  expect(await reopened(record)).toMatchObject({ to: "/posting/12", state: { resumed: record.id } });
  expect(draftsOf(record.memberId)).toMatchObject([
    { id: record.id, fields: { title: "기다리는 글", problems: '[{"provider":"boj","number":"1018"}]' } },
  ]);
});

it("deletes the row of an edited article whose text becomes a new one", async () => {
  const drafts = fakeDrafts(fakeServer());
  const record = await queued({ key: "article-301" });
  const { command: _, ...draft } = record;
  drafts.rows.set(record.id, {
    ...draft.fields,
    draftId: record.id,
    at: record.at,
    draftRevision: 1,
    hasPicture: false,
  });
  const opened = await reopened(record, { asNew: true });
  expect(draftsOf(record.memberId)).toMatchObject([
    { id: opened?.state.resumed, key: "article-new-12", fields: { revision: null, postId: null } },
  ]);
  await vi.waitFor(() => expect(drafts.rows.size).toBe(0));
});
