// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { offeredPages, Pagination } from "./pagination.tsx";

function Pages() {
  const [page, setPage] = useState(0);
  return <Pagination page={page} totalPages={2} onPage={setPage} />;
}
const button = (name: string) => screen.getByRole("button", { name });

afterEach(cleanup);

it("keeps the focus on the arrow at its end, which then ignores clicks", () => {
  render(<Pages />);
  const next = button("다음");
  next.focus();
  fireEvent.click(next);
  expect(button("2쪽").getAttribute("aria-current")).toBe("page");
  expect(next.getAttribute("aria-disabled")).toBe("true");
  next.blur();
  next.focus();
  expect(document.activeElement).toBe(next);
  fireEvent.click(next);
  expect(button("2쪽").getAttribute("aria-current")).toBe("page");
  expect(button("이전").hasAttribute("aria-disabled")).toBe(false);
});

describe("the offered pages", () => {
  const offered = (page: number, total: number, slots: number) =>
    offeredPages(page, total, slots)
      .map(({ page, isGap }) => (isGap ? `(${page + 1})` : page + 1))
      .join(" ");

  it.each([
    [0, 5, 5, "1 2 3 4 5"],
    [0, 49, 5, "1 2 3 (26) 49"],
    [2, 49, 5, "1 2 3 (26) 49"],
    [24, 49, 5, "1 (13) 25 (37) 49"],
    [48, 49, 5, "1 (24) 47 48 49"],
    [0, 601, 9, "1 2 3 4 5 6 7 (304) 601"],
    [4, 10, 9, "1 2 3 4 5 6 7 (9) 10"],
    [300, 601, 9, "1 (150) 299 300 301 302 303 (452) 601"],
    [600, 601, 9, "1 (298) 595 596 597 598 599 600 601"],
    // The address may name a page that does not exist.
    [9999, 49, 5, "1 (24) 47 48 49"],
  ])("beside page %i of %i are at most %i: %s", (page, total, slots, expected) => {
    expect(offered(page, total, slots)).toBe(expected);
  });
});
