import { expect, it, onTestFinished, vi } from "vitest";
import { clientMessage } from "#contracts/live";
import { Batch, SerialisedMessage } from "./frame.ts";
import { parseFrame } from "./messages.ts";

const message = (key: string) =>
  new SerialisedMessage(key, { type: "changed", view: "team-page", key, checkpoint: "1" });
const [one, two, three] = ["1", "2", "3"].map(message) as [
  SerialisedMessage,
  SerialisedMessage,
  SerialisedMessage,
];

it("is shared by connections with the same messages and not by others", () => {
  const start = Batch.empty();
  const [some, others] = [start.and(one).and(two), start.and(one)];
  expect(start.and(one).and(two)).toBe(some);
  expect(start.and(one)).toBe(others);
  const [more, fewer] = [some.and(three), others.and(three)];
  expect(some.and(three)).toBe(more);
  expect([more, fewer].map((batch) => batch.messages())).toEqual([
    [one, two, three],
    [one, three],
  ]);
  expect([start, some, more].map(({ size }) => size)).toEqual([0, 2, 3]);
});

it.each([
  [0, 2, 2],
  [1, 4, 100],
  [200, 10, 100_000],
])("has a frame whose head holds its length: %i messages", (count, head, keyLength) => {
  let batch = Batch.empty();
  for (let n = 0; n < count; n += 1) batch = batch.and(message("k".repeat(keyLength)));
  const frame = batch.frame();
  const text = frame.subarray(head).toString();
  expect(frame[0]).toBe(0x81);
  const length =
    head === 2 ? frame[1] : head === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
  expect(length).toBe(frame.length - head);
  expect(JSON.parse(text)).toHaveLength(count);
  expect(batch.frame()).toBe(frame);
});

it("is read up to the first item that is no message", () => {
  const ping = { type: "ping" };
  const frame = (...messages: unknown[]) => Buffer.from(JSON.stringify(messages));
  expect(parseFrame(frame(ping, ping))).toEqual([ping, ping]);
  expect(parseFrame(Buffer.from(JSON.stringify(ping)))).toEqual([ping]);
  const parse = vi.spyOn(clientMessage, "parse");
  onTestFinished(() => parse.mockRestore());
  expect(parseFrame(frame(ping, ...Array<object>(1000).fill({})))).toBeUndefined();
  expect(parse).toHaveBeenCalledTimes(2);
});
