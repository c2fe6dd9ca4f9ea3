import { expect, it } from "vitest";
import { type HeroState, heroFadeMs, turnWheel } from "./hero-scene.ts";

const promise: HeroState = { scene: "promise", fadesUntil: 0 };
const code: HeroState = { scene: "code", fadesUntil: 5000 };
const fading: HeroState = { scene: "code", fadesUntil: 7000 };
const after = (scene: HeroState["scene"]): HeroState => ({ scene, fadesUntil: 7000 + heroFadeMs });

it.each([
  ["switches from the promise to the code", promise, {}, true, after("code"), true],
  ["switches back at the top of the page", code, { deltaY: -100 }, true, after("promise"), true],
  ["does not scroll the page during the fade", fading, { timeStamp: 6999 }, true, fading, true],
  ["scrolls from the end of the fade on", fading, {}, true, fading, false],
  ["scrolls up to the top of the page", code, { deltaY: -100 }, false, code, false],
  ["scrolls upwards on the promise", promise, { deltaY: -100 }, true, promise, false],
  ["scrolls further down the page", promise, {}, false, promise, false],
  ["zooms", promise, { ctrlKey: true }, true, promise, false],
  ["scrolls sideways", promise, { deltaX: 120 }, true, promise, false],
])("the wheel over the hero %s", (_, state, turn, isAtTop, next, isTaken) => {
  const wheel = { deltaX: 0, deltaY: 100, ctrlKey: false, timeStamp: 7000, ...turn };
  expect(turnWheel(state, wheel, isAtTop)).toEqual({ state: next, isTaken });
});
