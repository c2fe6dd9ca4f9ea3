import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Line = "through" | "late" | "deaf" | "silent" | "refused";

export interface TcpProxy {
  /** The address of the server, by way of this line. */
  readonly url: string;
  /** Connections handed on since the start. */
  readonly carried: () => number;
  /**
   * `late`: every byte takes its time. `deaf`: what is said arrives, but not a byte of the answers. `silent`: what is
   * open stays open and new ones are accepted, but not a byte passes, as behind a pulled cable. `refused`: what is open
   * is reset and nothing new is let in.
   */
  set(line: Line): void;
  /** Over what is open not a byte passes any more, though it stays open; the next connection is let in. */
  mute(): void;
  /** Resets what is open; the next connection is let in. */
  cut(): void;
  /** Keeps back what a connection sends from the first bytes with this text on. */
  holdFrom(text: string): Held;
  close(): Promise<void>;
}

interface Held {
  /** Something is kept back. */
  readonly isHeld: () => boolean;
  /** Passes it on, in order. */
  release(): void;
}

interface Pair {
  readonly inner: Socket;
  readonly outer: Socket | undefined;
  isMute: boolean;
}

/**
 * A TCP line to a server on this machine, say `postgres://…`, that can be cut, silenced and mended.
 * @param lateMs milliseconds that a byte takes each way while the line is `late`
 */
export async function tcpProxy(address: string, lateMs = 200): Promise<TcpProxy> {
  const url = new URL(address);
  const target = { host: url.hostname, port: Number(url.port) };
  const pairs = new Set<Pair>();
  let line: Line = "through";
  let carried = 0;
  let hold: string | undefined;
  let held: { readonly to: Socket; readonly bytes: Buffer }[] = [];

  const drop = (pair: Pair) => {
    pairs.delete(pair);
    pair.inner.destroy();
    pair.outer?.destroy();
  };
  const cut = () => {
    for (const pair of [...pairs]) {
      pair.inner.resetAndDestroy();
      pair.outer?.resetAndDestroy();
      pairs.delete(pair);
    }
  };
  const pass = (bytes: Buffer, to: Socket, isLetThrough: boolean) => {
    if (!isLetThrough) return;
    if (line === "late") setTimeout(() => to.writable && to.write(bytes), lateMs);
    else to.write(bytes);
  };
  // Half open, so that a mute line does not even answer a goodbye.
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    inner.on("error", () => {});
    if (line === "refused") return void inner.resetAndDestroy();
    const outer = line === "silent" ? undefined : connect(target);
    const pair = { inner, outer, isMute: false };
    pairs.add(pair);
    inner.on("close", () => drop(pair));
    inner.on("end", () => pair.isMute || inner.end());
    if (!outer) return;
    carried += 1;
    outer.on("error", () => {});
    outer.on("close", () => drop(pair));
    inner.on("data", (bytes) => {
      if (hold !== undefined && (bytes.includes(hold) || held.some(({ to }) => to === outer)))
        held.push({ to: outer, bytes });
      else pass(bytes, outer, line !== "silent" && !pair.isMute);
    });
    const isHeard = () => (line === "through" || line === "late") && !pair.isMute;
    outer.on("data", (bytes) => pass(bytes, inner, isHeard()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    carried: () => carried,
    set(next) {
      const before = line;
      line = next;
      // Bytes were lost on the way, or would be overtaken: no protocol could go on with what is left of these.
      if (next === "refused" || (before !== "through" && before !== next)) cut();
    },
    mute() {
      for (const pair of pairs) pair.isMute = true;
    },
    cut,
    holdFrom(text) {
      hold = text;
      return {
        isHeld: () => held.length > 0,
        release() {
          hold = undefined;
          for (const { to, bytes } of held) pass(bytes, to, true);
          held = [];
        },
      };
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
