import { draftLimits } from "#contracts/drafts/api";
import { ApiError, isRefusal } from "../calls/api-error.ts";
import type { DraftServer } from "./draft-server.ts";
import { awaitsCopy, isEndedRow, type PostRecord, synced } from "./record.ts";
import { rangeOf, type UnsentStore } from "./store.ts";

/** Size to which the editor compresses pictures (spec/ui.md §17.5). */
const pictureBytes = 1_000_000;
const isSendable = (picture: File | undefined) =>
  picture?.type === "image/jpeg" && picture.size <= pictureBytes;

/** `unreachable`: tried again later. `too-large`, `too-many`: the server refuses a draft of this size, or another one. */
type CopyState = "stored" | "expected" | "unreachable" | "too-large" | "too-many";

interface CopySetup {
  readonly store: UnsentStore;
  readonly server: DraftServer;
  readonly memberId: string;
  readonly key: string;
  readonly onChange: () => void;
}

/** Keeps a row at the server for the record of one editor, and deletes those of records that were discarded here. */
export class ServerCopy {
  readonly #setup: CopySetup;
  #record: PostRecord | undefined;
  /** State and picture that the server has of this record. */
  #stored: { readonly at: number; readonly picture: File | undefined } = { at: 0, picture: undefined };
  #refused: { readonly state: "too-large" | "too-many"; readonly record: PostRecord } | undefined;
  #isReachable = false;
  #isRunning = false;
  #isClosed = false;
  #unsentSince: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: CopySetup) {
    this.#setup = setup;
  }

  get state(): CopyState {
    if (this.#record?.at === this.#stored.at) return "stored";
    if (this.#refused) return this.#refused.state;
    return this.#isReachable ? "expected" : "unreachable";
  }

  noteReachable(): void {
    this.#isReachable = true;
  }

  /** Stores the latest state of the record once its writer pauses; undefined if it has ended. */
  follow(record: PostRecord | undefined): void {
    if (record?.id !== this.#record?.id) this.#stored = { at: 0, picture: undefined };
    this.#record = record;
    if (!record) {
      this.#unsentSince = undefined;
      this.#syncIn(0);
      return;
    }
    const now = Date.now();
    this.#unsentSince ??= now;
    this.#syncIn(Math.min(draftLimits.restMs, this.#unsentSince + draftLimits.unsentMs - now));
  }

  /** Updates the server: first the record, then deletions, because a deleted row may be of a text that it contains. */
  async sync(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let step = this.#nextStep(); step; step = this.#nextStep()) await step();
    } catch {
      this.#isReachable = false;
      this.#setup.onChange();
      if (this.#isClosed) this.#record = undefined;
      if (!this.#isClosed || this.#nextStep()) this.#syncIn(draftLimits.retryMs);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Sends the record as a best effort, in a request that outlives the page. */
  leave(): void {
    const record = this.#record;
    if (!record || this.state === "stored" || this.#refused) return;
    this.#setup.server.put(record.id, contentOf(record), true).catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
    void this.sync();
  }

  async push(record: PostRecord): Promise<void> {
    const { id, at } = record;
    const { server, store } = this.#setup;
    const picture = isSendable(record.picture) ? record.picture : undefined;
    const isCurrent = () => this.#record?.id === id;
    const stored = isCurrent() ? this.#stored.picture : undefined;
    if (isCurrent()) this.#unsentSince = undefined;
    let rowRevision: number | undefined;
    try {
      rowRevision = await server.put(id, contentOf(record), false);
      if (picture !== stored) rowRevision = await server.putPicture(id, picture);
    } catch (error) {
      const isTooLarge = error instanceof ApiError && error.status === 413;
      if (!isTooLarge && !isRefusal(error, "too-many-drafts")) throw error;
      this.#refused = { state: isTooLarge ? "too-large" : "too-many", record };
      return this.#setup.onChange();
    }
    this.#isReachable = true;
    this.#refused = undefined;
    if (isCurrent()) this.#stored = { at, picture };
    // The picture may be only on this device.
    if (picture === record.picture)
      await store.keep(rangeOf(record), ([before]) => {
        const next = synced(before, at, rowRevision);
        return next && next !== before ? { put: [next] } : {};
      });
    this.#setup.onChange();
  }

  #syncIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.sync(), ms);
  }

  #nextStep(): (() => Promise<void>) | undefined {
    const record = this.#record;
    const isAtRest = this.#timer === undefined;
    if (record && isAtRest && this.state !== "stored" && this.#mayFit(record)) return () => this.push(record);
    const { store, memberId, key } = this.#setup;
    const [row] = endedRows(store, memberId, key);
    return row && (() => deleteRow(this.#setup, row));
  }

  #mayFit(record: PostRecord): boolean {
    if (!this.#refused) return true;
    const { state, record: refused } = this.#refused;
    return (
      refused !== record && (state === "too-many" || record.fields.html.length < refused.fields.html.length)
    );
  }
}

const contentOf = ({ fields, at }: PostRecord) => ({ ...fields, at });

const endedRows = (store: UnsentStore, memberId: string, key: string) =>
  store
    .all()
    .filter(isEndedRow)
    .filter((one) => one.memberId === memberId && one.key === key && !awaitsCopy(one, store.all()));

async function deleteRow(
  { store, server }: Pick<CopySetup, "store" | "server">,
  row: PostRecord,
): Promise<void> {
  try {
    await server.remove(row.id, row.rowRevision);
  } catch (error) {
    // Its editor has changed it since: both are kept.
    if (!isRefusal(error, "stale-revision")) throw error;
  }
  await store.keep(rangeOf(row), ([before]) =>
    before && isEndedRow(before) && before.at === row.at ? { put: [{ ...before, isSynced: true }] } : {},
  );
}
