import { expect, it } from "vitest";
import { dotori } from "#tests/examples/people";
import { completed, posted, signedUp, withdrawn } from "#tests/examples/posts";
import { recorded } from "#tests/support/recorded";
import { memberCard } from "./member-card.ts";
import { patch, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";

const key = { uuid: dotori };

it.each([
  [
    "begins without a profile",
    signedUp(),
    [upsert({ ...key, name: null, explain: null, image_url: null, state: "signed-up" })],
  ],
  [
    "takes in the profile",
    completed(dotori, "도토리", "/images/a1/a1f0.jpg"),
    [
      patch(key, {
        name: "도토리",
        explain: "그래프 공부 중",
        image_url: "/images/a1/a1f0.jpg",
        state: "complete",
      }),
    ],
  ],
  [
    "takes in a changed profile",
    { ...completed(), type: "ProfileChanged" as const } as ReturnType<typeof completed>,
    [patch(key, { name: "도토리", explain: "그래프 공부 중", image_url: null, state: "complete" })],
  ],
  [
    "goes on without texts whose key is gone",
    completed(dotori, null),
    [patch(key, { name: null, explain: null, image_url: null, state: "complete" })],
  ],
  [
    "forgets everything but the uuid of a withdrawn member",
    withdrawn(),
    [patch(key, { name: null, explain: null, image_url: null, state: "withdrawn" })],
  ],
])("%s", (_, event, changes) => {
  expect(changesOf(memberCard, recorded(event))).toEqual(changes);
  expect(memberCard.touches(event)).toEqual([dotori]);
});

it("leaves events of others alone", () => {
  expect(changesOf(memberCard, recorded(posted()))).toEqual([]);
  expect(memberCard.touches(posted())).toEqual([]);
});
