import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "./figures.ts";
import { median } from "./statistics.ts";

const root = new URL("../..", import.meta.url).pathname;
const rounds = 3;

/**
 * Runs a bench of this tree and of another commit in turns and prints their figures side by side, each the median of its
 * rounds. The other commit is checked out into a folder of its own and has its own packages if its lock file differs.
 * @throws if git does not know the commit, or a bench ends without figures
 */
export function benchAgainst(name: string, commit: string, print: (line: string) => void): void {
  const other = mkdtempSync(join(tmpdir(), "algomoim-against-"));
  try {
    git("worktree", "add", "--detach", "--force", other, commit);
    prepare(other);
    run(root, "node", "services/build.mjs");
    const own: Figure[][] = [];
    const theirs: Figure[][] = [];
    for (let round = 0; round < rounds; round++) {
      theirs.push(figuresOf(other, name));
      own.push(figuresOf(root, name));
    }
    print(`${name}: this tree | ${commit}`);
    for (const { what, unit } of own[0] ?? [])
      print(`${what}: ${medianOf(own, what)} | ${medianOf(theirs, what)} (${unit})`);
  } finally {
    git("worktree", "remove", "--force", other);
  }
}

function prepare(folder: string): void {
  const lockOf = (tree: string) => readFileSync(join(tree, "package-lock.json"), "utf8");
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  else run(folder, "npm", "ci", "--no-audit", "--no-fund");
  run(folder, "node", "services/build.mjs");
}

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });

const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });

/** A missed bar ends the bench with 1, and its figures are printed all the same. */
function figuresOf(cwd: string, name: string): Figure[] {
  const args = ["--import", "tsx", "tests/bench/main.ts", name, "--json"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  const line = stdout.trim().split("\n").at(-1);
  if (!line?.startsWith("{")) throw new Error(`${name} of ${cwd} has printed no figures: ${stderr}`);
  return JSON.parse(line).figures;
}

/** The median of a figure's ratio, or of its value if it has none; "–" where a commit does not measure it. */
function medianOf(rounds: readonly (readonly Figure[])[], what: string): string {
  const measured = rounds
    .flatMap((figures) => figures.filter((figure) => figure.what === what))
    .map(({ value, ratio }) => ratio ?? value);
  return measured.length === 0 ? "–" : median(measured).toPrecision(3);
}
