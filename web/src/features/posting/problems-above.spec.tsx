// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reply, stubServer } from "#tests/support/stub-server";
import { subjectOf } from "#tests/support/views";
import { ProblemsAbove } from "./problems-above.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  vi.setSystemTime("2026-11-21T23:59:30+09:00");
  stubServer(({ path }) => {
    const date = new URL(path, "http://x").searchParams.get("date");
    return reply({ data: subjectOf({ articleTitle: `${date}의 문제` }) });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

it("keeps the first day's problem after midnight, and shows the article's new day and its problem", async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ProblemsAbove teamId={12} />
    </QueryClientProvider>,
  );
  await screen.findByText("2026-11-21의 문제");
  pass(20);
  expect(screen.getByRole("status").textContent).toBe("");
  pass(20);
  expect(screen.getByRole("status").textContent).toContain("11월 22일 일요일의 글이 돼요");
  await screen.findByText("2026-11-22의 문제");
  expect(screen.getByText("2026-11-21의 문제")).toBeDefined();
});
