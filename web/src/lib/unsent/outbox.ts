import { v4 } from "uuid";
import type { CallAnswer } from "../calls/api.ts";
import { ApiError } from "../calls/api-error.ts";
import type { QueuedCommand } from "./command.ts";
import {
  blockedBy,
  dueAt,
  firstSubmittedFirst,
  isPassing,
  isWithinLimits,
  reviewed,
  withCommand,
} from "./queued-command.ts";
import { isQueued, type QueuedRecord, resubmitted, returned, sent, type UnsentRecord } from "./record.ts";
import { rangeOf, type UnsentStore } from "./store.ts";

interface OutboxSetup {
  readonly store: UnsentStore;
  readonly send: (command: QueuedCommand) => Promise<CallAnswer<unknown>>;
  /** The member whose texts are sent; null for a visitor. */
  readonly member: () => string | null;
  readonly isOnline: () => boolean;
  /** Runs work under the Web Lock of the device; undefined if the lock is not available in time. */
  readonly inLock: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Called when a text was sent without its form, before its record ends. */
  readonly onSent: (record: QueuedRecord) => void;
  /** Called when a text has ended without its form: its row at the server has to be deleted. */
  readonly onEnded: (record: QueuedRecord) => void;
}

/** `queued`: sent later automatically. `unstored`: the browser stores nothing, and nothing was sent. */
type Submitted =
  | { readonly kind: "sent"; readonly answer: CallAnswer<unknown> }
  | { readonly kind: "queued" | "full" | "unstored" };

type Result = { readonly answer: CallAnswer<unknown> } | { readonly error: unknown };

/** Pause before the next round if the browser fails to store the state of a record. */
const minPauseMs = 1000;

const isWaiting = ({ state }: QueuedRecord) => state === "waiting";
/** Texts that no tab has tried since this time, and that no `Retry-After` delays. */
const untriedSince =
  (moment: number) =>
  ({ command: { notBefore, triedAt } }: QueuedRecord) =>
    notBefore <= Date.now() && (triedAt ?? 0) < moment;
const isDueNow = (record: QueuedRecord) => dueAt(record) <= Date.now();

/** Whether other texts would fail in the same way. */
const isUnanswered = (result: Result) =>
  "error" in result &&
  (!(result.error instanceof ApiError) || result.error.noAnswer || result.error.status === 429);

/**
 * Sends the submitted texts of this device, one at a time, oldest first, until the server has responded to each. All
 * attempts of a text have the same key, so that no command is executed twice (spec/daily-use.md rules 12–18).
 */
export class Outbox {
  readonly #setup: OutboxSetup;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the text is due for which the timer was set; 0 for one without an attempt. */
  #due = 0;

  constructor(setup: OutboxSetup) {
    this.#setup = setup;
  }

  /**
   * Tries all waiting texts: at the start, when the connection or the visibility of the page returns, or after a login.
   */
  wake(): Promise<void> {
    return this.#round(untriedSince(Date.now()));
  }

  /**
   * Stores a text, tries it after older ones and waits for the response. Throws errors for the form; as long as
   * `isFormOpen` returns true, a refused text is returned to it.
   */
  async submit(record: QueuedRecord, isFormOpen: () => boolean): Promise<Submitted> {
    try {
      const submitted = await this.#setup.inLock(() => this.#submitInLock(record, isFormOpen));
      if (submitted && "error" in submitted) throw submitted.error;
      // Without the lock, the tab that holds it sends the text.
      return submitted ?? { kind: await this.#add(record) };
    } finally {
      void this.setTimer();
    }
  }

  async #submitInLock(
    record: QueuedRecord,
    isFormOpen: () => boolean,
  ): Promise<Submitted | { readonly error: unknown }> {
    const kind = await this.#add(record);
    if (kind !== "queued") return { kind };
    const isUntried = untriedSince(Date.now());
    const isAnswered = await this.#sendWhere((one) => one.id !== record.id && isUntried(one));
    if (!isAnswered || !this.#maySend(record)) return { kind };
    const result = await this.#attempt(record, isFormOpen);
    if (!result) return { kind };
    if ("answer" in result) return { kind: "sent", answer: result.answer };
    return isPassing(result.error) ? { kind } : result;
  }

  /** Another attempt, requested by the member, for a text that is not sent automatically any more. */
  async sendNow(record: QueuedRecord): Promise<void> {
    await this.#change(record, (one) => withCommand(one, "waiting", { triedAt: null, blocked: undefined }));
    await this.wake();
  }

  /** Sends under a new key: the member has checked whether the first command was executed. */
  async sendAgain(record: QueuedRecord): Promise<void> {
    const unsent = { firstTriedAt: null, triedAt: null, tries: 0, notBefore: 0, isSending: false };
    await this.#change(record, (one) =>
      one.state === "unsure" ? withCommand(one, "waiting", { ...unsent, key: v4() }) : one,
    );
    await this.wake();
  }

  /** Deletes a text at the request of the member. */
  async remove(record: QueuedRecord): Promise<void> {
    await this.#change(record, sent);
    this.#setup.onEnded(record);
  }

  async setTimer(): Promise<void> {
    const queue = (await this.#queue()).filter(isWaiting);
    // Texts that wait for a connection are tried when it is restored.
    if (queue.length === 0 || !this.#setup.isOnline()) return this.stop();
    // Texts without an attempt are queued behind one that got no response.
    const tried = queue.filter(({ command: { tries } }) => tries > 0);
    const due = tried.length > 0 ? Math.min(...tried.map(dueAt)) : 0;
    // Other tabs may call for this more often than the shortest pause.
    if (this.#timer !== undefined && this.#due === due) return;
    this.stop();
    this.#due = due;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.#round(isDueNow);
      },
      Math.max(due - Date.now(), minPauseMs),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #queue(): Promise<readonly QueuedRecord[]> {
    const member = this.#setup.member();
    if (member === null) return [];
    return (await this.#setup.store.read(member)).filter(isQueued).sort(firstSubmittedFirst);
  }

  async #add(record: QueuedRecord): Promise<"queued" | "full" | "unstored"> {
    try {
      const isFull = await this.#setup.store.change([record.memberId], (all) => {
        const others = all.filter((one) => isQueued(one) && one.id !== record.id) as readonly QueuedRecord[];
        const stored = all.find(({ id }) => id === record.id);
        return isWithinLimits([...others, record])
          ? { put: [resubmitted(stored, record)] }
          : { result: true };
      });
      return isFull ? "full" : "queued";
    } catch {
      return "unstored";
    }
  }

  /** Returns the changed record; undefined if the text does not wait any more. */
  #change<R extends UnsentRecord>(
    record: QueuedRecord,
    next: (stored: QueuedRecord) => R,
  ): Promise<R | undefined> {
    return this.#setup.store.change(rangeOf(record), ([stored]) => {
      if (!stored || !isQueued(stored)) return {};
      const result = next(stored);
      return { put: [result], result };
    });
  }

  readonly #maySend = ({ memberId }: QueuedRecord) =>
    this.#setup.isOnline() && this.#setup.member() === memberId;

  /** The texts of the member in their current states. */
  async #review(): Promise<readonly QueuedRecord[]> {
    const queue = await this.#queue();
    for (const record of queue) if (reviewed(record) !== record) await this.#change(record, reviewed);
    return queue.map(reviewed);
  }

  /**
   * One attempt; undefined if the text was deleted or reopened meanwhile. `isFormOpen`: a refusal is returned to the form
   * with its text.
   */
  async #attempt(listed: QueuedRecord, isFormOpen: () => boolean): Promise<Result | undefined> {
    const triedAt = Date.now();
    const record = await this.#change(listed, (one) => {
      const firstTriedAt = one.command.firstTriedAt ?? triedAt;
      const attempt = { isSending: true, firstTriedAt, triedAt, tries: one.command.tries + 1 };
      return withCommand(one, "waiting", attempt);
    });
    if (!record) return undefined;
    const { command } = record;
    // A text that was reopened and submitted again meanwhile has another key.
    const change = (next: (one: QueuedRecord) => UnsentRecord) =>
      this.#change(record, (one) => (one.command.key === command.key ? next(one) : one));
    try {
      const answer = await this.#setup.send(command);
      const isClosed = !isFormOpen();
      if (isClosed) this.#setup.onSent(record);
      await change(sent);
      if (isClosed) this.#setup.onEnded(record);
      return { answer };
    } catch (error) {
      const notBefore = Date.now() + ((error instanceof ApiError && error.retryAfterMs) || 0);
      const refused = (one: QueuedRecord) => (isFormOpen() ? returned(one) : blockedBy(one, error));
      await change((one) =>
        isPassing(error) ? withCommand(one, "waiting", { isSending: false, notBefore }) : refused(one),
      );
      return { error };
    }
  }

  /** Returns false once the server does not respond. */
  async #sendWhere(isDue: (record: QueuedRecord) => boolean): Promise<boolean> {
    for (const record of await this.#review()) {
      if (!isWaiting(record) || !isDue(record)) continue;
      if (!this.#maySend(record)) return false;
      const result = await this.#attempt(record, () => false);
      if (result && isUnanswered(result)) return false;
    }
    return true;
  }

  async #round(isDue: (record: QueuedRecord) => boolean): Promise<void> {
    await this.#setup.inLock(() => this.#sendWhere(isDue)).catch(() => undefined);
    await this.setTimer();
  }
}
