import { expect, it } from "vitest";
import { documentCloseCodes } from "#contracts/documents/api";
import { EndsConnection } from "./document-worker.ts";
import { createSaveHealth, type SaveResult } from "./save-health.ts";

function watched() {
  const results: SaveResult[] = [];
  const { watch, health } = createSaveHealth((result) => results.push(result));
  const fail = (error: unknown) =>
    watch(Promise.reject(error)).catch((one: unknown) => expect(one).toBe(error));
  return { save: () => watch(Promise.resolve()), fail, health, results };
}

it("is failing from the first update that could not be stored to the next that could", async () => {
  const { save, fail, results, health } = watched();
  await fail(Object.assign(new Error("could not extend file: 동적 계획법"), { code: "53100" }));
  const { since } = health() as { since?: string };
  expect(health()).toEqual({ state: "failing", failures: 1, since: expect.any(String), code: "53100" });
  await fail(new TypeError("no connection"));
  expect(health()).toEqual({ state: "failing", failures: 2, since, code: "TypeError" });
  await save();
  expect(health()).toEqual({ state: "ok" });
  expect(results).toEqual(["failed", "failed", "kept"]);
});

it("does not fail because of updates that are refused", async () => {
  const { fail, results, health } = watched();
  await fail(new EndsConnection(documentCloseCodes.full));
  await fail(new EndsConnection(documentCloseCodes.tooManyTexts));
  expect([results, health().state]).toEqual([["full", "too-many"], "ok"]);
});
