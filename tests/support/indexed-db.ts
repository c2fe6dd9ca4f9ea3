import * as exported from "fake-indexeddb";
import { afterAll } from "vitest";

/**
 * A browser's database, empty, for the tests of a file: `fake-indexeddb/auto` would leave it to all files of the process.
 * Its classes stay: what is still being written goes on.
 */
const classes = Object.entries(exported).filter(([name]) => name.startsWith("IDB"));
for (const [name, value] of [...classes, ["indexedDB", new exported.IDBFactory()] as const])
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

afterAll(() => void Reflect.deleteProperty(globalThis, "indexedDB"));
