/**
 * How much longer one piece of work takes than ten pieces of a tenth: about 1 for linear work, about 10 for quadratic
 * work. Measured in processor time, which a busy or slow machine hardly changes.
 * @param make creates the hostile input of a size
 */
export function growthOf<Input>(
  make: (size: number) => Input,
  size: number,
  work: (input: Input) => void,
): number {
  const whole = make(size);
  const tenth = make(size / 10);
  let alone = Number.POSITIVE_INFINITY;
  let tenths = Number.POSITIVE_INFINITY;
  // The garbage collector may run in one measurement; work that is not linear takes its time in each.
  for (let round = 0; round < maxRounds; round += 1) {
    alone = Math.min(
      alone,
      cpuOf(() => work(whole)),
    );
    tenths = Math.min(
      tenths,
      cpuOf(() => {
        for (let part = 0; part < 10; part += 1) work(tenth);
      }),
    );
    if (alone / Math.max(tenths, minMs) < clearlyLinear) break;
  }
  return alone / Math.max(tenths, minMs);
}

const maxRounds = 5;
const clearlyLinear = 2;

/** Below this, garbage collector and compiler take more time than the work. */
const minMs = 30;

function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
