import { Refused } from "#contracts/errors";
import { oneJobPerName } from "#contracts/jobs";
import { createThread, TooMuchWork } from "../threads/thread.ts";
import { type SanitisedBody, type SanitiseOptions, sanitiseSent } from "./html.ts";

export type Sanitiser = ReturnType<typeof createSanitiser>;

/** UTF-16 units. Longer bodies may block the thread for more than about 4 ms. */
export const maxAtOnce = 2 * 1024;

/** Maximum of long bodies per member that wait or are being sanitised. */
const maxOfMember = 8;

/**
 * Sanitises bodies, long ones in a worker thread, so that the main thread serves other requests meanwhile. Each member
 * has at most one body in the worker's queue, so that members wait for at most one body of another.
 */
export function createSanitiser() {
  const thread = createThread({
    entry: { name: "html-thread", source: new URL("./html-thread.ts", import.meta.url) },
  });
  const inTurn = oneJobPerName();
  const counts = new Map<string, number>();

  async function inThread(html: string, options: SanitiseOptions, member: string): Promise<SanitisedBody> {
    const count = counts.get(member) ?? 0;
    if (count >= maxOfMember) throw new Refused("overload", { retryAfter: 2 });
    counts.set(member, count + 1);
    try {
      return await inTurn(member, () => thread.run<SanitisedBody>("sanitise", html, options));
    } catch (error) {
      throw error instanceof TooMuchWork ? new Refused("overload") : error;
    } finally {
      const left = (counts.get(member) ?? 1) - 1;
      if (left === 0) counts.delete(member);
      else counts.set(member, left);
    }
  }

  return {
    /**
     * Sanitises like `sanitiseSent`.
     * @throws Refused `overload`
     */
    sanitise: async (html: string, options: SanitiseOptions, member: string): Promise<SanitisedBody> =>
      html.length <= maxAtOnce ? sanitiseSent(html, options) : inThread(html, options, member),
    close: thread.close,
  };
}
