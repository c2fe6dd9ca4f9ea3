// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postArticle } from "#contracts/article/api";
import { outboxLimits } from "#contracts/limits";
import { fakeServer, refused } from "#tests/support/fake-server";
import { tokenOf } from "#tests/support/stub-server";
import { draftOf, queuedOf, storeRecord } from "#tests/support/unsent";
import { commandOf } from "../calls/command.ts";
import { endSessionQuietly, setToken } from "../session.ts";
import { unsent } from "./device-store.ts";
import { isQueued } from "./record.ts";
import { submitted } from "./submitted.ts";

const about = { teamId: 12, teamName: "새벽", day: null };
let member: string;
let server: ReturnType<typeof fakeServer>;
const command = () =>
  commandOf(postArticle, { body: { teamId: 12, articleTitle: "풀이", articleBody: "<p>글</p>" } });
const submit = () => submitted(command(), about, draftOf(member, "풀이"), () => true);
const entries = async () => (await unsent.read(member)).filter(isQueued);
const posts = () => server.sent.filter(({ method }) => method === "POST");
const silence = () => {
  throw new TypeError("no connection");
};

beforeEach(() => {
  member = crypto.randomUUID();
  setToken(tokenOf(member));
  server = fakeServer();
  server.on(postArticle, { articleId: 7 });
});
afterEach(() => {
  endSessionQuietly();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("returns the response to the form and removes the entry", async () => {
  expect(await submit()).toMatchObject({ data: { articleId: 7 } });
  expect([posts().length, await entries()]).toEqual([1, []]);
});

it("keeps a command without a response under the key of its first attempt", async () => {
  server.on(postArticle, silence);
  expect(await submit()).toBe("queued");
  const [entry] = await entries();
  expect(entry).toMatchObject({ state: "waiting", command: { tries: 1, about } });
  expect(posts()[0]?.headers.get("Idempotency-Key")).toBe(entry?.command.key);
});

it("throws a refusal to the form and removes the entry", async () => {
  server.on(postArticle, refused("author-not-in-team"));
  await expect(submit()).rejects.toMatchObject({ status: 403 });
  expect(await entries()).toEqual([]);
});

it("throws when the outbox is full, and sends nothing", async () => {
  for (let n = 0; n < outboxLimits.entries; n += 1)
    await storeRecord(queuedOf(member, "글", {}, { state: "unsure" }));
  await expect(submit()).rejects.toThrow("보낼 글이 너무 많아요. 먼저 보낸 뒤 다시 시도해 주세요.");
  expect(posts()).toEqual([]);
});

it("sends without the outbox when the browser stores nothing", async () => {
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("no room", "QuotaExceededError");
  });
  expect(await submit()).toMatchObject({ data: { articleId: 7 } });
  server.on(postArticle, silence);
  await expect(submit()).rejects.toMatchObject({ noAnswer: true });
});
