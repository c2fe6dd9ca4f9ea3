import type { ServerMessage } from "#contracts/live";

let count = 0;

/** A serialised message. */
export class SerialisedMessage {
  /** Position among all messages of the process. */
  readonly order: number;
  /** A newer message of a slot replaces an older one. */
  readonly slot: string;
  readonly text: string;

  constructor(slot: string, message: ServerMessage) {
    count += 1;
    this.order = count;
    this.slot = slot;
    this.text = JSON.stringify(message);
  }
}

/**
 * A sequence of messages. Connections that receive the same messages at the same time share a batch, so its frame is
 * built once for all of them.
 */
export class Batch {
  readonly before: Batch | undefined;
  readonly last: SerialisedMessage | undefined;
  /** How many messages. */
  readonly size: number;
  #next: Batch | undefined;
  #frame: Buffer | undefined;

  private constructor(before?: Batch, last?: SerialisedMessage) {
    this.before = before;
    this.last = last;
    this.size = before ? before.size + 1 : 0;
  }

  /** Without messages. One per flush: all batches derived from it are collected with it. */
  static empty(): Batch {
    return new Batch();
  }

  /** This batch and one more message; callers that append the same message get the same batch. */
  and(message: SerialisedMessage): Batch {
    if (this.#next?.last !== message) this.#next = new Batch(this, message);
    return this.#next;
  }

  messages(): SerialisedMessage[] {
    const backwards: SerialisedMessage[] = [];
    for (let at: Batch | undefined = this; at; at = at.before) if (at.last) backwards.push(at.last);
    return backwards.reverse();
  }

  /** The messages as a websocket frame, head included. */
  frame(): Buffer {
    this.#frame ??= textFrame(`[${this.messages().map(textOf).join(",")}]`);
    return this.#frame;
  }
}

const textOf = ({ text }: SerialisedMessage) => text;

/** RFC 6455 §5.2: one unmasked, final frame of text, as a server sends it. */
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
