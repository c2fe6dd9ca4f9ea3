// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { Popover, usePopover } from "./popover.tsx";

afterEach(cleanup);

function Note() {
  const { isOpen, button, popover } = usePopover();
  return (
    <>
      <button {...button} type="button">
        쪽지
      </button>
      {isOpen && (
        <Popover {...popover} role="dialog" aria-label="쪽지">
          <button type="button">안</button>
        </Popover>
      )}
      <button type="button">다음</button>
    </>
  );
}

function open() {
  const around = vi.fn();
  document.addEventListener("keydown", around);
  onTestFinished(() => document.removeEventListener("keydown", around));
  render(<Note />);
  const button = screen.getByRole("button", { name: "쪽지" });
  fireEvent.click(button);
  return { button, popover: screen.getByRole("dialog"), around };
}

it("takes the focus, and returns it on Escape, which what is around it does not get", () => {
  const { button, popover, around } = open();
  expect(document.activeElement).toBe(popover);
  expect(button.getAttribute("aria-controls")).toBe(popover.id);
  screen.getByRole("button", { name: "안" }).focus();
  fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
  expect(around).toHaveBeenCalledOnce();
  fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  expect(around).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

it("stays while its button has the focus, and closes when another control gets it", () => {
  const { button } = open();
  act(() => button.focus());
  expect(screen.getByRole("dialog")).toBeTruthy();
  const next = screen.getByRole("button", { name: "다음" });
  act(() => next.focus());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(next);
});

it("closes with a second click on its button", () => {
  const { button } = open();
  fireEvent.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
});
