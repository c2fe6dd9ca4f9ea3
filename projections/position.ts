import type { EventMeta } from "./projection.ts";

/**
 * The position of an event as text that sorts bytewise in log order. `index` distinguishes several rows of one event. A
 * checkpoint consists of decimal numbers, most significant first, separated by other characters.
 */
export const position = ({ checkpoint }: Pick<EventMeta, "checkpoint">, index = 0): string =>
  `${padded(checkpoint)}-${String(index).padStart(3, "0")}`;

const isDigit = (code: number) => code >= 48 && code <= 57;

/**
 * Pads each number to twenty digits. Written without regular expressions, because a rebuild does it for every event of
 * the log.
 */
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
