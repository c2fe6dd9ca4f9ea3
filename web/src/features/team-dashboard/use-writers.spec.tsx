// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "#contracts/endpoint";
import { pretendServer, reply } from "#tests/support/pretend-server";
import { useWriters } from "./presence.tsx";

const date = "2026-11-21";
const articleBy = (memberName: string, isAuthor = false) => ({
  articleId: 1,
  articleTitle: "글",
  articleBody: null,
  createdDate: `${date} 09:00:00`,
  imageUrl: null,
  memberName,
  memberImage: "/images/default/member.png",
  isAuthor,
  revision: 1,
});

function Writers() {
  const writers = useWriters(12, date);
  return <p>{`${writers.length}: ${writers.map(({ name }) => name).join(" ")}`}</p>;
}

/** Serves these articles page by page, as the server does. */
function show(articles: readonly ReturnType<typeof articleBy>[]) {
  const { seen } = pretendServer(({ path }) => {
    const query = new URL(path, "http://localhost").searchParams;
    const size = Math.min(Number(query.get("size") ?? 6), 50);
    const at = Number(query.get("page"));
    return reply({
      data: page(articles.slice(at * size, (at + 1) * size), { page: at, size }, articles.length),
    });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <Writers />
    </QueryClientProvider>,
  );
  return { seen, client };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("names each writer of a day once, asking no more than the page that is shown has told", async () => {
  const { seen } = show(["밤톨", "도토리", "밤톨"].map((name) => articleBy(name)));
  await screen.findByText("2: 밤톨 도토리");
  expect(seen).toHaveLength(1);
});

it("knows them all on a day with more articles than any answer holds", async () => {
  show(Array.from({ length: 120 }, (_, index) => articleBy(`${index % 110}`)));
  await screen.findByText(/^110: 0 1 /);
});

it("tells oneself from somebody of the same name and picture", async () => {
  show([articleBy("도토리", true), articleBy("도토리")]);
  await screen.findByText("2: 도토리 도토리");
});

it("goes on naming who has written while a page becomes too short for all, and then names the latest too", async () => {
  const articles = ["가", "나", "다", "라", "마", "바"].map((name) => articleBy(name));
  const { client } = show(articles);
  await screen.findByText("6: 가 나 다 라 마 바");
  const told: (string | null)[] = [];
  const watch = new MutationObserver(() => told.push(document.body.textContent));
  watch.observe(document.body, { characterData: true, childList: true, subtree: true });
  articles.unshift(articleBy("사"));
  await act(() => client.invalidateQueries());
  await screen.findByText("7: 사 가 나 다 라 마 바");
  watch.disconnect();
  expect(told).not.toContain("0: ");
});
