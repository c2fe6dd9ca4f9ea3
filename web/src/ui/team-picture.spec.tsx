// @vitest-environment jsdom
import { fireEvent, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { defaultTeamPicture } from "#contracts/images/api";
import { emblemOf } from "./emblem.ts";
import { TeamPicture } from "./team-picture.tsx";

const drawn = (teamId: number, src: string | undefined) => {
  const { container } = render(<TeamPicture teamId={teamId} src={src} />);
  return { image: container.querySelector("img"), emblem: container.querySelector("svg"), container };
};

it("draws an emblem if no picture was chosen, and nothing while that is unknown", () => {
  const without = drawn(12, defaultTeamPicture);
  expect([without.image, without.emblem?.getAttribute("aria-hidden")]).toEqual([null, "true"]);
  const unknown = drawn(12, undefined);
  expect([unknown.image, unknown.emblem]).toEqual([null, null]);
});

it("shows a chosen picture, and the emblem if it fails to load", () => {
  const { image, emblem, container } = drawn(12, "/images/3b/3b90.jpg");
  expect([image?.getAttribute("alt"), emblem]).toEqual(["", null]);
  fireEvent.error(image as HTMLImageElement);
  expect([container.querySelector("img"), container.querySelectorAll("svg").length]).toEqual([null, 1]);
});

it("has 24 emblems, repeats the same one for a team, and gives consecutive teams different ones", () => {
  const text = (teamId: number) => JSON.stringify(emblemOf(teamId));
  const all = Array.from({ length: 24 }, (_, teamId) => text(teamId + 1));
  expect(new Set(all).size).toBe(24);
  expect(text(25)).toBe(text(1));
  // n = (12 × 7) mod 24 = 12: side by side, fourth palette.
  expect(emblemOf(12)).toMatchObject({ circle: [21, 32, 15], palette: { ground: "#d8f5ea" } });
});
