import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "#services/platform/database/database";
import { onOrder } from "./helper-process.ts";

export interface Statement {
  /** Name of a statement that each connection prepares once. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface BareOrder {
  readonly databaseUrl: string;
  /** The statements of each path. Statements of one inner list run concurrently, as in the product. */
  readonly answers: Readonly<Record<string, readonly Statement[]>>;
}

/** The minimal server for the same queries: Node's own HTTP server, the same statements, their rows as JSON. */
onOrder(async ({ databaseUrl, answers }: BareOrder): Promise<{ port: number }> => {
  const { pool } = openDatabase(databaseUrl, { max: 20 });
  const server = createServer(async (request, response) => {
    const statements = answers[request.url ?? ""] ?? [];
    const results = await Promise.all(
      statements.map(({ name, text, values }) =>
        pool.query({ ...(name && { name }), text, values: values as unknown[] }),
      ),
    );
    const body = JSON.stringify({ data: results.map(({ rows }) => rows) });
    response.writeHead(200, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port };
});
