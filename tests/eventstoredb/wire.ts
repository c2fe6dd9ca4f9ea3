import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The way to a server, with the faults that ways have. */
export interface Wire {
  readonly port: number;
  /** Ends every connection; new ones can be made at once. */
  cut(): void;
  /** Bytes no longer pass, in both directions, while connections stay open; new ones are accepted and mute. */
  freeze(): void;
  /** Connections that are there pass nothing any more and nobody hears of it; new ones work. */
  lose(): void;
  /** Ends `freeze`. What was held back stays lost with its connections. */
  thaw(): void;
  close(): Promise<void>;
}

export async function wireTo(port: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
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
        if (!isFrozen && !lost.has(socket)) other.write(bytes);
      });
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
    },
    lose() {
      for (const socket of sockets) lost.add(socket);
    },
    thaw() {
      cut();
      isFrozen = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
