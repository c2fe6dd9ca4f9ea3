import { Socket } from "node:net";
import { Kysely } from "kysely";
import pg from "pg";
import { pooledDialect } from "./kysely-dialect.ts";
import { patient } from "./patient.ts";
import { Pipeline } from "./pipeline.ts";
import { types } from "./sql-values.ts";

export interface Database<DB> {
  readonly pool: pg.Pool;
  /** For named statements that only read. */
  readonly pipeline: Pipeline;
  /** Without transactions (event-store/postgres/transaction.ts has them). */
  readonly kysely: Kysely<DB>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Maximum of connections, at least one for reads and one for everything else. Default 10. */
  readonly max?: number;
  /** Statements that run longer are cancelled (milliseconds). Default 10 s; 0 for no limit. */
  readonly statementTimeoutMs?: number;
  /** Called for broken idle connections, which the pool replaces. */
  readonly onError?: (error: Error) => void;
}

/**
 * A pool with a query builder. Values are returned as: bigint and numeric → number, timestamptz → ISO 8601 text in UTC,
 * date → `yyyy-MM-dd` text. No connection is opened before the first query.
 */
export function openDatabase<DB>(url: string, options: DatabaseOptions = {}): Database<DB> {
  const { max = 10, onError = () => {} } = options;
  const maxPipelined = Math.max(1, Math.floor(pipelinedShare * max));
  const settings: pg.PoolConfig = {
    ...connectionSettings(url, options),
    onConnect: (client) => applySettings(client, limitsOf(options)),
  };
  const pool = new pg.Pool({ ...settings, max: Math.max(1, max - maxPipelined) });
  const pipeline = new Pipeline({ ...settings, max: maxPipelined });
  for (const each of [pool, pipeline.pool]) {
    // Without a listener, one broken idle connection would end the process.
    each.on("error", onError);
    // The pool listens only to idle connections. A broken connection in use fails its current or next query.
    each.on("connect", (client) => client.on("error", () => {}));
  }
  return {
    pool,
    pipeline,
    kysely: new Kysely<DB>({ dialect: pooledDialect(pool, pipeline) }),
    close: async () => {
      await Promise.all([pool.end(), pipeline.close()]);
    },
  };
}

/** Share of the connections that the pipeline gets; each serves several reads at a time. */
const pipelinedShare = 0.4;

/** Timeout of each step of connecting, in milliseconds. */
const connectMs = 5000;
const usualTimeoutMs = 10_000;

/** Settings of a session by their names in PostgreSQL. */
type SessionSettings = Readonly<Record<string, string>>;

/**
 * Makes the server release what a dead client held: within a minute after its host has vanished (session locks, an open
 * transaction; PostgreSQL has no other timeout for these), and soon after it died during a statement. PostgreSQL on
 * Windows cannot check waiting clients and refuses the setting.
 */
const deadClients: SessionSettings = {
  tcp_keepalives_idle: "'30s'",
  tcp_keepalives_interval: "'10s'",
  tcp_keepalives_count: "'3'",
  tcp_user_timeout: "'60s'",
  client_connection_check_interval: "CASE WHEN version() ~ 'windows|Visual C|mingw' THEN '0' ELSE '2s' END",
};

/**
 * For solid state disks or memory: PostgreSQL's default is for rotating disks and makes it scan all members of the
 * product instead of using an index for the ten of a team.
 */
const indexesAreCheap: SessionSettings = { random_page_cost: "'1.1'" };

/** The format that the parsers expect; a role or a database may be set to another. */
const isoDates: SessionSettings = { DateStyle: "'ISO'" };

const limitsOf = ({ statementTimeoutMs = usualTimeoutMs }: DatabaseOptions): SessionSettings => ({
  statement_timeout: `'${statementTimeoutMs}'`,
  idle_in_transaction_session_timeout: "'30s'",
});

/**
 * Sent after connecting and limited to settings that the server knows: it would refuse a connection that starts with an
 * unknown setting without saying that it is too old, and a pooler refuses or forgets settings that it does not know.
 */
async function applySettings(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  const settingsToSet = Object.entries({ ...deadClients, ...indexesAreCheap, ...isoDates, ...settings }).map(
    ([name, value]) => `('${name}', ${value})`,
  );
  const text = `SELECT set_config(name, value, false) FROM (VALUES ${settingsToSet.join(", ")}) AS wanted (name, value)
    WHERE current_setting(name, true) IS NOT NULL`;
  await client.query(patient(text, connectMs));
}

/**
 * A connection outside the pool without time limits, whatever its role or database sets. Once broken, it fails the
 * current or next query.
 */
export async function connectWithoutLimits(url: string): Promise<pg.Client> {
  const socket = new Socket();
  const client = new pg.Client({
    ...connectionSettings(url, { statementTimeoutMs: 0 }),
    stream: () => socket,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await applySettings(client, { statement_timeout: "'0'", idle_in_transaction_session_timeout: "'0'" });
    return client;
  } catch (error) {
    // An unresponsive server does not close the connection either.
    socket.destroy();
    throw error;
  }
}

/** Connection options of the pool, for a single `pg.Client` outside it. */
export function connectionSettings(
  url: string,
  { statementTimeoutMs = usualTimeoutMs }: Pick<DatabaseOptions, "statementTimeoutMs"> = {},
): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // The default of the system waits for two hours before it probes an idle connection.
    keepAliveInitialDelayMillis: 10_000,
    application_name: "algomoim",
    // Covers a vanished server, whose own timeout cannot arrive.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + 2000 }),
  };
}
