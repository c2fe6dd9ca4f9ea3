import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface FrontProxy {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * What stands before several processes in production, in small: asks each for its health now and then, hands requests to
 * those that are ready in turn, and repeats nothing: a request that a process drops has failed.
 */
export async function frontProxy(ports: readonly number[], everyMs = 100): Promise<FrontProxy> {
  const ready = new Set<number>();
  const look = () =>
    Promise.all(
      ports.map(async (port) => {
        const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) ready.add(port);
        else ready.delete(port);
      }),
    );
  await look();
  const timer = setInterval(look, everyMs);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const port = [...ready][turn % Math.max(1, ready.size)];
    const { method, url: path, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
