import { createServer, type Server } from "node:http";
import type { Config } from "./config.ts";

/** A server at its port, without an application yet. */
export async function listen(config: Pick<Config, "port" | "host">): Promise<Server> {
  const server = createServer();
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
