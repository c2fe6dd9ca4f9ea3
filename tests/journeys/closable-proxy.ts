import { createServer, request, type Server } from "node:http";
import { freePort } from "../support/server-process.ts";

/** A proxy in front of the site that can be closed, and that can simulate a newer release. */
export interface ClosableProxy {
  readonly origin: string;
  open(): Promise<void>;
  /** Refuses all requests from now on, like a lost network. */
  close(): Promise<void>;
  /** Makes the site report another build from now on. */
  release(build: string): void;
}

/** Forwards GETs and other plain requests to the site; live connections bypass it. */
export async function closableProxyTo(siteOrigin: string): Promise<ClosableProxy> {
  const port = await freePort();
  let build: { from: string; to: string } | undefined;
  let server: Server | undefined;

  const pass = () =>
    createServer((incoming, outgoing) => {
      const { "if-none-match": _, "if-modified-since": __, ...asked } = incoming.headers;
      // Read as text below, so the response must be neither compressed nor a 304.
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
    // As long as the old one, so that Content-Length stays correct.
    release(next) {
      build = { from: own, to: next.padEnd(own.length, "0") };
    },
  };
  await proxy.open();
  return proxy;
}
