/**
 * Does something while others are at work, who go on afterwards. The first fault of anybody ends it at once, so that it is
 * told as what it is and not as what it led to.
 */
export const beside = <T>(working: Promise<unknown>, act: () => Promise<T>): Promise<T> =>
  Promise.race([act(), working.then(() => new Promise<never>(() => {}))]);
