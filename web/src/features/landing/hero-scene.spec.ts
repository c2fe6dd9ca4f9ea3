import { describe, expect, it } from "vitest";
import { type HeroState, heroFadeMs, turnWheel, type WheelTurn } from "./hero-scene.ts";

const promise: HeroState = { scene: "promise", fadesUntil: 0 };
const code: HeroState = { scene: "code", fadesUntil: 5000 };
const wheel = (given: Partial<WheelTurn>): WheelTurn => ({
  deltaX: 0,
  deltaY: 100,
  ctrlKey: false,
  timeStamp: 7000,
  ...given,
});

describe("the wheel over the hero", () => {
  it("moves from the promise to the code instead of scrolling", () => {
    expect(turnWheel(promise, wheel({}), true)).toEqual({
      state: { scene: "code", fadesUntil: 7000 + heroFadeMs },
      isTaken: true,
    });
  });

  it("holds the page while the fade runs, and lets it scroll from its end on", () => {
    const fading: HeroState = { scene: "code", fadesUntil: 7000 };
    expect(turnWheel(fading, wheel({ timeStamp: 6999 }), true)).toEqual({ state: fading, isTaken: true });
    expect(turnWheel(fading, wheel({ timeStamp: 7000 }), true)).toEqual({ state: fading, isTaken: false });
  });

  it("moves back at the top of the page, not on the way there", () => {
    const up = wheel({ deltaY: -100 });
    expect(turnWheel(code, up, false)).toEqual({ state: code, isTaken: false });
    expect(turnWheel(code, up, true).state.scene).toBe("promise");
  });

  it.each([
    ["upwards on the promise", wheel({ deltaY: -100 }), true],
    ["further down the page", wheel({}), false],
    ["while it zooms", wheel({ ctrlKey: true }), true],
    ["sideways", wheel({ deltaX: 120 }), true],
  ])("leaves everything to the browser: %s", (_, turn, isAtTop) => {
    expect(turnWheel(promise, turn, isAtTop)).toEqual({ state: promise, isTaken: false });
  });
});
