import type { EventPlace } from "./projection.ts";

/**
 * The place of an event in the log as text that sorts in log order, byte by byte. `index` tells apart several
 * rows that one event makes. Checkpoints are decimal numbers, most significant first, between other signs.
 */
export const position = (place: EventPlace, index = 0): string =>
  `${place.checkpoint.replaceAll(/\d+/g, (digits) => digits.padStart(20, "0"))}-${String(index).padStart(3, "0")}`;
