import { join } from "node:path";
import type { Plugin } from "vite";
import type { Fault } from "./faults.ts";

const root = new URL("../..", import.meta.url).pathname;

/** Plants the fault while the file is loaded; the file itself is unchanged. */
export const plantedFault = ({ file, search, replacement }: Fault): Plugin => ({
  name: "planted-fault",
  enforce: "pre",
  transform: (source, id) =>
    id.split("?")[0] === join(root, file) ? { code: plant(source, search, replacement), map: null } : null,
});

const plant = (source: string, search: string, replacement: string) =>
  source.replace(search, () => replacement);
