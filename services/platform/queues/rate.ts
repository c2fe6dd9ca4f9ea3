/** `perSecond` on average and `burst` together: whether so many more are within both. */
export function limitRate(perSecond: number, burst: number): (count: number) => boolean {
  let left = burst;
  let at = performance.now();
  return (count) => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) * perSecond) / 1000);
    at = now;
    left -= count;
    return left >= 0;
  };
}
