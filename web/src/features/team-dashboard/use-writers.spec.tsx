// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { type Article, getArticlesByDate } from "#contracts/article/api";
import { fakeServer, pageAsked } from "#tests/support/fake-server";
import { openPage } from "#tests/support/page.tsx";
import { articleOf } from "#tests/support/views";
import { useWriters } from "./presence.tsx";

const articleBy = (memberName: string, isAuthor = false) => articleOf(1, { memberName, isAuthor });

function Writers() {
  const writers = useWriters(12, "2026-11-21");
  return <p>{`${writers.length}: ${writers.map(({ name }) => name).join(" ")}`}</p>;
}

function show(articles: readonly Article[]) {
  const server = fakeServer();
  server.on(getArticlesByDate, (request) => pageAsked(articles, request));
  return { ...server, ...openPage({ "/": Writers }, "/") };
}

it("names each writer of a day once, from the page of articles that is already shown", async () => {
  const { seen } = show(["밤톨", "도토리", "밤톨"].map((name) => articleBy(name)));
  await screen.findByText("2: 밤톨 도토리");
  expect(seen).toHaveLength(1);
});

it("names all writers of a day with more articles than one answer contains", async () => {
  show(Array.from({ length: 120 }, (_, index) => articleBy(`${index % 110}`)));
  await screen.findByText(/^110: 0 1 /);
});

it("distinguishes the member from another with the same name and picture", async () => {
  show([articleBy("도토리", true), articleBy("도토리")]);
  await screen.findByText("2: 도토리 도토리");
});

it("keeps the writers while further pages are fetched, then adds the latest", async () => {
  const articles = ["가", "나", "다", "라", "마", "바"].map((name) => articleBy(name));
  const { client } = show(articles);
  await screen.findByText("6: 가 나 다 라 마 바");
  const shown: (string | null)[] = [];
  const watch = new MutationObserver(() => shown.push(document.body.textContent));
  watch.observe(document.body, { characterData: true, childList: true, subtree: true });
  articles.unshift(articleBy("사"));
  await act(() => client.invalidateQueries());
  await screen.findByText("7: 사 가 나 다 라 마 바");
  watch.disconnect();
  expect(shown).not.toContain("0: ");
});
