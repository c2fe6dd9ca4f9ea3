import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Programs that specs start as separate processes, `tests/support/<name>.ts`. */
export const programs = [
  "appending-process",
  "clock-process",
  "embedding-process",
  "picture-process",
  "posting-process",
  "projector-process",
  "rebuild-process",
  "sender-process",
] as const;

/**
 * Node arguments that run a program: its sources, unless `npm test` has just built it (BUILT), which starts in a third
 * of the time.
 */
export const program = (name: (typeof programs)[number]): readonly string[] =>
  process.env.BUILT === undefined
    ? ["--import", "tsx", join(root, "tests/support", `${name}.ts`)]
    : [join(root, "dist", "tests", `${name}.js`)];
