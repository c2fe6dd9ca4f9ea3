import { spawn, spawnSync } from "node:child_process";

/**
 * `npm run test:steady`: the everyday suite with all journeys, five times on the machine as it is and five times while
 * another process keeps one core busy; all must be green.
 */
const rounds = [...Array<boolean>(5).fill(false), ...Array<boolean>(5).fill(true)];
const failed: number[] = [];
for (const [index, isBusy] of rounds.entries()) {
  const round = index + 1;
  process.stdout.write(`\n══ round ${round} of ${rounds.length}${isBusy ? ", beside a busy core" : ""}\n`);
  const busy = isBusy ? spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }) : undefined;
  try {
    const { status } = spawnSync("tsx", ["tests/run.ts", "--journeys"], { stdio: "inherit" });
    if (status !== 0) failed.push(round);
  } finally {
    busy?.kill();
  }
}
process.stdout.write(
  failed.length === 0
    ? `\nAll ${rounds.length} rounds passed.\n`
    : `\nRounds that failed: ${failed.join(", ")}\n`,
);
process.exit(failed.length === 0 ? 0 : 1);
