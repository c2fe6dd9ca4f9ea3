/**
 * Runs `work` while no other tab of the device holds the lock; `otherwise` if none has released it in time, because a frozen
 * tab must not hold it against all others forever. A browser without locks runs `work` at once.
 */
export async function inTabLock<Done, Late>(
  name: string,
  patienceMs: number,
  work: () => Promise<Done>,
  otherwise: () => Late | Promise<Late>,
): Promise<Done | Late> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  let isGranted = false;
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, () => {
      isGranted = true;
      return work();
    });
  } catch (error) {
    if (isGranted) throw error;
    return otherwise();
  }
}
