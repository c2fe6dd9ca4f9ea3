import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type pg from "pg";
import type { Pipeline } from "./pipeline.ts";

type Named = CompiledQuery & { readonly name?: string };

/** kysely's own dialect does not pass on the names of statements (projections/prepared.ts), which go to the pipeline. */
export const pooledDialect = (pool: pg.Pool, pipeline: Pipeline): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driverOn(pool, pipeline),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

function driverOn(pool: pg.Pool, pipeline: Pipeline): Driver {
  const connection: DatabaseConnection = {
    executeQuery({ sql, parameters, name }: Named) {
      const query = { text: sql, values: [...parameters] };
      return name === undefined ? pool.query(query) : pipeline.query({ name, ...query });
    },
    streamQuery() {
      throw new Error("rows are not streamed");
    },
  };
  const done = Promise.resolve();
  // The same for each query: the pools give each one a connection.
  const acquired = Promise.resolve(connection);
  const refuse = () => Promise.reject(new Error("transactions are run by inTransaction"));
  return {
    init: () => done,
    acquireConnection: () => acquired,
    releaseConnection: () => done,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => done,
  };
}
