import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { holdLarge } from "./large-answers.ts";

const reader = () => Object.assign(new EventEmitter(), { setTimeout: () => {} }) as unknown as ServerResponse;

it("has no room for more large answers than fit, until somebody has read or gone", () => {
  const list = "가".repeat(20_000_000);
  const readers = Array.from({ length: 6 }, reader);
  expect(readers.map((one) => holdLarge(one, list))).toEqual([true, true, true, true, false, false]);
  expect(holdLarge(reader(), "[]")).toBe(true);
  readers[1]!.emit("close");
  expect([holdLarge(reader(), list), holdLarge(reader(), list)]).toEqual([true, false]);
});
