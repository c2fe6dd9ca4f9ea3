import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { expect, it } from "vitest";
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from "y-protocols/awareness";
import { Doc } from "yjs";
import { frameOf, whereaboutsIn } from "./presence-frames.ts";

function awareness(): Awareness {
  const one = new Awareness(new Doc());
  one.destroy();
  return one;
}

it("writes what y-protocols reads", () => {
  const other = awareness();
  const people = [
    { client: 1, clock: 200, state: '{"name":"도토리🌰"}' },
    { client: 2 ** 32 - 1, clock: 1, state: "{}" },
  ];
  const decoder = decoding.createDecoder(frameOf(people));
  expect(decoding.readVarUint(decoder)).toBe(1);
  applyAwarenessUpdate(other, decoding.readVarUint8Array(decoder), null);
  expect([...other.getStates()]).toEqual([
    [1, { name: "도토리🌰" }],
    [2 ** 32 - 1, {}],
  ]);
});

it("reads what y-protocols writes, and nothing from other messages", () => {
  const other = awareness();
  other.setLocalState({ name: "밤톨".repeat(100) });
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 1);
  encoding.writeVarUint8Array(encoder, encodeAwarenessUpdate(other, [other.clientID]));
  expect(whereaboutsIn(encoding.toUint8Array(encoder))).toEqual([
    {
      client: other.clientID,
      clock: expect.any(Number),
      state: JSON.stringify({ name: "밤톨".repeat(100) }),
    },
  ]);
  expect(whereaboutsIn(new Uint8Array([0, 0, 1, 0]))).toEqual([]);
});
