// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Pagination } from "./pagination.tsx";

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
