import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ClientMessage, ServerMessage } from "#contracts/live";
import type { AnswerCheckpoint } from "./checkpoint.ts";
import { Live } from "./live.ts";
import type { LiveOptions, LiveState } from "./live-options.ts";

/** A socket whose peer is the test. */
function fakeSocket() {
  const listeners = new Map<string, (event: never) => void>();
  const tell = (type: string, event: object = {}) => listeners.get(type)?.(event as never);
  const sent: ClientMessage[] = [];
  const socket = {
    sent,
    isClosed: false,
    types: () => sent.map(({ type }) => type),
    send: (text: string) => sent.push(...(JSON.parse(text) as ClientMessage[])),
    close() {
      socket.isClosed = true;
    },
    addEventListener: (type: string, listener: (event: never) => void) => listeners.set(type, listener),
    open: () => tell("open"),
    drop: (code: number) => tell("close", { code }),
    say: (...messages: ServerMessage[]) => tell("message", { data: JSON.stringify(messages) }),
  };
  return socket;
}

function start(options: Partial<LiveOptions> = {}) {
  const sockets: ReturnType<typeof fakeSocket>[] = [];
  const received: string[] = [];
  const states: LiveState[] = [];
  let wake = () => {};
  let tell = (_: AnswerCheckpoint) => {};
  const live = new Live({
    url: "ws://site.test/live",
    token: () => null,
    onChanged: (view, key, checkpoint) => received.push(`${view}/${key}@${checkpoint}`),
    onReset: () => received.push("reset"),
    onGone: (view, key, code) => received.push(`gone ${view}/${key} ${code}`),
    onState: (state) => states.push(state),
    open() {
      const socket = fakeSocket();
      sockets.push(socket);
      return socket;
    },
    wakeUps(callback) {
      wake = callback;
      return () => {
        wake = () => {};
      };
    },
    answers(listener) {
      tell = listener;
      return () => {};
    },
    random: () => 1,
    ...options,
  });
  live.start();
  onTestFinished(() => live.stop());
  const newest = () => sockets.at(-1)!;
  const hello = (checkpoint: string) => {
    newest().open();
    newest().say({ type: "hello", member: null, checkpoint, heartbeatMs: 25_000 });
  };
  const answer = (checkpoint: string | null, requestedAt = 0) => tell({ checkpoint, requestedAt });
  return { live, sockets, received, states, newest, hello, answer, wake: () => wake() };
}

const page1 = { view: "team-page", key: "1" } as const;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("resuming", () => {
  it("requests changes from the last received checkpoint, even if the response to an earlier attempt never arrived", () => {
    const { live, newest, hello } = start({ random: () => 0 });
    live.subscribe("team-page", "1");
    hello("c5");
    newest().say({ type: "subscribed", ...page1 }, { type: "changed", ...page1, checkpoint: "c6" });
    for (const checkpoint of ["c8", "c9"]) {
      newest().drop(1006);
      vi.advanceTimersByTime(0);
      // The new server is ahead, but the changes in between have not been sent yet.
      hello(checkpoint);
      expect(newest().sent).toContainEqual({ type: "resume", after: "c6" });
    }
    newest().say({ type: "pong", checkpoint: "c9" });
    newest().drop(1006);
    vi.advanceTimersByTime(0);
    newest().open();
    expect(newest().sent).toEqual([
      { type: "hello", token: null },
      { type: "subscribe", ...page1 },
      { type: "resume", after: "c9" },
      { type: "ping" },
    ]);
  });

  it("continues after a reset from its checkpoint", () => {
    const { live, received, newest, hello } = start({ random: () => 0 });
    live.subscribe("team-page", "1");
    hello("c1");
    newest().say({ type: "subscribed", ...page1 }, { type: "reset", checkpoint: "c7" });
    expect(received).toEqual(["reset"]);
    newest().drop(1006);
    vi.advanceTimersByTime(0);
    newest().open();
    expect(newest().sent).toContainEqual({ type: "resume", after: "c7" });
  });

  it("subscribes to a channel left earlier from where it was left", () => {
    const { live, newest, hello } = start({ random: () => 0 });
    hello("c1");
    const stop = live.subscribe("team-page", "1");
    newest().say({ type: "subscribed", ...page1 }, { type: "changed", ...page1, checkpoint: "c2" });
    stop();
    live.subscribe("team-page", "2");
    newest().say({ type: "changed", view: "team-page", key: "2", checkpoint: "c9" });
    live.subscribe("team-page", "1");
    expect(newest().sent.slice(-2)).toEqual([
      { type: "subscribe", view: "team-page", key: "2", after: "c2" },
      { type: "subscribe", ...page1, after: "c2" },
    ]);
  });
});

it("watches prefetched data from their checkpoint", () => {
  const { live, newest, hello } = start();
  hello("c1");
  live.subscribe("team-page", "2");
  live.read("team-page", "1");
  live.read("team-page", "2");
  newest().say({ type: "changed", view: "team-page", key: "2", checkpoint: "c5" });
  live.subscribe("team-page", "1");
  expect(newest().sent.at(-1)).toEqual({ type: "subscribe", ...page1, after: "c1" });
});

describe("data requested before the first hello", () => {
  it("catches up from the checkpoints of its responses, without fetching them again", () => {
    const { live, answer, received, newest, hello } = start();
    live.subscribe("team-page", "1");
    answer("c3");
    answer("c3");
    answer("c4");
    hello("c5");
    newest().say({ type: "subscribed", ...page1 });
    expect(newest().sent.slice(1)).toEqual([
      { type: "subscribe", ...page1 },
      { type: "resume", after: "c3" },
      { type: "resume", after: "c4" },
      { type: "ping" },
    ]);
    expect(received).toEqual([]);
  });

  it("catches up although its page was left and opened again around the hello", () => {
    const { live, answer, newest, hello } = start();
    const leave = live.subscribe("team-page", "1");
    leave();
    answer("c3");
    hello("c5");
    newest().say({ type: "pong", checkpoint: "c5" });
    live.subscribe("team-page", "1");
    expect(newest().sent.slice(-3)).toEqual([
      { type: "subscribe", ...page1 },
      { type: "resume", after: "c3" },
      { type: "ping" },
    ]);
  });

  it("catches up although its page was opened again while the connection was lost", () => {
    const { live, answer, newest, hello } = start({ random: () => 0 });
    live.subscribe("team-page", "1")();
    answer("c3");
    hello("c5");
    newest().say({ type: "pong", checkpoint: "c5" });
    newest().drop(1006);
    live.subscribe("team-page", "1");
    vi.advanceTimersByTime(0);
    hello("c5");
    expect(newest().sent.slice(1)).toEqual([
      { type: "subscribe", ...page1 },
      { type: "resume", after: "c5" },
      { type: "resume", after: "c3" },
      { type: "ping" },
    ]);
  });

  it("is requested again if the connection is lost after the pong of an earlier ping", () => {
    const { live, answer, newest, hello } = start({ random: () => 0 });
    const leave = live.subscribe("team-page", "1");
    answer("c3");
    leave();
    hello("c5");
    live.subscribe("team-page", "1");
    newest().say({ type: "pong", checkpoint: "c5" });
    newest().drop(1006);
    vi.advanceTimersByTime(0);
    hello("c5");
    expect(newest().sent).toContainEqual({ type: "resume", after: "c3" });
  });

  it("catches up once when its response arrives later than the hello, even over a broken connection", () => {
    const { live, answer, received, newest, hello } = start({ random: () => 0 });
    live.subscribe("team-page", "1");
    hello("c5");
    newest().say({ type: "subscribed", ...page1 });
    answer("c4");
    answer("c4");
    const owed = [{ type: "resume", after: "c4" }, { type: "ping" }];
    expect(newest().sent.slice(2)).toEqual(owed);
    newest().drop(1006);
    vi.advanceTimersByTime(0);
    newest().open();
    expect(newest().sent).toContainEqual(owed[0]);
    newest().say({ type: "pong", checkpoint: "c6" });
    newest().drop(1006);
    vi.advanceTimersByTime(0);
    newest().open();
    expect(newest().sent).not.toContainEqual(owed[0]);
    expect(received).toEqual([]);
  });

  it("is fetched again if its response has no checkpoint", () => {
    const { live, answer, received, newest, hello } = start();
    live.subscribe("team-page", "1");
    answer(null);
    hello("c5");
    newest().say({ type: "subscribed", ...page1 });
    expect(received).toEqual(["team-page/1@c5"]);
    const late = start();
    late.hello("c5");
    late.answer(null);
    expect(late.received).toEqual(["reset"]);
  });

  it("does not include later requests", () => {
    const { live, answer, newest, hello } = start();
    live.subscribe("team-page", "1");
    hello("c5");
    answer("c4", performance.now() + 1);
    expect(newest().types()).toEqual(["hello", "subscribe"]);
  });
});

describe("reconnecting", () => {
  it("waits twice as long each time, from half a second to half a minute, with full jitter", () => {
    let jitter = 1;
    const { sockets, newest } = start({ random: () => jitter });
    for (const wait of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = sockets.length;
      newest().drop(1006);
      vi.advanceTimersByTime(wait - 1);
      expect(sockets.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(sockets.length).toBe(before + 1);
    }
    jitter = 0;
    newest().drop(1006);
    vi.advanceTimersByTime(0);
    expect(sockets.length).toBe(10);
  });

  it("starts with short pauses again after a connection that lasted, not after one that broke immediately", () => {
    const { sockets, newest, hello } = start();
    for (const wait of [500, 1000]) {
      hello("c1");
      newest().drop(4008);
      vi.advanceTimersByTime(wait);
    }
    expect(sockets.length).toBe(3);
    hello("c1");
    vi.advanceTimersByTime(5000);
    newest().drop(4001);
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(4);
  });

  it("happens immediately when the network or the tab returns", () => {
    const { sockets, newest, wake } = start();
    newest().drop(1006);
    wake();
    expect(sockets.length).toBe(2);
    wake();
    expect(sockets.length).toBe(2);
  });

  it("happens after a suspend of the machine without waiting for a pong", () => {
    const { sockets, newest, hello, wake } = start();
    hello("c1");
    vi.setSystemTime(Date.now() + 3_600_000);
    wake();
    expect(sockets.length).toBe(2);
    expect(sockets[0]?.isClosed).toBe(true);
    expect(newest().isClosed).toBe(false);
  });

  it("ends an attempt that gets no hello", () => {
    const { sockets, newest } = start();
    newest().open();
    vi.advanceTimersByTime(10_000 + 500);
    expect(sockets.length).toBe(2);
  });
});

describe("heartbeat", () => {
  it("sends a ping after 25 s without messages and closes the connection 10 s later", () => {
    const { sockets, newest, hello, states } = start();
    hello("c1");
    vi.advanceTimersByTime(24_999);
    expect(newest().types()).toEqual(["hello"]);
    vi.advanceTimersByTime(1);
    expect(newest().types()).toEqual(["hello", "ping"]);
    newest().say({ type: "pong", checkpoint: "c2" });
    vi.advanceTimersByTime(25_000 + 9999);
    expect(states.at(-1)).toBe("open");
    vi.advanceTimersByTime(1);
    expect(states.at(-1)).toBe("connecting");
    expect(sockets[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(2);
  });

  it("sends a ping on an open connection when the tab returns", () => {
    const { sockets, newest, hello, wake } = start();
    hello("c1");
    wake();
    expect(newest().types()).toEqual(["hello", "ping"]);
    vi.advanceTimersByTime(10_000 + 500);
    expect(sockets.length).toBe(2);
  });
});

describe("tokens", () => {
  it("waits for the renewed token before it reconnects, and reconnects without one as well", async () => {
    let token = "old";
    let finish = (_: Error | null) => {};
    const renew = () =>
      new Promise<void>((resolve, reject) => {
        finish = (error) => (error ? reject(error) : resolve());
      });
    const { sockets, newest } = start({ token: () => token, renew });
    newest().open();
    newest().drop(4013);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets.length).toBe(1);
    token = "new";
    finish(null);
    await vi.advanceTimersByTimeAsync(500);
    newest().open();
    expect(newest().sent[0]).toEqual({ type: "hello", token: "new" });
    newest().drop(4013);
    finish(new Error("no network"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets.length).toBe(3);
  });

  it("reports the revoked session after 4503, unless another member has logged in meanwhile", () => {
    let token: string | null = "old";
    const onRevoked = vi.fn();
    const { newest, hello } = start({ token: () => token, onRevoked, random: () => 0 });
    hello("c1");
    newest().drop(1006);
    vi.advanceTimersByTime(0);
    expect(onRevoked).not.toHaveBeenCalled();
    hello("c1");
    newest().drop(4503);
    expect(onRevoked).toHaveBeenCalledTimes(1);
    token = null;
    const visitor = start({ token: () => token, onRevoked });
    visitor.hello("c1");
    visitor.newest().drop(4503);
    token = "old";
    const other = start({ token: () => token, onRevoked });
    other.hello("c1");
    token = "new";
    other.newest().drop(4503);
    expect(onRevoked).toHaveBeenCalledTimes(1);
  });

  it.each([4500, 4501, 4503, 4504])("does not reconnect after %i", (code) => {
    const { sockets, newest, states, wake } = start();
    newest().open();
    newest().drop(code);
    wake();
    vi.advanceTimersByTime(3_600_000);
    expect(sockets.length).toBe(1);
    expect(states).toEqual(["connecting", "closed"]);
  });
});

it("sends nothing and opens nothing after it was stopped, and can be started again", () => {
  const { live, sockets, newest, hello, states, wake } = start();
  hello("c1");
  live.stop();
  wake();
  vi.advanceTimersByTime(3_600_000);
  expect(newest().isClosed).toBe(true);
  expect(sockets.length).toBe(1);
  live.start();
  expect(sockets.length).toBe(2);
  expect(states).toEqual(["connecting", "open", "closed", "connecting"]);
});
