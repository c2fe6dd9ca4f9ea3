import { setFlagsFromString } from "node:v8";

/**
 * Called first in every process that reads the log. When many events of a batch survive a few garbage collections, V8
 * may pretenure all later ones and never reconsider: two in five processes did, at half the speed.
 */
export function keepEventsShortLived(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
