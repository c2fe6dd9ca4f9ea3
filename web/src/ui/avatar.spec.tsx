// @vitest-environment jsdom
import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { defaultMemberPicture } from "#contracts/images/api";
import { Avatar } from "./avatar.tsx";

afterEach(cleanup);

const own = "/images/a1/a1f0.jpg";
const shown = (src: string | null) => {
  const { container } = render(<Avatar name=" 도토리" src={src} />);
  const picture = () => container.querySelector("img");
  return { container, picture, look: () => container.firstElementChild?.className };
};

it("shows a member's own picture, and one coloured letter for all members without one", () => {
  expect(shown(own).picture()?.getAttribute("src")).toContain(own);
  const none = shown(null);
  const standIn = shown(defaultMemberPicture);
  for (const { container, picture } of [none, standIn]) {
    expect(container.textContent).toBe("도");
    expect(picture()).toBeNull();
  }
  expect(standIn.look()).toBe(none.look());
});

it("shows the plain background for a picture that fails to load, without a letter", () => {
  const { container, picture, look } = shown(own);
  const before = look();
  fireEvent.error(picture() as Element);
  expect(picture()).toBeNull();
  expect(container.textContent).toBe("");
  expect(look()).not.toBe(before);
});
