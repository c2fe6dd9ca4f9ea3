import { Refused } from "#contracts/errors";
import { createThread, TooMuchWork } from "../threads/thread.ts";
import { type SanitisedBody, type SanitiseOptions, sanitiseBody } from "./html.ts";

export type Sanitiser = ReturnType<typeof createSanitiser>;

/** UTF-16 units. What is longer keeps its thread busy for more than about 30 ms, a megabyte of `<` for a second. */
const maxAtOnce = 32 * 1024;

/** Sanitises bodies; long ones in a worker thread, while this one serves other requests. */
export function createSanitiser() {
  const thread = createThread({
    entry: { name: "html-thread", source: new URL("./html-thread.ts", import.meta.url) },
  });
  return {
    /** As `sanitiseBody` does. @throws Refused `overload` */
    async sanitise(html: string, options: SanitiseOptions): Promise<SanitisedBody> {
      if (html.length <= maxAtOnce) return sanitiseBody(html, options);
      try {
        return await thread.run<SanitisedBody>("sanitise", html, options);
      } catch (error) {
        throw error instanceof TooMuchWork ? new Refused("overload") : error;
      }
    },
    close: thread.close,
  };
}
