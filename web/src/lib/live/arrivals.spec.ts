import { describe, expect, it } from "vitest";
import { newest, seenAfter, unseen } from "./use-arrivals.ts";

describe("an item that has just arrived", () => {
  it("is none of the first response and none of another scope", () => {
    const first = seenAfter(null, "12|2025-09-03", ["301", "300"], newest);
    expect(first.arrived.size).toBe(0);
    expect(seenAfter(first, "12|2025-09-04", ["310"], newest).arrived.size).toBe(0);
  });

  it("is a newer article, but not one that shifts in from another page", () => {
    const first = seenAfter(null, "day", ["301", "300"], newest);
    const second = seenAfter(first, "day", ["302", "301", "299"], newest);
    expect([...second.arrived]).toEqual(["302"]);
    expect(seenAfter(second, "day", ["302", "301", "299"], newest)).toBe(second);
  });

  it("is the first article of an empty day, and two that arrive together", () => {
    const empty = seenAfter(null, "day", [], newest);
    expect([...seenAfter(empty, "day", ["7", "6"], newest).arrived]).toEqual(["7", "6"]);
  });

  it("is a changed announcement", () => {
    const first = seenAfter(null, "12", ["토요일에 만나요"], unseen);
    expect([...seenAfter(first, "12", ["일요일에 만나요"], unseen).arrived]).toEqual(["일요일에 만나요"]);
  });
});
