import { expect, it } from "vitest";
import { dotori } from "#tests/examples/people";
import { created } from "#tests/examples/teams";
import { memoryEventStore } from "#tests/support/memory-store";
import { newCommand, tell } from "#tests/support/recorded";
import { articleRoutes } from "./routes.ts";

it.each([
  ["2025-09-02T14:59:59Z", "2025-09-02"],
  ["2025-09-02T15:00:00Z", "2025-09-03"],
])("dates an article by the day of Seoul: %s", async (now, date) => {
  const store = memoryEventStore();
  await tell(store, "team-12", created);
  const [post] = articleRoutes({
    store,
    ids: { next: async () => 301 },
    progress: { reached: () => store.start, waitFor: async () => true, onAdvance: () => () => {} },
    async storePictures() {},
    presentArticle: async () => undefined,
  });
  const { commandId } = newCommand();
  const body = { teamId: 12, articleTitle: "정렬 풀이" };
  const causes = { commandId, correlationId: commandId, causationId: commandId };
  const call = {
    params: {},
    query: {},
    body,
    picture: undefined,
    caller: dotori,
    ifMatch: undefined,
    html: { articleBody: { html: "<p>글</p>", hasImage: false, isEmpty: false } },
    command: { ...causes, fingerprint: "", actor: dotori, now: new Date(now), isFresh: true },
  };
  await post?.handler(call as never);
  expect((await store.read("article-301")).events[0]?.data.date).toBe(date);
});
