import { v4 } from "uuid";
import { outboxLimits } from "#contracts/limits";
import type { Answer } from "../calls/api.ts";
import { ApiError } from "../calls/api-error.ts";
import { blockedBy, dueAt, type EntryState, isPassing, type OutboxEntry } from "./entry.ts";
import type { OutboxStore } from "./store.ts";

interface OutboxSetup {
  readonly store: OutboxStore;
  readonly send: (entry: OutboxEntry) => Promise<Answer<unknown>>;
  /** The member whose entries are sent; null for a visitor. */
  readonly member: () => string | null;
  readonly isOnline: () => boolean;
  /** Runs work under the Web Lock of the device; undefined if the lock is not available in time. */
  readonly inLock: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Called when an entry was sent without its form; the entry is removed afterwards. */
  readonly onSent: (entry: OutboxEntry) => Promise<void>;
  /** Called when stored entries have changed. */
  readonly onChange: () => void;
}

/** `queued`: sent later automatically. `unstored`: the browser stores nothing, and nothing was sent. */
type Submitted =
  | { readonly kind: "sent"; readonly answer: Answer<unknown> }
  | { readonly kind: "queued" | "full" | "unstored" };

type Result = { readonly answer: Answer<unknown> } | { readonly error: unknown };

export type Outbox = ReturnType<typeof createOutbox>;

/** Pause before the next round if the browser fails to store the state of an entry. */
const minPauseMs = 1000;

const waiting: EntryState = { kind: "waiting" };
const expired: EntryState = { kind: "blocked", code: "expired", message: null };
const isWaiting = ({ state: { kind } }: OutboxEntry) => kind === "waiting" || kind === "sending";

/** The state of an entry after time has passed, or its member has logged in again. */
function reviewed(entry: OutboxEntry): EntryState {
  const { state, createdAt, firstTriedAt } = entry;
  const now = Date.now();
  if (state.kind !== "unsure" && now - createdAt > outboxLimits.retentionMs) return expired;
  const isLoginBack = state.kind === "blocked" && state.code === "login-lost";
  if (!isWaiting(entry) && !isLoginBack) return state;
  if (firstTriedAt !== null && now - firstTriedAt > outboxLimits.sameKeyMs) return { kind: "unsure" };
  // While this tab holds the lock, `sending` was left by a closed tab.
  return waiting;
}

/**
 * Sends the entries of this device, one at a time, oldest first, until the server has responded to each. All attempts
 * of an entry have the same key, so that no command is executed twice (spec/daily-use.md rules 12–18).
 */
export function createOutbox(setup: OutboxSetup) {
  const { store, onChange } = setup;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function put(id: string, change: Partial<OutboxEntry>): Promise<void> {
    await store.change(id, (entry) => ({ ...entry, ...change }));
    onChange();
  }
  async function remove(id: string): Promise<void> {
    await store.remove(id);
    onChange();
  }

  /** The entries of the member in their current states. */
  async function review(): Promise<readonly OutboxEntry[]> {
    const member = setup.member();
    if (member === null) return [];
    const entries: OutboxEntry[] = [];
    for (const entry of await store.list(member)) {
      const state = reviewed(entry);
      entries.push({ ...entry, state });
      if (state !== entry.state && state.kind !== entry.state.kind) await put(entry.id, { state });
    }
    return entries;
  }

  /** One attempt. `isFormOpen`: a refusal is returned to the form with its entry. */
  async function attempt(entry: OutboxEntry, isFormOpen: () => boolean): Promise<Result> {
    const { id, tries } = entry;
    const now = Date.now();
    const firstTriedAt = entry.firstTriedAt ?? now;
    await put(id, { state: { kind: "sending" }, firstTriedAt, triedAt: now, tries: tries + 1 });
    try {
      const answer = await setup.send(entry);
      if (!isFormOpen()) await setup.onSent(entry).catch(() => undefined);
      await remove(id);
      return { answer };
    } catch (error) {
      const pause = error instanceof ApiError ? error.retryAfterMs : null;
      if (isPassing(error)) await put(id, { state: waiting, notBefore: Date.now() + (pause ?? 0) });
      else if (isFormOpen()) await remove(id);
      else await put(id, { state: blockedBy(error) });
      return { error };
    }
  }

  /** Whether other entries would fail in the same way. */
  const isUnanswered = (result: Result) =>
    "error" in result &&
    (!(result.error instanceof ApiError) || result.error.noAnswer || result.error.status === 429);

  /** Returns false once the server does not respond. */
  async function sendWhere(isDue: (entry: OutboxEntry) => boolean): Promise<boolean> {
    for (const entry of await review()) {
      if (!isWaiting(entry) || !isDue(entry)) continue;
      if (!setup.isOnline() || setup.member() !== entry.memberId) return false;
      if (isUnanswered(await attempt(entry, () => false))) return false;
    }
    return true;
  }

  async function round(isDue: (entry: OutboxEntry) => boolean): Promise<void> {
    await setup.inLock(() => sendWhere(isDue)).catch(() => undefined);
    await setTimer();
  }

  const isDueNow = (entry: OutboxEntry) => dueAt(entry) <= Date.now();
  /** Entries that no tab has tried since this time, and that no `Retry-After` delays. */
  const untriedSince = (moment: number) => (entry: OutboxEntry) =>
    entry.notBefore <= Date.now() && (entry.triedAt ?? 0) < moment;

  async function setTimer(): Promise<void> {
    clearTimeout(timer);
    const member = setup.member();
    const entries = member === null ? [] : await store.list(member);
    const queue = entries.filter(isWaiting);
    clearTimeout(timer);
    // Entries that wait for a connection are tried when it is restored.
    if (queue.length === 0 || !setup.isOnline()) return;
    // Entries without an attempt are queued behind one that got no response.
    const tried = queue.filter(({ tries }) => tries > 0);
    const due = tried.length > 0 ? Math.min(...tried.map(dueAt)) : Date.now();
    timer = setTimeout(() => void round(isDueNow), Math.max(due - Date.now(), minPauseMs));
  }

  const wake = () => round(untriedSince(Date.now()));

  return {
    /**
     * Tries all waiting entries: at the start, when the connection or the visibility of the page returns, or after a
     * login.
     */
    wake,
    /** Called when another tab has changed stored entries. */
    setTimer,
    /**
     * Stores an entry, tries it after older ones and waits for the response. Throws errors for the form; as long as
     * `isFormOpen` returns true, a refused entry is returned to it.
     */
    async submit(entry: OutboxEntry, isFormOpen: () => boolean): Promise<Submitted> {
      const submitted = await setup.inLock(async (): Promise<Submitted | { error: unknown }> => {
        const kind = await store.add(entry);
        if (kind !== "stored") return { kind };
        onChange();
        const moment = Date.now();
        const isOlder = ({ id }: OutboxEntry) => id !== entry.id;
        const isAnswered = await sendWhere((one) => isOlder(one) && untriedSince(moment)(one));
        if (!isAnswered || !setup.isOnline() || setup.member() !== entry.memberId) return { kind: "queued" };
        const result = await attempt(entry, isFormOpen);
        if ("answer" in result) return { kind: "sent", answer: result.answer };
        return isPassing(result.error) ? { kind: "queued" } : result;
      });
      void setTimer();
      if (submitted && "error" in submitted) throw submitted.error;
      if (submitted) return submitted;
      // The tab that holds the lock sends it.
      const kind = await store.add(entry);
      onChange();
      return { kind: kind === "stored" ? "queued" : kind };
    },
    /** Another attempt, requested by the member, for an entry that is not sent automatically any more. */
    async sendNow(id: string): Promise<void> {
      await put(id, { state: waiting, triedAt: null });
      await wake();
    },
    /** Sends under a new key: the member has checked whether the first command was executed. */
    async sendAgain(id: string): Promise<void> {
      await put(id, { key: v4(), state: waiting, firstTriedAt: null, triedAt: null, tries: 0, notBefore: 0 });
      await wake();
    },
    remove,
    stop: () => clearTimeout(timer),
  };
}
