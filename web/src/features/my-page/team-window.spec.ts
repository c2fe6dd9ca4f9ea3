import { expect, it } from "vitest";
import { teamWindow } from "./team-tabs.tsx";

it.each([
  { first: 0, count: 7, shown: [0, 1, 2, 3, 4], canGoBack: false, canGoOn: true },
  { first: 1, count: 7, shown: [1, 2, 3, 4, 5], canGoBack: true, canGoOn: true },
  { first: 2, count: 7, shown: [2, 3, 4, 5, 6], canGoBack: true, canGoOn: false },
  { first: 0, count: 3, shown: [0, 1, 2], canGoBack: false, canGoOn: false },
  { first: 0, count: 0, shown: [], canGoBack: false, canGoOn: false },
  // Some teams were removed after the first tab was selected.
  { first: 2, count: 6, shown: [1, 2, 3, 4, 5], canGoBack: true, canGoOn: false },
  { first: 2, count: 4, shown: [0, 1, 2, 3], canGoBack: false, canGoOn: false },
  { first: -1, count: 7, shown: [0, 1, 2, 3, 4], canGoBack: false, canGoOn: true },
])("shows $shown of $count teams from $first on", ({ first, count, shown, ...arrows }) => {
  const view = teamWindow(first, count);
  expect(Array.from({ length: count }, (_, index) => index).filter(view.contains)).toEqual(shown);
  expect(view).toMatchObject(arrows);
});
