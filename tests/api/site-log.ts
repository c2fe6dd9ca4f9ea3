import type pg from "pg";
import { startEventStoreDb } from "#tests/eventstoredb/server";

/** An event as the log stores it. */
export interface StoredEvent {
  readonly stream: string;
  readonly type: string;
  /** JSON with encrypted personal fields. */
  readonly data: string;
}

export interface SiteLog {
  /** Settings with which a server, or a tool, uses the log. */
  readonly settings: NodeJS.ProcessEnv;
  events(): Promise<StoredEvent[]>;
  /** Excludes events of inboxes, which no test waits for. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** The site's log: in its database, or in a separate EventStoreDB (`npm run test:api -- --store eventstoredb`). */
export async function siteLog(pool: pg.Pool): Promise<SiteLog> {
  if (process.env.STORE_FOR_TESTS !== "eventstoredb")
    return {
      settings: {},
      events: async () =>
        (await pool.query<StoredEvent>("SELECT stream, type, data::text AS data FROM events")).rows,
      count: async () =>
        (await pool.query<{ n: number }>("SELECT count(*) AS n FROM events WHERE stream NOT LIKE 'inbox-%'"))
          .rows[0]?.n ?? 0,
      close: async () => {},
    };
  const server = await startEventStoreDb();
  return {
    settings: { EVENT_STORE: "eventstoredb", EVENTSTORE_URL: server.url },
    events: async () =>
      server.log.records.map(({ stream, type, data }) => ({
        stream,
        type,
        data: Buffer.from(data).toString("utf8"),
      })),
    count: async () => server.log.records.filter(({ stream }) => !stream.startsWith("inbox-")).length,
    close: server.close,
  };
}
