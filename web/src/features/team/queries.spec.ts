import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TeamPage } from "#contracts/team/api";
import { pretendServer, reply } from "#tests/support/pretend-server";
import { tagsQuery, teamPageQuery } from "./queries.ts";

const month = { year: 2026, month: 11 };
const tagsOf = (...days: string[]): TeamPage["subjectArticleDateAndTagResponses"] =>
  days.map((subjectDate) => ({ subjectDate, articleCategory: "코딩 테스트" }));

let client: QueryClient;
/** Answers the questions in the order in which they were asked, with the tags of these days. */
let answer: ((...days: string[]) => void)[];

beforeEach(() => {
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answer = [];
  pretendServer(
    () =>
      new Promise((done) => {
        answer.push((...days) =>
          done(reply({ data: { subjectArticleDateAndTagResponses: tagsOf(...days) } })),
        );
      }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const tags = () => client.getQueryData(tagsQuery(12, month).queryKey);

it("a team page brings the tags of its month", async () => {
  const page = client.fetchQuery(teamPageQuery(12, month));
  await vi.waitFor(() => expect(answer).toHaveLength(1));
  answer[0]?.("2026-11-21");
  await page;
  expect(tags()).toEqual(tagsOf("2026-11-21"));
});

it("a team page asked for earlier puts no former tags in the place of newer ones", async () => {
  const page = client.fetchQuery(teamPageQuery(12, month));
  await vi.waitFor(() => expect(answer).toHaveLength(1));
  const alone = client.fetchQuery(tagsQuery(12, month));
  await vi.waitFor(() => expect(answer).toHaveLength(2));
  answer[1]?.("2026-11-21", "2026-11-22");
  await alone;
  answer[0]?.("2026-11-21");
  await page;
  expect(tags()).toEqual(tagsOf("2026-11-21", "2026-11-22"));
});

it("tags that changed while the first team page was on its way are still to be asked for", async () => {
  client.getQueryCache().build(client, client.defaultQueryOptions(tagsQuery(12, month)));
  const page = client.fetchQuery(teamPageQuery(12, month));
  await vi.waitFor(() => expect(answer).toHaveLength(1));
  await client.invalidateQueries({ queryKey: ["team-calendar", "12"] });
  answer[0]?.("2026-11-21");
  await page;
  const { data, isInvalidated } = client.getQueryState(tagsQuery(12, month).queryKey) ?? {};
  expect(data === undefined || isInvalidated).toBe(true);
});

it("tags that changed once more while a team page was on its way are still to be asked for", async () => {
  const changed = () => client.invalidateQueries({ queryKey: ["team-calendar", "12"] });
  client.setQueryData(tagsQuery(12, month).queryKey, tagsOf("2026-11-21"));
  await changed();
  const page = client.fetchQuery(teamPageQuery(12, month));
  await vi.waitFor(() => expect(answer).toHaveLength(1));
  await changed();
  answer[0]?.("2026-11-21");
  await page;
  expect(client.getQueryState(tagsQuery(12, month).queryKey)?.isInvalidated).toBe(true);
});
