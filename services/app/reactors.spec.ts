import { expect, it } from "vitest";
import type { Identity } from "../identity/identity.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import { awaitedReactors, unawaitedReactors } from "./reactors.ts";
import type { Storage } from "./storage.ts";

it("lets commands wait for what ends with a membership, for no choice of a reviewer and no queue", () => {
  // Only their names are read.
  const [storage, progress, identity] = [
    { database: {} } as Storage,
    {} as ReadModelProgress,
    {} as Identity,
  ];
  expect(awaitedReactors(storage, progress, identity).map(({ name }) => name)).toEqual([
    ...[
      "member-withdrawal",
      "team-withdrawal",
      "team-pictures",
      "recruitment-settlement",
      "recruitment-withdrawal",
      "former-pictures",
    ],
  ]);
  expect(unawaitedReactors(storage, progress).map(({ name }) => name)).toEqual([
    "review-partner",
    "problem-of-the-day",
  ]);
});
