import { onOrder } from "./helper-process.ts";
import { httpConnection, requestText } from "./http-client.ts";
import { calling, p99 } from "./statistics.ts";

/** Reads over a fixed number of connections for a fixed time, against 127.0.0.1 only. */
export interface LoadOrder {
  readonly port: number;
  /** Requested in turn by every connection. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly ms: number;
  /** Access token of the member who reads; without it a visitor does. */
  readonly token?: string;
}

export interface LoadReport {
  readonly requests: number;
  /** Milliseconds. */
  readonly p99: number;
}

onOrder(async ({ port, paths, connections, ms, token }: LoadOrder): Promise<LoadReport> => {
  const member = token && { Authorization: `Bearer ${token}` };
  const headers = { Host: "localhost", Connection: "keep-alive", ...member };
  const requests = paths.map((path) => Buffer.from(requestText("GET", path, headers)));
  const connection = async (first: number) => {
    const { ask, close } = httpConnection(`http://127.0.0.1:${port}`);
    let next = first;
    const { milliseconds } = await calling(1, ms / 1000, async () => {
      const { status } = await ask(requests[next++ % requests.length] as Buffer);
      if (status !== 200) throw new Error(`answered ${status}`);
    });
    close();
    return milliseconds;
  };
  const times = await Promise.all(Array.from({ length: connections }, (_, n) => connection(n)));
  return { requests: times.flat().length, p99: p99(times.flat()) };
});
