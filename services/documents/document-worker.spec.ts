import { expect, it, onTestFinished, vi } from "vitest";
import * as Y from "yjs";
import { hostile } from "#tests/documents/hostile-updates";
import { createDocumentWorker } from "./document-worker.ts";

// Takes longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

function worker(limits: { updateMs?: number; loadMs?: number } = {}) {
  const onLost = vi.fn();
  const made = createDocumentWorker({ updateMs: 2000, loadMs: 10_000, ...limits }, onLost);
  onTestFinished(made.close);
  return { open: made.open, onLost };
}

const words = (text: string) => {
  const doc = new Y.Doc();
  doc.getText("text").insert(0, text);
  return Y.encodeStateAsUpdate(doc);
};
const textIn = (update: Uint8Array) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  return doc.getText("text").toString();
};

it("applies updates in any order and returns the effect of each", async () => {
  const copy = await worker().open([]);
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  const text = doc.getText("text");
  text.insert(0, "처음");
  text.insert(2, "가나다");
  const [first, second] = updates as [Uint8Array, Uint8Array];
  expect(await copy.apply(second, "m")).toMatchObject({ update: second, pendingBytes: expect.any(Number) });
  expect(textIn((await copy.apply(first, "m")).update!)).toBe("처음가나다");
  expect(await copy.apply(first, "m")).toMatchObject({ update: undefined, pendingBytes: 0 });
  expect(await copy.vector()).toEqual(Y.encodeStateVector(doc));
  expect(await copy.missing(await copy.vector(), "m")).toEqual(
    Y.encodeStateAsUpdate(doc, Y.encodeStateVector(doc)),
  );
  expect(textIn((await copy.snapshot()).bytes)).toBe("처음가나다");
});

it("ends after an update that takes too long, and opens all documents again in a new thread", async () => {
  const { open, onLost } = worker({ updateMs: 500 });
  const attacked = await open([]);
  const other = await open([words("글")]);
  const outcomes = await Promise.allSettled([
    attacked.apply(hostile(60_000), "attacker"),
    other.apply(words("또"), "other"),
  ]);
  expect(outcomes.map((outcome) => "reason" in outcome && outcome.reason.name)).toEqual([
    "TooMuchWork",
    "ThreadLost",
  ]);
  expect(onLost).toHaveBeenCalledTimes(1);
  await expect(other.vector()).rejects.toThrow("ended before its time");
  expect(textIn(await (await open([words("글")])).missing(undefined, "m"))).toBe("글");
});

it("opens documents within a separate time limit", async () => {
  const { open } = worker({ updateMs: 1, loadMs: 3000 });
  expect(textIn((await (await open([hostile(300)])).snapshot()).bytes)).toHaveLength(602);
  await expect(open([hostile(60_000)])).rejects.toThrow("given up");
});

it("refuses unreadable updates with the code of a bad request", async () => {
  const copy = await worker().open([]);
  const update = words("글");
  await expect(copy.apply(update.subarray(0, update.length - 4), "m")).rejects.toMatchObject({ code: 4501 });
  await expect(copy.missing(new Uint8Array([9, 9]), "m")).rejects.toMatchObject({ code: 4501 });
});

it("runs one job per member at a time, so that others do not wait behind all of them", async () => {
  const { open } = worker();
  const order: string[] = [];
  const greedy = await Promise.all(Array.from({ length: 5 }, () => open([])));
  const other = await open([]);
  const jobs = [...greedy, other].map((copy) => {
    const name = copy === other ? "other" : "greedy";
    return copy.apply(words("가"), name).then(() => order.push(name));
  });
  await Promise.all(jobs);
  expect(order.indexOf("other")).toBeLessThan(3);
});
