/**
 * Replaces zod in the browser (vite.config.ts): the contracts' endpoints contain schemas, but only the server validates
 * with them, and the validator would add 24 kB to every page. Building a schema returns a stub; using one throws.
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
