/**
 * How much longer one piece of work takes than its ten tenths: about 1 where the work grows with the size, about 10
 * where it grows with its square. In processor time, so that a busy or slow machine changes nothing.
 * @param make the hostile input of a size.
 */
export function growthOf<Input>(
  make: (size: number) => Input,
  size: number,
  work: (input: Input) => void,
): number {
  const [whole, tenth] = [make(size), make(size / 10)];
  const alone = cpuOf(() => work(whole));
  const tenths = cpuOf(() => {
    for (let part = 0; part < 10; part += 1) work(tenth);
  });
  return alone / Math.max(tenths, minMs);
}

/** Below that the collector and the compiler take more than the work. */
const minMs = 30;

function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
