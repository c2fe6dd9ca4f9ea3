import { expect, it } from "vitest";
import type { RecordedEvent } from "../../event-store/event-store.ts";
import { createWaitingEvents } from "./waiting-events.ts";

/** `a3` is the event of the key `a` at checkpoint 3. */
const event = (name: string) => ({ stream: name.slice(0, 1), checkpoint: name.slice(1) }) as RecordedEvent;
const opened = (...names: string[]) => {
  const turns = createWaitingEvents(({ stream }) => stream);
  turns.add(names.map(event));
  return turns;
};
const nameOf = (given: RecordedEvent | undefined) => given && `${given.stream}${given.checkpoint}`;
/** Ends turns until none waits; `add` is called before each. */
function take(turns: ReturnType<typeof opened>, add: (turn: number) => void = () => {}) {
  const taken: [name: string | undefined, passed: string | undefined][] = [];
  for (let next = turns.next(); next; next = turns.next()) {
    add(taken.length);
    taken.push([nameOf(next), turns.end(next)]);
  }
  return taken;
}

it("lets keys take turns and keeps the log order within each, and passes only what is all done", () => {
  expect(take(opened("a1", "a2", "a3", "b4", "a5", "c6"))).toEqual([
    ["a1", "1"],
    ["b4", undefined],
    ["c6", undefined],
    ["a2", "2"],
    ["a3", "4"],
    ["a5", "6"],
  ]);
});

it("gives an event that is added later the turn after one of each key that waits", () => {
  const turns = opened("a1", "a2", "a3", "a4");
  const taken = take(turns, (turn) => turn === 1 && turns.add([event("b5")]));
  expect(taken.map(([name]) => name)).toEqual(["a1", "a2", "b5", "a3", "a4"]);
});

it("names the same event until its turn ends, and the oldest that is not done", () => {
  const turns = opened("a1", "a2", "b3");
  expect([nameOf(turns.next()), nameOf(turns.next()), turns.waiting()]).toEqual(["a1", "a1", 3]);
  turns.end(event("a1"));
  turns.end(event("b3"));
  expect([nameOf(turns.oldest()), turns.waiting()]).toEqual(["a2", 1]);
});
