import { documentMessages } from "#contracts/documents/api";

/** What is known of one client in a room. */
export interface Whereabout {
  readonly client: number;
  /** Grows with each word of that client. */
  readonly clock: number;
  /** JSON; `null` once it has gone. */
  readonly state: string;
}

const base = 128;

function putNumber(bytes: number[], number: number): void {
  let rest = number;
  for (; rest >= base; rest = Math.floor(rest / base)) bytes.push(base + (rest % base));
  bytes.push(rest);
}

function putBytes(bytes: number[], part: Iterable<number> & { readonly length: number }): void {
  putNumber(bytes, part.length);
  bytes.push(...part);
}

/** An awareness message as y-websocket writes it, without its program. */
export function frameOf(whereabouts: readonly Whereabout[]): Uint8Array<ArrayBuffer> {
  const update: number[] = [];
  putNumber(update, whereabouts.length);
  for (const { client, clock, state } of whereabouts) {
    putNumber(update, client);
    putNumber(update, clock);
    putBytes(update, new TextEncoder().encode(state));
  }
  const frame: number[] = [documentMessages.awareness];
  putBytes(frame, update);
  return new Uint8Array(frame);
}

/** What an awareness message says; nothing when it is another message. */
export function whereaboutsIn(frame: Uint8Array): Whereabout[] {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; ; factor *= base) {
      const byte = frame[at++];
      if (byte === undefined) throw new RangeError("the message ends too soon");
      value += (byte % base) * factor;
      if (byte < base) return value;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return new TextDecoder().decode(frame.subarray(at - length, at));
  };
  if (number() !== documentMessages.awareness) return [];
  number();
  return Array.from({ length: number() }, () => ({ client: number(), clock: number(), state: text() }));
}
