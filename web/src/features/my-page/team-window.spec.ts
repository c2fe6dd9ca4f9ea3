import { describe, expect, it } from "vitest";
import { teamWindow } from "./team-tabs.tsx";

const inSight = (first: number, count: number) => {
  const { contains } = teamWindow(first, count);
  return Array.from({ length: count }, (_, index) => index).filter(contains);
};

describe("the window over my teams", () => {
  it("shows five at a time and moves by one, as far as there are teams", () => {
    expect(inSight(0, 7)).toEqual([0, 1, 2, 3, 4]);
    expect(inSight(1, 7)).toEqual([1, 2, 3, 4, 5]);
    expect(inSight(2, 7)).toEqual([2, 3, 4, 5, 6]);
    expect(teamWindow(0, 7)).toMatchObject({ canGoBack: false, canGoOn: true });
    expect(teamWindow(1, 7)).toMatchObject({ canGoBack: true, canGoOn: true });
    expect(teamWindow(2, 7)).toMatchObject({ canGoBack: true, canGoOn: false });
  });

  it("stands still for up to five", () => {
    for (const count of [0, 1, 5])
      expect(teamWindow(0, count)).toMatchObject({ start: 0, canGoBack: false, canGoOn: false });
    expect(inSight(0, 3)).toEqual([0, 1, 2]);
  });

  it("leaves no gap at the end when teams vanish, and never begins before the first", () => {
    expect(inSight(2, 6)).toEqual([1, 2, 3, 4, 5]);
    expect(inSight(2, 4)).toEqual([0, 1, 2, 3]);
    expect(inSight(-1, 7)).toEqual([0, 1, 2, 3, 4]);
  });
});
