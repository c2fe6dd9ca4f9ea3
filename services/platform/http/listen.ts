import { createServer, type Server } from "node:http";
import type { Config } from "../config.ts";

/**
 * A server at its port, without an application yet, which gets to answer what Node would answer by itself: a request
 * without `Host`, and one that expects more than `100-continue` (nobody has to heed that: RFC 9110 §10.1.1).
 */
export async function listen(config: Pick<Config, "port" | "host">): Promise<Server> {
  const server = createServer({ requireHostHeader: false });
  // Longer than proxies keep idle ones (Caddy 2 minutes): of two that hang up at once, a request in between fails.
  server.keepAliveTimeout = 130_000;
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${config.port} is taken: set PORT to another one (0 for any free one).`)
          : error,
      ),
    );
    server.listen(config.port, config.host, resolve);
  });
  return server;
}
