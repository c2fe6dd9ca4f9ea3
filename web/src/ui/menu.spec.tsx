// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Menu, MenuGroup, MenuItem, MenuRadio } from "./menu.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open() {
  render(
    <Menu trigger={<button type="button">메뉴</button>}>
      <MenuItem onClick={() => undefined}>위</MenuItem>
      <MenuGroup label="화면" row>
        {["하나", "둘", "셋"].map((word) => (
          <MenuRadio key={word} picked={word === "둘"} onPick={() => undefined}>
            {word}
          </MenuRadio>
        ))}
      </MenuGroup>
      <MenuItem onClick={() => undefined}>아래</MenuItem>
    </Menu>,
  );
  fireEvent.click(screen.getByRole("button"));
  return screen.findByRole("menu");
}

it("moves through a row with horizontal arrows, and past it with vertical ones", async () => {
  await open();
  const walked = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowUp", "End"].map(
    (key) => {
      fireEvent.keyDown(document.activeElement as Element, { key });
      return document.activeElement?.textContent;
    },
  );
  expect(walked).toEqual(["위", "하나", "셋", "하나", "둘", "하나", "아래"]);
  expect(screen.getByRole("group", { name: "화면" })).toBeTruthy();
});

it("shows that it can scroll further until it has been scrolled to its end", async () => {
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(500);
  const menu = await open();
  expect(menu.hasAttribute("data-goes-on")).toBe(true);
  menu.scrollTop = 100;
  fireEvent.scroll(menu);
  expect(menu.hasAttribute("data-goes-on")).toBe(false);
});
