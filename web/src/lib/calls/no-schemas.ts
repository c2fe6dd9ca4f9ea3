/**
 * Stands in for zod in the browser (vite.config.ts): the contracts' endpoints carry schemas, but only the server checks
 * with them, and 24 kB of validator would travel with every page. Building a schema gives nothing; using one throws.
 */
const users = new Set<PropertyKey>(["parse", "safeParse", "parseAsync", "safeParseAsync", "spa"]);

const nothing: unknown = new Proxy(() => {}, {
  get(_, name) {
    if (users.has(name)) throw new Error(`The browser has no schemas: ${String(name)} is for the server`);
    return nothing;
  },
  apply: () => nothing,
});

export { nothing as z };
