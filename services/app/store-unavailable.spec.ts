import { expect, it, vi } from "vitest";
import { StoreUnavailable } from "../event-store/event-store.ts";
import { reportUnavailableStore } from "./store-unavailable.ts";

const away = () => Promise.reject(new StoreUnavailable(undefined, "The store cannot be reached."));
const there = () => Promise.resolve("1");
const isAway = "The store cannot be reached. Until then pages can be read and nothing can be written.";

/** What is said while the store answers with one after the other, the last one from then on. */
async function said(answers: (() => Promise<string>)[], repeatMs?: number): Promise<string[]> {
  const sentences: string[] = [];
  const head = () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? there();
  const { signal } = new AbortController();
  const times = { askMs: 0, ...(repeatMs === undefined ? {} : { repeatMs }) };
  await reportUnavailableStore({ head }, { say: (sentence) => sentences.push(sentence), signal, ...times });
  return sentences;
}

it("reports nothing while the store is reachable", async () => {
  expect(await said([there])).toEqual([]);
});

it("reports an outage at once, repeats it rarely, and reports the end", async () => {
  expect(await said([away, away, away, away, there])).toEqual([
    isAway,
    "The event store can be reached now.",
  ]);
  expect(await said([away, away, there], 0)).toEqual([isAway, isAway, "The event store can be reached now."]);
});

it("does not report other errors", async () => {
  expect(await said([() => Promise.reject(new Error("no rights"))])).toEqual([]);
});

it("ends with the process", async () => {
  const ending = new AbortController();
  const say = vi.fn(() => ending.abort());
  await reportUnavailableStore({ head: away }, { say, signal: ending.signal, askMs: 60_000, repeatMs: 0 });
  expect(say).toHaveBeenCalledOnce();
});
