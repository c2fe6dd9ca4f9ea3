import type { ServerMessage } from "#contracts/live";

/** A serialised message. */
export class SerialisedMessage {
  /** A newer message of a slot replaces an older one. */
  readonly slot: string;
  readonly text: string;

  constructor(slot: string, message: ServerMessage) {
    this.slot = slot;
    this.text = JSON.stringify(message);
  }
}

let last: { readonly messages: readonly SerialisedMessage[]; readonly frame: Buffer } | undefined;

/** The messages as a websocket frame. Consecutive connections that receive the same messages share it. */
export function frameOf(messages: readonly SerialisedMessage[]): Buffer {
  if (!last || !areSame(last.messages, messages))
    last = { messages, frame: textFrame(`[${messages.map(textOf).join(",")}]`) };
  return last.frame;
}

function areSame(some: readonly SerialisedMessage[], others: readonly SerialisedMessage[]): boolean {
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return some.length === others.length;
}

const textOf = ({ text }: SerialisedMessage) => text;

/** RFC 6455 §5.2: one unmasked, final text frame, as a server sends it. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), payload]);
  if (length < 65_536) return Buffer.concat([Buffer.from([0x81, 126, length >> 8, length & 255]), payload]);
  const head = Buffer.alloc(10);
  head.set([0x81, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
