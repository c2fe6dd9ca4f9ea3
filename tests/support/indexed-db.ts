import * as exported from "fake-indexeddb";
import { afterAll } from "vitest";

/** A browser's database, empty, for the tests of a file: `fake-indexeddb/auto` would leave it to all files of the process. */
const classes = Object.entries(exported).filter(([name]) => name.startsWith("IDB"));
const globals = [...classes, ["indexedDB", new exported.IDBFactory()] as const];
for (const [name, value] of globals)
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

afterAll(() => {
  for (const [name] of globals) Reflect.deleteProperty(globalThis, name);
});
