import { randomUUID } from "node:crypto";
import type { Listening } from "../listening.ts";
import { WakeSignal } from "../wake-signal.ts";

const channel = "event_log";
/** At most 50 notifications a second, because each commit with a NOTIFY takes a server-wide lock. */
const betweenNotificationsMs = 20;

/**
 * Wakes subscriptions of all processes when the log has grown. A NOTIFY within the appending transaction would
 * serialise appends, so it is sent separately and may be lost; therefore subscriptions also poll.
 */
export class WakeUps {
  readonly signal = new WakeSignal();
  readonly #listening: Listening;
  readonly #self = randomUUID();
  #stop: (() => Promise<void>) | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #isSending = false;
  /** Whether the log has grown since the last notification was sent. */
  #isPending = false;
  #lastSent = Number.NEGATIVE_INFINITY;

  constructor(listening: Listening) {
    this.#listening = listening;
  }

  /** Call when the log has grown. */
  notify(): void {
    this.signal.notify();
    this.start();
    this.#isPending = true;
    if (!this.#timer && !this.#isSending) this.#schedule();
  }

  /** Starts listening. */
  start(): void {
    if (this.#isClosed) return;
    this.#stop ??= this.#listening.listen(channel, {
      // Appends of this process have already signalled locally.
      onNotification: (from) => from !== this.#self && this.signal.notify(),
      onListening: () => this.signal.notify(),
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#stop?.();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    const wait = this.#lastSent + betweenNotificationsMs - performance.now();
    if (wait <= 0) {
      void this.#send();
      return;
    }
    this.#timer = setTimeout(() => void this.#send(), wait);
    this.#timer.unref();
  }

  /** Sends one notification at a time; later ones are coalesced into the next. */
  async #send(): Promise<void> {
    this.#timer = undefined;
    this.#lastSent = performance.now();
    this.#isPending = false;
    this.#isSending = true;
    await this.#listening.notify(channel, this.#self);
    this.#isSending = false;
    if (this.#isPending) this.#schedule();
  }
}
