import { expect, it, onTestFinished, vi } from "vitest";
import { clientMessage } from "#contracts/live";
import { frameOf, SerialisedMessage } from "./frame.ts";
import { parseFrame } from "./messages.ts";

const message = (key: string) =>
  new SerialisedMessage(key, { type: "changed", view: "team-page", key, checkpoint: "1" });

it("is shared by connections with the same messages and not by others", () => {
  const one = message("1");
  const two = message("2");
  const frame = frameOf([one, two]);
  expect(frameOf([one, two])).toBe(frame);
  for (const others of [[one], [two, one], [one, two, one], [one, message("2")]])
    expect(String(frameOf(others))).toContain(`[${others.map(({ text }) => text).join(",")}]`);
});

it.each([
  [0, 2, 2],
  [1, 4, 100],
  [200, 10, 100_000],
])("has a frame whose head holds its length: %i messages", (count, head, keyLength) => {
  const frame = frameOf(Array.from({ length: count }, () => message("k".repeat(keyLength))));
  const text = frame.subarray(head).toString();
  expect(frame[0]).toBe(0x81);
  const length =
    head === 2 ? frame[1] : head === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
  expect(length).toBe(frame.length - head);
  expect(JSON.parse(text)).toHaveLength(count);
});

it("is parsed up to the first item that is not a message", () => {
  const ping = { type: "ping" };
  const frame = (...messages: unknown[]) => Buffer.from(JSON.stringify(messages));
  expect(parseFrame(frame(ping, ping))).toEqual([ping, ping]);
  expect(parseFrame(Buffer.from(JSON.stringify(ping)))).toEqual([ping]);
  const parse = vi.spyOn(clientMessage, "parse");
  onTestFinished(() => parse.mockRestore());
  expect(parseFrame(frame(ping, ...Array<object>(1000).fill({})))).toBeUndefined();
  expect(parse).toHaveBeenCalledTimes(2);
});
