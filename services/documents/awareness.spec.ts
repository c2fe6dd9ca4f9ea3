import { expect, it, onTestFinished, vi } from "vitest";
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from "y-protocols/awareness";
import { createRelativePositionFromTypeIndex, Doc, XmlText } from "yjs";
import { createRoomAwareness, stateOfMember } from "./awareness.ts";

/** A client's awareness and the message of its state. */
function client(name: string) {
  const awareness = new Awareness(new Doc());
  onTestFinished(() => awareness.destroy());
  awareness.setLocalState({ name });
  return { awareness, message: () => encodeAwarenessUpdate(awareness, [...awareness.states.keys()]) };
}

function setUp() {
  const sent: Uint8Array[] = [];
  const room = createRoomAwareness(1000, (update) => sent.push(update));
  onTestFinished(room.close);
  return {
    room,
    sent,
    names() {
      const { awareness } = client("reader");
      awareness.setLocalState(null);
      const all = room.encode();
      if (all) applyAwarenessUpdate(awareness, all, null);
      return [...awareness.states.values()].map(({ name }) => name);
    },
  };
}

const asSent = (sent: Record<string, unknown>) => sent;

it("accepts the state of a client only from that client", () => {
  const { room, names } = setUp();
  const one = client("도토리");
  const other = client("밤톨");
  room.receive(one.message(), one, asSent);
  room.receive(other.message(), other, asSent);
  one.awareness.states.set(other.awareness.clientID, { name: "가짜" });
  one.awareness.meta.set(other.awareness.clientID, { clock: 99, lastUpdated: 0 });
  room.receive(one.message(), one, asSent);
  expect(names()).toEqual(["도토리", "밤톨"]);
});

it("removes the state of a client that leaves, and accepts a newer one of the same client", () => {
  const { room, names } = setUp();
  const one = client("도토리");
  room.receive(one.message(), one, asSent);
  room.leave(one);
  expect(names()).toEqual([]);
  one.awareness.setLocalState({ name: "도토리" });
  room.receive(one.message(), one, asSent);
  expect(names()).toEqual(["도토리"]);
});

it("replaces the state's identity by the server's, and refuses malformed and large states", () => {
  const { room, names } = setUp();
  const one = client("x".repeat(2000));
  room.receive(new Uint8Array([255, 255, 1]), one, asSent);
  room.receive(one.message(), one, asSent);
  expect(names()).toEqual([]);
  one.awareness.setLocalState({ name: "도토리인 척" });
  room.receive(one.message(), one, () => ({ name: "밤톨" }));
  expect(names()).toEqual(["밤톨"]);
});

it("broadcasts many changes together, always including the last state and the removal of a client", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { room, sent } = setUp();
  const one = client("도토리");
  const reader = client("reader").awareness;
  const received = () => {
    for (const update of sent) applyAwarenessUpdate(reader, update, null);
    return reader.states.get(one.awareness.clientID)?.name;
  };
  for (let n = 0; n < 400; n += 1) {
    one.awareness.setLocalState({ name: `도토리 ${n}` });
    room.receive(one.message(), one, asSent);
  }
  await vi.advanceTimersByTimeAsync(50);
  expect([sent.length, received()]).toEqual([1, "도토리 399"]);
  room.leave(one);
  room.close();
  expect([sent.length, received()]).toEqual([2, undefined]);
});

const person = "0b9f7f0e-3c1d-4d53-9a37-2f6b1d9c8e11";
const stateOf = stateOfMember(person, "도토리");
const nowhere = { type: null, tname: null, item: null, assoc: 0 };

it("forwards the caret of an editor", () => {
  const root = new Doc().get("root", XmlText);
  root.insert(0, "안녕하세요");
  const [begin, end] = [0, 5].map((at) => createRelativePositionFromTypeIndex(root, at));
  const sent = JSON.parse(
    JSON.stringify({ anchorPos: begin, focusPos: end, focusing: true, color: "#2563eb" }),
  );
  expect(stateOf({ ...sent, name: "가짜", more: 1 })).toEqual({
    ...sent,
    name: "도토리",
    awarenessData: { uuid: person },
  });
});

it.each<[string, unknown]>([
  ["a text", "여기"],
  ["an array", [1, 2]],
  ["a place without a clock", { ...nowhere, item: { client: 1 } }],
  ["a negative place", { ...nowhere, item: { client: 1, clock: -1 } }],
  ["a fraction", { ...nowhere, type: { client: 0.5, clock: 0 } }],
  ["a root that the editor has not", { ...nowhere, tname: "x".repeat(4000) }],
  ["another side than the two", { ...nowhere, assoc: 1e9 }],
  ["fields left out", {}],
])("passes on no caret that is %s, and the rest all the same", (_, position) => {
  expect(stateOf({ anchorPos: position, focusPos: position, focusing: true })).toMatchObject({
    anchorPos: null,
    focusPos: null,
    focusing: true,
    name: "도토리",
  });
});

it("forwards only the fields of a caret", () => {
  const id = { client: 7, clock: 3, note: "x".repeat(3000) };
  const { anchorPos } = stateOf({ anchorPos: { ...nowhere, item: id, more: { deep: [1] } } });
  expect(anchorPos).toEqual({ ...nowhere, item: { client: 7, clock: 3 } });
});
