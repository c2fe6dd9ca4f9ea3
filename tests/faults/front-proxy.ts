import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export type FrontProxy = Awaited<ReturnType<typeof frontProxy>>;

/**
 * A small version of a production proxy: polls each process for its health, forwards requests to those that are ready
 * in turn, and repeats nothing: a request that a process drops has failed, and its response gives the reason.
 */
export async function frontProxy(ports: readonly number[], everyMs = 100) {
  const ready = new Set<number>();
  const probe = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(port);
    else ready.delete(port);
  };
  await Promise.all(ports.map(probe));
  const isClosed = new AbortController();
  // One probe after the other, so that an older result cannot overwrite a newer one.
  const probing = ports.map(async (port) => {
    for (; !isClosed.signal.aborted; await probe(port)) await pause(everyMs);
  });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const failed = (why: string) => {
      if (outgoing.headersSent) return outgoing.destroy();
      outgoing.writeHead(502, { "content-type": "application/json" });
      return outgoing.end(JSON.stringify({ data: why }));
    };
    turn += 1;
    const port = [...ready][turn % Math.max(1, ready.size)];
    if (port === undefined) return failed("no process is ready");
    const { method, url: path, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", ({ message }) => failed(message));
    incoming.pipe(onward);
  });
  // Never closes an idle connection, on which the next request may just arrive.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Whether requests are forwarded to the process at this port. */
    isReady: (port: number) => ready.has(port),
    async close() {
      isClosed.abort();
      await Promise.all(probing);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
