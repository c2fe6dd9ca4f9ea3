import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The network connection to a server, with its possible faults. */
export interface Wire {
  readonly port: number;
  /** Closes every connection; new ones can be opened immediately. */
  cut(): void;
  /** Behaves like a stopped process (SIGSTOP): connections stay open, new ones are accepted, and sent data wait. */
  freeze(): void;
  /** Ends `freeze`: all data sent meanwhile arrive. */
  thaw(): void;
  /** Behaves like a killed process: closes every connection and refuses new ones until `up`. */
  down(): void;
  up(): void;
  /** Existing connections silently transmit nothing any more; new ones work. */
  lose(): void;
  close(): Promise<void>;
}

export async function wireTo(port: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let isFrozen = false;
  let isDown = false;
  const server = createServer((near) => {
    if (isDown) return void near.resetAndDestroy();
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on("data", (bytes) => {
        if (!lost.has(socket)) other.write(bytes);
      });
      if (isFrozen) socket.pause();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    down() {
      isDown = true;
      cut();
    },
    up() {
      isDown = false;
    },
    lose() {
      for (const socket of sockets) lost.add(socket);
    },
    async close() {
      isDown = true;
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
