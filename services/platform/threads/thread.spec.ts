import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { sanitiseBody } from "../html/html.ts";
import { createSanitiser } from "../html/sanitiser.ts";
import { createThread, TooMuchWork } from "./thread.ts";

// Takes longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const options = { uploaded: false, origin: "http://localhost" };

it("sanitises a long body in a worker thread with the same result, while the main thread serves others", async () => {
  const { sanitise, close } = createSanitiser();
  onTestFinished(close);
  const server = createServer((_, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const order: string[] = [];
  const long = "<".repeat(300_000);
  // A thread that is still starting would respond to nothing.
  await sanitise("가".repeat(40_000), options, "a");
  const sanitised = sanitise(long, options, "a").then((body) => {
    order.push("sanitised");
    return body;
  });
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health/live`);
  order.push("another request");
  expect((await sanitised).html).toBe(sanitiseBody(long, options).html);
  expect(order).toEqual(["another request", "sanitised"]);
});

it("sanitises long bodies of members in turn, and refuses too many of one member", async () => {
  const { sanitise, close } = createSanitiser();
  onTestFinished(close);
  const order: string[] = [];
  const send = async (member: string) => {
    await sanitise("가".repeat(9000), options, member);
    order.push(member);
  };
  const many = Array.from({ length: 8 }, () => send("a"));
  await expect(send("a")).rejects.toMatchObject({ code: "overload" });
  await Promise.all([...many, send("b")]);
  expect(order.slice(0, 3)).toEqual(["a", "b", "a"]);
  await send("a");
});

const lazy = {
  name: "lazy-thread",
  source: new URL("../../../tests/support/lazy-thread.ts", import.meta.url),
};

it("ends a thread whose job takes too long or crashes, and runs the queued jobs in another one", async () => {
  const thread = createThread({ entry: lazy, jobMs: 2000 });
  onTestFinished(thread.close);
  const outcomes = await Promise.allSettled([
    thread.run("say", 1),
    thread.run("spin"),
    thread.run("say", 2),
    thread.run("die"),
    thread.run("fail"),
    thread.run("say", 3),
  ]);
  expect(outcomes.map((outcome) => ("value" in outcome ? outcome.value : String(outcome.reason)))).toEqual([
    1,
    String(new TooMuchWork()),
    2,
    "ThreadLost: a thread ended before its time",
    "TypeError: no",
    3,
  ]);
});

it("ends when it is idle, and starts again with the next job", async () => {
  const thread = createThread({ entry: lazy, idleMs: 1 });
  onTestFinished(thread.close);
  const first = await thread.run<number>("whoAmI");
  await expect.poll(() => thread.run<number>("whoAmI"), { interval: 50 }).not.toBe(first);
});

it("keeps state until it is empty, and reports its loss", async () => {
  const isEmpty = vi.fn(() => false);
  const onLost = vi.fn();
  const thread = createThread({ entry: lazy, jobMs: 2000, idleMs: 1, state: { isEmpty, onLost } });
  onTestFinished(thread.close);
  const first = await thread.run<number>("whoAmI");
  await expect.poll(() => isEmpty.mock.calls.length).toBeGreaterThan(0);
  const outcomes = await Promise.allSettled([thread.run("whoAmI"), thread.run("spin"), thread.run("say", 2)]);
  expect(outcomes.map((outcome) => ("value" in outcome ? outcome.value : outcome.reason.name))).toEqual([
    first,
    "TooMuchWork",
    "ThreadLost",
  ]);
  expect(onLost).toHaveBeenCalledTimes(1);
  const second = await thread.run<number>("whoAmI");
  isEmpty.mockReturnValue(true);
  await expect.poll(() => thread.run<number>("whoAmI"), { interval: 50 }).not.toBe(second);
});

it("loses queued jobs when it is closed, and accepts no more", async () => {
  const thread = createThread({ entry: lazy });
  const waiting = thread.run("spin");
  const refused = expect(waiting).rejects.toThrow("ended before its time");
  await thread.close();
  await refused;
  await expect(thread.run("say", 1)).rejects.toThrow("ended before its time");
});
