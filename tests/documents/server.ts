import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { type DocumentLimits, documentsPath } from "#contracts/documents/api";
import { Documents, type DocumentsOptions } from "#services/documents/documents";
import type { SaveResult } from "#services/documents/observed-save";
import type { EventStore, NewEvent } from "#services/event-store/event-store";
import { recordUses } from "#services/images/picture-uses";
import { bamtol, dotori } from "#tests/examples/people";
import { created, joined, promoted } from "#tests/examples/teams";
import { commandOf } from "#tests/support/commands";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { memoryEventStore } from "#tests/support/memory-store";

/** State that the servers of one test share. */
export interface DocumentsSite {
  readonly database: TestDatabase<unknown>;
  readonly store: EventStore;
  /** Appends an event to the log. */
  happen(stream: string, event: Pick<NewEvent, "type" | "data">): Promise<void>;
  query<T extends object>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export interface DocumentsServer {
  readonly origin: string;
  readonly documents: Documents;
  /** Results of all saves. */
  readonly saved: SaveResult[];
}

/** A database and a log in which 도토리 and 밤톨 are the managers of team 12. */
export async function documentsSite(): Promise<DocumentsSite> {
  const database = await testDatabase();
  const store = memoryEventStore();
  const site: DocumentsSite = {
    database,
    store,
    async happen(stream, { type, data }) {
      const { revision } = await store.read(stream);
      await store.append(stream, [{ type, data, schemaVersion: 1 }], revision, commandOf());
    },
    query: async <T extends object>(sql: string, values: unknown[] = []) =>
      (await database.pool.query<T>(sql, values)).rows,
    close: database.close,
  };
  for (const event of [created, joined(bamtol), promoted(bamtol)]) await site.happen("team-12", event);
  return site;
}

/** A server with documents only; a token is the uuid of its member. It stops with the test. */
export async function documentsServer(
  { database, store }: DocumentsSite,
  {
    today = "2026-11-21",
    spend = () => {},
    ...limits
  }: Partial<DocumentLimits> & { readonly today?: string; readonly spend?: DocumentsOptions["spend"] } = {},
): Promise<DocumentsServer> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const saved: SaveResult[] = [];
  const documents = new Documents({
    pool: database.pool,
    store,
    authenticate: async (uuid) => ({ uuid, expiresAt: new Date(Date.now() + 3600_000) }),
    nameOf: async (uuid) => (uuid === dotori ? "도토리" : "밤톨"),
    allowedOrigin: origin,
    now: () => new Date(`${today}T12:00:00+09:00`),
    spend,
    recordUses: (digests, use) => recordUses(database.pool, digests, use),
    metrics: { updated: () => {}, saved: (result) => saved.push(result) },
    log: pino({ enabled: false }),
    limits,
  });
  documents.attach(server, documentsPath);
  onTestFinished(async () => {
    await documents.close();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin, documents, saved };
}
