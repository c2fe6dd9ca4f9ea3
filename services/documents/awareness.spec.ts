import { expect, it, onTestFinished, vi } from "vitest";
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from "y-protocols/awareness";
import { Doc } from "yjs";
import { createWhereabouts } from "./awareness.ts";

/** A client's awareness that has said something of itself, and what it says. */
function client(name: string) {
  const awareness = new Awareness(new Doc());
  onTestFinished(() => awareness.destroy());
  awareness.setLocalState({ name });
  return { awareness, said: () => encodeAwarenessUpdate(awareness, [...awareness.states.keys()]) };
}

function room() {
  const told: Uint8Array[] = [];
  const where = createWhereabouts(1000, (update) => told.push(update));
  onTestFinished(where.close);
  return {
    where,
    told,
    names() {
      const { awareness } = client("reader");
      awareness.setLocalState(null);
      const whole = where.whole();
      if (whole) applyAwarenessUpdate(awareness, whole, null);
      return [...awareness.states.values()].map(({ name }) => name);
    },
  };
}

const asSaid = (said: Record<string, unknown>) => said;

it("takes what a client says of itself, and nothing that it says of others", () => {
  const { where, names } = room();
  const [one, other] = [client("도토리"), client("밤톨")];
  where.hear(one.said(), one, asSaid);
  where.hear(other.said(), other, asSaid);
  one.awareness.states.set(other.awareness.clientID, { name: "가짜" });
  one.awareness.meta.set(other.awareness.clientID, { clock: 99, lastUpdated: 0 });
  where.hear(one.said(), one, asSaid);
  expect(names()).toEqual(["도토리", "밤톨"]);
});

it("shows nobody who has left, and somebody again who comes back with the same clock", () => {
  const { where, names } = room();
  const one = client("도토리");
  where.hear(one.said(), one, asSaid);
  where.leave(one);
  expect(names()).toEqual([]);
  where.hear(one.said(), one, asSaid);
  expect(names()).toEqual(["도토리"]);
});

it("writes the state as the server has it, and hears neither rubbish nor speeches", () => {
  const { where, names } = room();
  const one = client("x".repeat(2000));
  where.hear(new Uint8Array([255, 255, 1]), one, asSaid);
  where.hear(one.said(), one, asSaid);
  expect(names()).toEqual([]);
  one.awareness.setLocalState({ name: "도토리인 척" });
  where.hear(one.said(), one, () => ({ name: "밤톨" }));
  expect(names()).toEqual(["밤톨"]);
});

it("tells the others at once and then now and then, however often somebody speaks, and the last word always", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { where, told } = room();
  const one = client("도토리");
  const reader = client("reader").awareness;
  const heard = () => {
    for (const update of told) applyAwarenessUpdate(reader, update, null);
    return reader.states.get(one.awareness.clientID)?.name;
  };
  where.hear(one.said(), one, asSaid);
  expect([told.length, heard()]).toEqual([1, "도토리"]);
  for (let n = 0; n < 400; n += 1) {
    one.awareness.setLocalState({ name: `도토리 ${n}` });
    where.hear(one.said(), one, asSaid);
  }
  expect(told.length).toBe(1);
  await vi.advanceTimersByTimeAsync(50);
  expect([told.length, heard()]).toEqual([2, "도토리 399"]);
  // That they are still there is no news.
  for (let n = 0; n < 400; n += 1) {
    one.awareness.setLocalState({ name: "도토리 399" });
    where.hear(one.said(), one, asSaid);
  }
  await vi.advanceTimersByTimeAsync(1900);
  expect(told.length).toBe(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(told.length).toBe(3);
  where.leave(one);
  await vi.advanceTimersByTimeAsync(50);
  expect([told.length, heard()]).toEqual([4, undefined]);
});

it("tells that somebody has left, though the room ends with them", () => {
  const { where, told } = room();
  const one = client("도토리");
  const reader = client("reader").awareness;
  where.hear(one.said(), one, asSaid);
  where.leave(one);
  where.close();
  for (const update of told) applyAwarenessUpdate(reader, update, null);
  expect([told.length, reader.states.has(one.awareness.clientID)]).toEqual([2, false]);
});
