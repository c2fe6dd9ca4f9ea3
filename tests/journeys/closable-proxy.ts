import { createServer, request, type Server } from "node:http";
import { freePort } from "../support/server-process.ts";

/** A proxy before the site that can be closed, and behind which a newer release can stand. */
export interface ClosableProxy {
  readonly origin: string;
  open(): Promise<void>;
  /** From now on no request gets through: as good as no network. */
  close(): Promise<void>;
  /** From now on the site says that it is another build. */
  release(build: string): void;
}

/** Passes GETs and other plain requests on to the site; live lines stay outside. */
export async function closableProxyTo(siteOrigin: string): Promise<ClosableProxy> {
  const port = await freePort();
  let build: { from: string; to: string } | undefined;
  let server: Server | undefined;

  const pass = () =>
    createServer((incoming, outgoing) => {
      const { "if-none-match": _, "if-modified-since": __, ...asked } = incoming.headers;
      // Read as text below: nothing may be compressed, or left out because it is known.
      const headers = { ...asked, "accept-encoding": "identity" };
      const onward = request(
        `${siteOrigin}${incoming.url}`,
        { method: incoming.method, headers },
        (answer) => {
          const isText = /html|javascript/.test(answer.headers["content-type"] ?? "");
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () => {
            let body: Buffer | string = Buffer.concat(parts);
            if (isText && build) body = body.toString("utf8").replaceAll(build.from, build.to);
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
          });
        },
      );
      onward.on("error", () => outgoing.destroy());
      incoming.pipe(onward);
    });

  const own = /<meta name="build" content="(\w+)"/.exec(await (await fetch(siteOrigin)).text())?.[1];
  if (!own) throw new Error("the page does not say which build it is");

  const proxy: ClosableProxy = {
    origin: `http://localhost:${port}`,
    open: () =>
      new Promise((resolve) => {
        server = pass().listen(port, "localhost", resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        if (!server) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
        server = undefined;
      }),
    // As long as the old one, so that lengths stay true.
    release(next) {
      build = { from: own, to: next.padEnd(own.length, "0") };
    },
  };
  await proxy.open();
  return proxy;
}
