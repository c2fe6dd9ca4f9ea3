import { spawn, spawnSync } from "node:child_process";

/** `npm run test:steady`: the everyday suite ten times while another process keeps one core busy; all must be green. */
const rounds = 10;
const busy = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
const failed: number[] = [];
try {
  for (let round = 1; round <= rounds; round += 1) {
    process.stdout.write(`\n══ round ${round} of ${rounds}\n`);
    const { status } = spawnSync("tsx", ["tests/run.ts"], { stdio: "inherit" });
    if (status !== 0) failed.push(round);
  }
} finally {
  busy.kill();
}
process.stdout.write(
  failed.length === 0 ? `\nAll ${rounds} rounds passed.\n` : `\nRounds that failed: ${failed.join(", ")}\n`,
);
process.exit(failed.length === 0 ? 0 : 1);
