import type { Compilable, CompiledQuery } from "kysely";
import pg from "pg";
import type { ReadModelsDatabase } from "./database.ts";

/** Stands for a value until the statement is executed. */
class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** For a database that prepares named statements (services/platform/database/database.ts). */
interface NamedQuery<Row> extends CompiledQuery<Row> {
  readonly name: string;
}

let statements = 0;

/**
 * A statement that is built, compiled and named once, so that connections prepare it: each of these steps costs more
 * than executing it. Its values are given with each execution. `build` must not inspect them: at build time they are
 * placeholders, not numbers or texts.
 */
export function prepared<Values extends object, Row>(
  build: (db: ReadModelsDatabase, values: Values) => Compilable<Row>,
): (db: ReadModelsDatabase, values: Values) => Promise<Row[]> {
  let template: Template<Row> | undefined;
  const name = `read_${statements++}`;
  return async (db, values) => {
    template ??= templateOf(build(db, placeholders<Values>()).compile());
    const parameters = template.names.map((parameter) => values[parameter as keyof Values]);
    const { query, queryId, sql } = template.query;
    // Property by property: more of them behind a spread take V8 ten times as long.
    const filled: NamedQuery<Row> = { query, queryId, sql, parameters, name };
    return (await db.executeQuery<Row>(filled)).rows;
  };
}

/** LIMIT and OFFSET of a list. */
export interface Limit {
  readonly size: number;
  readonly offset: number;
}

/**
 * Like `prepared`, for a list of which mostly the first `defaultSize` rows are requested: these have a statement of their
 * own. Without a fixed limit PostgreSQL plans the list again each time.
 */
export function preparedList<Values extends object, Row>(
  defaultSize: number,
  build: (db: ReadModelsDatabase, values: Values, limit: Limit) => Compilable<Row>,
): (db: ReadModelsDatabase, values: Values & Limit) => Promise<Row[]> {
  const first = prepared((db, values: Values) => build(db, values, { size: defaultSize, offset: 0 }));
  const any = prepared((db, values: Values & Limit) => build(db, values, values));
  return (db, values) => (values.size === defaultSize && values.offset === 0 ? first : any)(db, values);
}

/** A statement whose parameters are the values of an execution, in the order of `names`. */
interface Template<Row> {
  readonly query: CompiledQuery<Row>;
  readonly names: readonly PropertyKey[];
}

/** Constants are part of the text, because PostgreSQL plans better with known values. */
function templateOf<Row>(query: CompiledQuery<Row>): Template<Row> {
  const names: PropertyKey[] = [];
  const sql = query.sql.replace(/\$(\d+)/g, (_, number: string) => {
    const value = query.parameters[Number(number) - 1];
    return value instanceof Placeholder ? `$${names.push(value.name)}` : literal(value);
  });
  return { query: { ...query, sql }, names };
}

const literal = (value: unknown): string =>
  typeof value === "string" ? pg.escapeLiteral(value) : String(value);

const placeholders = <Values extends object>() =>
  new Proxy({}, { get: (_, name) => new Placeholder(name) }) as Values;
