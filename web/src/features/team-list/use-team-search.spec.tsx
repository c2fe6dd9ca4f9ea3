// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keywordOf, type TeamSearch, useTeamSearch } from "./use-team-search.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function given(address = "/team-list") {
  const search = {} as { current: TeamSearch };
  function Probe() {
    search.current = useTeamSearch();
    return null;
  }
  const router = createMemoryRouter([{ path: "/team-list", Component: Probe }], {
    initialEntries: [address],
  });
  render(<RouterProvider router={router} />);
  return { search, router, address: () => router.state.location.search };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const step = (take: () => void) => act(async () => take());

describe("searching teams", () => {
  it("follows the typed text after a pause and starts every new keyword at page 0", async () => {
    const { search, address } = given();
    await step(() => search.current.setPage(3));
    expect(address()).toBe("?page=4");
    await step(() => search.current.box.onText("아침"));
    await pass(100);
    expect(search.current).toMatchObject({ keyword: "", page: 3 });
    await pass(200);
    expect(search.current).toMatchObject({ keyword: "아침", page: 0 });
    expect(new URLSearchParams(address()).get("keyword")).toBe("아침");
  });

  it("ignores blanks and keeps the page", async () => {
    const { search } = given("/team-list?page=3");
    await step(() => search.current.box.onText("   "));
    await pass(1000);
    expect(search.current).toMatchObject({ keyword: "", page: 2 });
  });

  it("clears keyword and page immediately and keeps the order", async () => {
    const { search, address } = given("/team-list?keyword=아침&sort=name&page=2");
    expect(search.current).toMatchObject({ keyword: "아침", sort: "name", page: 1 });
    expect(search.current.box.value).toBe("아침");
    await step(() => search.current.box.onText(""));
    await pass(0);
    expect(search.current).toMatchObject({ keyword: "", sort: "name", page: 0 });
    expect(address()).toBe("?sort=name");
  });

  it("waits longer while a syllable is being composed and never searches for one that has only begun", async () => {
    const { search } = given();
    await step(() => search.current.box.onCompositionStart());
    await step(() => search.current.box.onText("아ㅊ"));
    await pass(300);
    expect(search.current.keyword).toBe("");
    await pass(400);
    expect(search.current.keyword).toBe("아");
    expect(search.current.box.value).toBe("아ㅊ");
    await step(() => search.current.box.onText("아침"));
    await step(() => search.current.box.onCompositionEnd());
    await pass(300);
    expect(search.current.keyword).toBe("아침");
  });

  it("keeps text that is typed while its keyword is written to the address", async () => {
    const { search } = given();
    await step(() => search.current.box.onText("아침 "));
    await pass(300);
    expect(search.current.keyword).toBe("아침");
    expect(search.current.box.value).toBe("아침 ");
  });

  it("uses the keyword of the address after navigating back or to the whole list", async () => {
    const { search, router } = given();
    await step(() => search.current.box.onText("아침"));
    await pass(300);
    await step(() => search.current.setPage(1));
    await step(() => void router.navigate("/team-list"));
    await pass(1000);
    expect(search.current).toMatchObject({ keyword: "", page: 0 });
    expect(search.current.box.value).toBe("");
    await step(() => void router.navigate(-1));
    await pass(1000);
    expect(search.current).toMatchObject({ keyword: "아침", page: 1 });
    expect(search.current.box.value).toBe("아침");
  });

  it("searches for a single Hangul letter if only that was typed", () => {
    expect(keywordOf("ㅋㅋ", false)).toBe("ㅋㅋ");
    expect(keywordOf(" 반 ", true)).toBe("반");
  });
});
