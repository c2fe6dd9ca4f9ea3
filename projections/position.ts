import type { EventMeta } from "./projection.ts";

/**
 * The position of an event in the log as text that sorts in log order, byte by byte. `index` tells apart several
 * rows that one event makes. Checkpoints are decimal numbers, most significant first, between other signs.
 */
export const position = ({ checkpoint }: EventMeta, index = 0): string =>
  `${padded(checkpoint)}-${String(index).padStart(3, "0")}`;

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Each number at twenty digits. By hand, because a rebuild does it for every event of the log. */
function padded(checkpoint: string): string {
  let text = "";
  for (let at = 0; at < checkpoint.length; ) {
    let end = at;
    while (isDigit(checkpoint.charCodeAt(end))) end += 1;
    text += end > at ? checkpoint.slice(at, end).padStart(20, "0") : checkpoint.charAt(at);
    at = Math.max(end, at + 1);
  }
  return text;
}
