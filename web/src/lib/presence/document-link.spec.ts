// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { Doc } from "yjs";
import { linkDocument } from "./document-link.ts";

/** Sockets that open when the test says so, and close with the code it gives. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readonly OPEN = 1;
  readyState = 1;
  onopen?: () => void;
  onclose?: ((event: { code: number; reason: string }) => void) | null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(): void {}
  close(): void {}
  end(code: number): void {
    this.onopen?.();
    this.onclose?.({ code, reason: "" });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});

function link() {
  const stops: number[] = [];
  const made = linkDocument({
    room: "team/12",
    doc: new Doc(),
    onStopped: (code) => stops.push(code),
  });
  made.provider.connect();
  onTestFinished(() => {
    made.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return {
    ...made,
    stops,
    sockets: () => FakeSocket.all.length,
    end: (code: number) => FakeSocket.all.at(-1)?.end(code),
  };
}

it.each([
  ["a document that is full", 4505, 4505],
  ["a message larger than the server takes", 1009, 4505],
  ["too many drafts", 4506, 4506],
  ["a lost right", 4503, 4503],
])("stops at %s, says so and does not come again", async (_, code, told) => {
  const { stops, sockets, end, stoppedBy } = link();
  expect(stoppedBy()).toBeUndefined();
  end(code);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stops).toEqual([told]);
  expect(stoppedBy()).toBe(told);
  expect(sockets()).toBe(1);
});

it.each([
  ["a broken line", 1006],
  ["a server that is busy", 1013],
  ["a slow line", 4008],
])("comes again after %s and has not stopped", async (_, code) => {
  const { stops, sockets, end, stoppedBy } = link();
  end(code);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets()).toBe(2);
  expect(stops).toEqual([]);
  expect(stoppedBy()).toBeUndefined();
});
