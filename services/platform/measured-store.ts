import { type EventStore, StoreUnavailable, WrongRevision } from "../event-store/event-store.ts";
import { inSpan, withTrace } from "./tracing.ts";

type AppendResult = "appended" | "repeated" | "wrong-revision" | "unavailable" | "failed";

/**
 * The same store with each append timed (milliseconds, retries of the adapter included) and added to the trace of its
 * events.
 */
export const measured = (
  store: EventStore,
  observe: (result: AppendResult, milliseconds: number) => void,
): EventStore => ({
  ...store,
  async append(stream, events, expected, command) {
    const began = performance.now();
    const done = (result: AppendResult) => observe(result, performance.now() - began);
    try {
      const appended = await inSpan("append", {}, () =>
        store.append(stream, events, expected, { ...command, meta: withTrace(command.meta) }),
      );
      done(appended.outcome);
      return appended;
    } catch (error) {
      if (error instanceof WrongRevision) done("wrong-revision");
      else done(error instanceof StoreUnavailable ? "unavailable" : "failed");
      throw error;
    }
  },
});
