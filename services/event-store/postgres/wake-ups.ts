import { randomUUID } from "node:crypto";
import type { Listening } from "../listening.ts";
import { Bell } from "../wait.ts";

const channel = "event_log";
/** At most 50 notifications a second: each takes a lock of the whole server when it commits. */
const betweenNotificationsMs = 20;

/**
 * Tells subscriptions, here and in other processes, that the log has grown. Not by NOTIFY within the appending
 * transaction, which would make appends wait for each other. May lose a ring while there is no connection: whoever
 * waits must look by itself now and then.
 */
export class WakeUps {
  readonly bell = new Bell();
  private readonly listening: Listening;
  private readonly self = randomUUID();
  private stop: (() => Promise<void>) | undefined;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;
  private isSending = false;
  /** Grown since the last notification went out. */
  private isPoked = false;
  private lastSent = Number.NEGATIVE_INFINITY;

  constructor(listening: Listening) {
    this.listening = listening;
  }

  /** The log has grown. */
  poke(): void {
    this.bell.ring();
    this.start();
    this.isPoked = true;
    if (!this.timer && !this.isSending) this.schedule();
  }

  /** Begins to listen. */
  start(): void {
    if (this.closed) return;
    this.stop ??= this.listening.listen(channel, {
      // Its own have rung already.
      heard: (from) => from !== this.self && this.bell.ring(),
      began: () => this.bell.ring(),
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.stop?.();
  }

  private schedule(): void {
    if (this.closed) return;
    const wait = this.lastSent + betweenNotificationsMs - performance.now();
    if (wait <= 0) {
      void this.send();
      return;
    }
    this.timer = setTimeout(() => void this.send(), wait);
    this.timer.unref();
  }

  /** One at a time: what comes meanwhile goes out with the next. */
  private async send(): Promise<void> {
    this.timer = undefined;
    this.lastSent = performance.now();
    this.isPoked = false;
    this.isSending = true;
    await this.listening.notify(channel, this.self);
    this.isSending = false;
    if (this.isPoked) this.schedule();
  }
}
