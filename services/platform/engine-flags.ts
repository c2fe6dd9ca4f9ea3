import { setFlagsFromString } from "node:v8";

/**
 * For every process that goes through the log, before it begins. Events come and go by the thousand; when many of a batch
 * outlive a few collections of garbage, V8 may take all their kind for lasting ones and never look back. Two in five
 * processes did, and each event cost those half as much again.
 */
export function keepEventsShortLived(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
