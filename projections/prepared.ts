import type { Compilable, CompiledQuery } from "kysely";
import type { ReadModelsDatabase } from "./database.ts";

/** Stands for a value until the statement is run. */
class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** For a database that prepares what has a name (services/platform/database.ts). */
interface NamedQuery<Row> extends CompiledQuery<Row> {
  readonly name: string;
}

let statements = 0;

/**
 * A statement that is built, compiled and named once, so that connections prepare it: each of these costs more than
 * running it. Its values come with each run.
 * `build` must pass every value on as it is: at that time it is a placeholder, not a number or a text.
 */
export function prepared<Values extends object, Row>(
  build: (db: ReadModelsDatabase, values: Values) => Compilable<Row>,
): (db: ReadModelsDatabase, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  const name = `read_${statements++}`;
  return async (db, values) => {
    compiled ??= build(db, placeholders<Values>()).compile();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    const filled: NamedQuery<Row> = { ...compiled, parameters, name };
    return (await db.executeQuery<Row>(filled)).rows;
  };
}

const placeholders = <Values extends object>() =>
  new Proxy({}, { get: (_, name) => new Placeholder(name) }) as Values;
