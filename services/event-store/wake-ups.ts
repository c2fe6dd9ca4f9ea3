import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Bell } from "./wait.ts";

const channel = "event_log";
/** At most 50 notifications a second: each takes a lock of the whole server when it commits. */
const betweenNotificationsMs = 20;
const firstRetryMs = 100;
const lastRetryMs = 2000;

/**
 * Tells subscriptions, here and in other processes, that the log has grown. One connection of its own listens and
 * notifies, because NOTIFY within the appending transaction would make appends wait for each other. May lose a
 * ring while that connection is down: whoever waits must look by itself now and then.
 */
export class WakeUps {
  readonly bell = new Bell();
  private readonly settings: pg.ClientConfig;
  private client: pg.Client | undefined;
  private running = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;
  private isSending = false;
  /** Grown since the last notification went out. */
  private isPoked = false;
  private lastSent = 0;

  constructor(settings: pg.ClientConfig) {
    this.settings = { ...settings, statement_timeout: false, query_timeout: 5000 };
  }

  /** The log has grown. */
  poke(): void {
    this.bell.ring();
    this.start();
    this.isPoked = true;
    if (!this.timer && !this.isSending) this.schedule();
  }

  /** Begins to listen; a connection that breaks is replaced for ever. */
  start(): void {
    if (this.running || this.closed) return;
    this.running = true;
    void this.keepListening();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    this.bell.ring();
    await this.client?.end().catch(() => {});
  }

  private schedule(): void {
    if (this.closed) return;
    const wait = this.lastSent + betweenNotificationsMs - Date.now();
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
    this.lastSent = Date.now();
    this.isPoked = false;
    this.isSending = true;
    await this.client?.query(`NOTIFY ${channel}`).catch(() => {});
    this.isSending = false;
    if (this.isPoked) this.schedule();
  }

  private async keepListening(): Promise<void> {
    for (let retryMs = firstRetryMs; !this.closed; retryMs = Math.min(retryMs * 2, lastRetryMs)) {
      if (await this.listenUntilBroken()) retryMs = firstRetryMs / 2;
      if (!this.closed) await pause(retryMs, undefined, { ref: false });
    }
  }

  /** Whether it had been connected. */
  private async listenUntilBroken(): Promise<boolean> {
    const client: pg.Client & { processID?: number } = new pg.Client(this.settings);
    const broken = new Promise<void>((settle) => {
      client.on("error", () => settle());
      client.on("end", () => settle());
    });
    // Its own have rung already.
    client.on("notification", ({ processId }) => {
      if (processId !== client.processID) this.bell.ring();
    });
    try {
      await client.connect();
      // A notification is nothing that must outlast a crash: no waiting for the disk.
      await client.query(`SET synchronous_commit = off; LISTEN ${channel}`);
    } catch {
      await client.end().catch(() => {});
      return false;
    }
    this.client = client;
    if (this.closed) await client.end().catch(() => {});
    // What was notified while nobody listened.
    this.bell.ring();
    await broken;
    this.client = undefined;
    return true;
  }
}
