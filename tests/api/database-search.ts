import type { Site } from "./site.ts";

interface Column {
  readonly table: string;
  readonly column: string;
}

/**
 * Finds these texts in every column of the database, and in a log outside of it, as text or bytes: `table.column:
 * text`.
 */
export async function findEverywhere(
  site: Pick<Site, "query" | "storedEvents">,
  texts: readonly string[],
): Promise<string[]> {
  const columns = await site.query<Column>(
    `SELECT quote_ident(c.table_name) AS table, quote_ident(c.column_name) AS column
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const hits = await site.query<{ needle: string }>(
      `SELECT needle FROM unnest($1::text[]) needle
       WHERE EXISTS (SELECT FROM ${table} WHERE strpos(${column}::text, needle) > 0
                       OR strpos(${column}::text, encode(convert_to(needle, 'UTF8'), 'hex')) > 0)`,
      [texts],
    );
    found.push(...hits.map(({ needle }) => `${table}.${column}: ${needle}`));
  }
  const log = await site.storedEvents();
  for (const needle of texts)
    if (log.some(({ data }) => data.includes(needle))) found.push(`log.data: ${needle}`);
  return found;
}
