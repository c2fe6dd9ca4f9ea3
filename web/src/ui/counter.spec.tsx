// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Counter } from "./counter.tsx";

it("tells how long a text is that is too long, but not during a composition", () => {
  const { container } = render(<Counter text={"가".repeat(13)} max={10} />);
  expect(container.textContent).toBe("글자 수 13/10자");
  fireEvent.compositionStart(document.body);
  screen.getByText("10/10자", { exact: false });
  fireEvent.compositionEnd(document.body);
  expect(container.textContent).toBe("글자 수 13/10자");
});
