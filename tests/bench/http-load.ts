import { connect } from "node:net";
import { eachAnswer } from "./bare-answers.ts";
import { onOrder } from "./helper-process.ts";

/** Reads over a fixed number of connections for a fixed time, against 127.0.0.1 only. */
export interface LoadOrder {
  readonly port: number;
  /** Asked in turn by every connection. */
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly ms: number;
  /** Status that each answer must have. */
  readonly status: number;
}

export interface LoadReport {
  readonly requests: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
}

onOrder(load);

async function load(order: LoadOrder): Promise<LoadReport> {
  const requests = order.paths.map((path) => requestFor(path, order.headers ?? {}));
  const until = performance.now() + order.ms;
  const times: number[] = [];
  let bytes = 0;
  const one = (place: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(order.port, "127.0.0.1");
      let next = place;
      let began = 0;
      const ask = () => {
        began = performance.now();
        socket.write(requests[next++ % requests.length] as Buffer);
      };
      socket.setNoDelay(true);
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("the connection was closed")));
      socket.on("connect", ask);
      eachAnswer(socket, ({ status, bytes: size }) => {
        if (status !== order.status) return reject(new Error(`answered ${status}`));
        times.push(performance.now() - began);
        bytes += size;
        if (performance.now() < until) return ask();
        resolve();
        socket.destroy();
      });
    });
  await Promise.all(Array.from({ length: order.connections }, (_, place) => one(place)));
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { requests: times.length, p50: at(0.5), p99: at(0.99), bytes };
}

function requestFor(path: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ Host: "localhost", Connection: "keep-alive", ...headers });
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
}
