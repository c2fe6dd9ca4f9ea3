import { randomUUID } from "node:crypto";
import pg from "pg";
import { eventId } from "#services/event-store/event-id";
import { appendStatement } from "#services/event-store/postgres/append";
import type { AppendEntry } from "#services/event-store/postgres/entry";

/** An append for a separate connection that the test keeps open. */
export const entry = (stream: string, n: number, commandId = randomUUID()): AppendEntry => ({
  id: commandId,
  fingerprint: "",
  answer: null,
  at: "2025-09-03T12:07:45.123Z",
  stream,
  expected: -1,
  meta: { commandId, causationId: commandId, correlationId: commandId, actor: "system" },
  events: [{ id: eventId(commandId, 0), type: "Counted", version: 1, data: { n } }],
});

export const appendRaw = (client: pg.ClientBase, ...entries: AppendEntry[]) =>
  client.query(appendStatement(entries));

/** A connection that may break without an error event. */
export async function connectionTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}
