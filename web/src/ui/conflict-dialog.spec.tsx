// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { ConflictDialog } from "./conflict-dialog.tsx";

afterEach(cleanup);

const nothing = () => {};
const comparing = (mine: ReactNode, stored: ReactNode) => (
  <ConflictDialog
    open
    mine={mine}
    stored={stored}
    onUseStored={nothing}
    onKeepMine={nothing}
    onBack={nothing}
  />
);
const marked = (name: string) =>
  [...screen.getByRole("region", { name }).querySelectorAll("[data-differs]")].map(
    (block) => block.textContent || block.getAttribute("src"),
  );

it("marks in both panes the innermost blocks and pictures that the other text does not have, and nothing else", async () => {
  const text = (own: string, line: string) => (
    <>
      <p>두 수의 합</p>
      <ul>
        <li>
          <p>입력을 읽는다</p>
        </li>
        <li>
          <b>먼저</b> {own}
        </li>
      </ul>
      <pre>
        <span data-line>n = int(input())</span>
        <span data-line>{line}</span>
      </pre>
      <p>
        같은 그림 설명
        <img alt="이미지" src={`/images/${own}`} />
      </p>
    </>
  );
  const view = render(comparing(text("정렬한다", "print(1)"), text("센다", "print(2)")));
  expect(marked("내가 쓴 내용")).toEqual(["먼저 정렬한다", "print(1)", "/images/정렬한다"]);
  expect(marked("현재 저장된 내용")).toEqual(["먼저 센다", "print(2)", "/images/센다"]);

  // Saved elsewhere once more while the dialog is open.
  view.rerender(comparing(text("정렬한다", "print(1)"), text("정렬한다", "print(3)")));
  await waitFor(() => expect(marked("현재 저장된 내용")).toEqual(["print(3)"]));
  expect(marked("내가 쓴 내용")).toEqual(["print(1)"]);
});

it("focuses the own text, not a button that another Enter would press", async () => {
  render(comparing("내 글", "남의 글"));
  const own = screen.getByRole("region", { name: "내가 쓴 내용" });
  await waitFor(() => expect(own.contains(document.activeElement)).toBe(true));
  expect(document.activeElement?.textContent).toBe("내 글");
});
