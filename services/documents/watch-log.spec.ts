import { expect, it } from "vitest";
import { OwnerForgotten } from "./seals.ts";
import type { UpdateLog } from "./update-log.ts";
import { type SaveResult, watchLog } from "./watch-log.ts";

/** A watched log whose next answers are given. */
function watched(...answers: (object | string | Error)[]) {
  const results: SaveResult[] = [];
  const answer = async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  const inner = { append: answer, begin: answer } as unknown as UpdateLog;
  const { log, health } = watchLog(inner, (result) => results.push(result));
  const save = (what: "append" | "begin" = "append") =>
    (log[what] as () => Promise<unknown>)().catch((error: Error) => error.message);
  return { save, health, results };
}

it("tells what became of everything that was written", async () => {
  const { save, results, health } = watched(
    { birth: 1, seq: 1 },
    "full",
    "too-many",
    "moved",
    "begun",
    "taken",
  );
  for (const _ of [1, 2, 3, 4]) await save();
  for (const _ of [1, 2]) await save("begin");
  expect(results).toEqual(["kept", "full", "too-many", "lost", "kept", "lost"]);
  expect(health()).toEqual({ state: "ok" });
});

it("is failing from the first text that could not be kept to the next that could", async () => {
  const diskFull = Object.assign(new Error("could not extend file: 동적 계획법"), { code: "53100" });
  const { save, results, health } = watched(diskFull, new TypeError("no connection"), { seq: 1 });
  expect(await save()).toBe(diskFull.message);
  const { since } = health() as { since?: string };
  expect(health()).toEqual({ state: "failing", failures: 1, since: expect.any(String), code: "53100" });
  await save("begin");
  expect(health()).toEqual({ state: "failing", failures: 2, since, code: "TypeError" });
  await save();
  expect(health()).toEqual({ state: "ok" });
  expect(results).toEqual(["failed", "failed", "kept"]);
});

it("does not fail because somebody has withdrawn", async () => {
  const { save, results, health } = watched(new OwnerForgotten());
  await save();
  expect([results, health().state]).toEqual([["lost"], "ok"]);
});
