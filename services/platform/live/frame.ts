import type { ServerMessage } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";

let written = 0;

/** A message in its written form. */
export class Written {
  /** Which were written before it, whoever they are for. */
  readonly order: number;
  /** A newer message of the same slot makes an older one needless. */
  readonly slot: string;
  readonly text: string;
  /** Of a name: when its channel has changed. */
  readonly changedAt: Checkpoint | undefined;
  readonly type: ServerMessage["type"];

  constructor(slot: string, message: ServerMessage) {
    written += 1;
    this.order = written;
    this.slot = slot;
    this.text = JSON.stringify(message);
    this.type = message.type;
    this.changedAt = message.type === "changed" ? message.checkpoint : undefined;
  }
}

/**
 * Messages in a row. All who are told the same ones at the same time share a batch, so that its frame is made once,
 * however many they are.
 */
export class Batch {
  readonly before: Batch | undefined;
  readonly last: Written | undefined;
  /** How many messages. */
  readonly size: number;
  #next: Batch | undefined;
  #frame: Buffer | undefined;

  private constructor(before?: Batch, last?: Written) {
    this.before = before;
    this.last = last;
    this.size = before ? before.size + 1 : 0;
  }

  /** Without messages yet. One for each time that something is told: what follows from it stays in memory with it. */
  static empty(): Batch {
    return new Batch();
  }

  /** This and one message more: the same batch for all who ask for the same message, one after the other. */
  and(message: Written): Batch {
    if (this.#next?.last !== message) this.#next = new Batch(this, message);
    return this.#next;
  }

  messages(): Written[] {
    const backwards: Written[] = [];
    for (let at: Batch | undefined = this; at; at = at.before) if (at.last) backwards.push(at.last);
    return backwards.reverse();
  }

  /** The messages as a websocket frame, head included. */
  frame(): Buffer {
    this.#frame ??= textFrame(`[${this.messages().map(textOf).join(",")}]`);
    return this.#frame;
  }
}

const textOf = ({ text }: Written) => text;

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
