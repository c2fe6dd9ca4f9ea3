import type { LiveServerLimits } from "./options.ts";

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Counts the subscriptions of all clients of a process, and those of each address. */
export function createSubscriptions({
  subscriptions: mostInAll,
  subscriptionsPerAddress: mostOfAddress,
}: Pick<LiveServerLimits, "subscriptions" | "subscriptionsPerAddress">) {
  const countOf = new Map<string, number>();
  let inAll = 0;
  return {
    /** Returns false if the limit is reached. */
    add(address: string): boolean {
      const own = countOf.get(address) ?? 0;
      if (own >= mostOfAddress || inAll >= mostInAll) return false;
      countOf.set(address, own + 1);
      inAll += 1;
      return true;
    },
    remove(address: string): void {
      const left = (countOf.get(address) ?? 0) - 1;
      if (left > 0) countOf.set(address, left);
      else countOf.delete(address);
      inAll -= 1;
    },
  };
}
