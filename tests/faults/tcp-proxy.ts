import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type ProxyState = "through" | "late" | "deaf" | "silent" | "refused";

export interface TcpProxy {
  /** The URL of the server through this proxy. */
  readonly url: string;
  /** Number of connections forwarded since the start. */
  readonly carried: () => number;
  /**
   * `late`: every byte is delayed. `deaf`: requests arrive, but no byte of the responses. `silent`: open connections
   * stay open and new ones are accepted, but no byte is forwarded, as with an unplugged cable. `refused`: open
   * connections are reset and new ones are refused.
   */
  set(state: ProxyState): void;
  /** Stops forwarding on open connections without closing them; the next connection is accepted. */
  mute(): void;
  /** Resets open connections; the next connection is accepted. */
  cut(): void;
  /** Holds back the data of a connection from the first bytes with this text on. */
  holdFrom(text: string): Held;
  close(): Promise<void>;
}

interface Held {
  /** Whether data are held back. */
  readonly isHeld: () => boolean;
  /** Forwards them in order. */
  release(): void;
}

interface Pair {
  readonly inner: Socket;
  readonly outer: Socket | undefined;
  isMute: boolean;
}

/**
 * A TCP proxy to a server on this machine, such as `postgres://…`, whose connections can be reset, silenced and
 * restored.
 * @param lateMs delay of a byte in each direction in the state `late`
 */
export async function tcpProxy(address: string, lateMs = 200): Promise<TcpProxy> {
  const url = new URL(address);
  const target = { host: url.hostname, port: Number(url.port) };
  const pairs = new Set<Pair>();
  let state: ProxyState = "through";
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
    if (state === "late") setTimeout(() => to.writable && to.write(bytes), lateMs);
    else to.write(bytes);
  };
  // Half open, so that a muted connection does not even respond to a FIN.
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    inner.on("error", () => {});
    if (state === "refused") return void inner.resetAndDestroy();
    const outer = state === "silent" ? undefined : connect(target);
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
      else pass(bytes, outer, state !== "silent" && !pair.isMute);
    });
    const isHeard = () => (state === "through" || state === "late") && !pair.isMute;
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
      const before = state;
      state = next;
      // Bytes were lost, or would be reordered: no protocol can continue on these connections.
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
