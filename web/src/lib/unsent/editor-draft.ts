import { v4 } from "uuid";
import { draftLimits, type StoredDraft } from "#contracts/drafts/api";
import { picturePlaceholder } from "#contracts/html";
import { serverTime } from "../server-clock.ts";
import type { DraftServer } from "./draft-server.ts";
import { chooseDraft, type FoundDraft } from "./found-draft.ts";
import {
  type Changes,
  discarded,
  ended,
  endedElsewhere,
  isDraft,
  isQueued,
  type PostRecord,
  type UnsentRecord,
  withSwept,
  written,
} from "./record.ts";
import { ServerCopy } from "./server-copy.ts";
import { rangeOf, type UnsentStore } from "./store.ts";

/**
 * `here`: only on this device, as long as the server does not respond. `too-large`, `too-many`: only on this device,
 * because the server refuses a draft of this size, or another one. `unstored`: nowhere.
 */
export type DraftState = "none" | "pending" | "here" | "stored" | "too-large" | "too-many" | "unstored";

export type Written = Pick<PostRecord, "fields" | "picture" | "room">;
/** `empty` ends the draft; undefined, if the text cannot be read any more, keeps it. */
export type Reading = Written | "empty" | undefined;

interface EditorSetup {
  readonly store: UnsentStore;
  readonly server: DraftServer;
  readonly memberId: string;
  readonly key: string;
  /** The draft to find before all others. */
  readonly preferred?: string | undefined;
  readonly onState: (state: DraftState) => void;
  /** Called with another editor's draft if the server responds only after `find` has timed out. */
  readonly onLate: (found: FoundDraft) => void;
  /** Calls once the input is painted, because reading a text takes milliseconds. Immediately by default. */
  readonly afterPaint?: (work: () => void) => void;
}

const storeEveryMs = 250;
const pause = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * The draft of one open editor: its own record, first on the device and then at the server, so that no tab or device
 * overwrites another's text.
 */
export class EditorDraft {
  readonly #setup: EditorSetup;
  readonly #copy: ServerCopy;
  #id: string = v4();
  #latest: PostRecord | undefined;
  /** Whether the text is only submitted: it is the one that the form began with. */
  #isUntouched = false;
  #isOnDevice: boolean | undefined;
  #isClosed = false;
  /** Whether the last reading has thrown: what is stored is an older text. */
  #isUnreadable = false;
  #pending: (() => Reading) | undefined;
  #writtenAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: EditorSetup) {
    this.#setup = setup;
    this.#copy = new ServerCopy({ ...setup, onChange: () => this.#showState() });
  }

  /** What is stored, or about to be; undefined if nothing was written. */
  get current(): PostRecord | undefined {
    return this.#latest;
  }

  /** The latest draft of another editor, once device and server have responded, the latter within its timeout. */
  async find(): Promise<FoundDraft | undefined> {
    const patience = pause(draftLimits.patienceMs);
    const before = (await Promise.race([this.#read(), patience])) ?? [];
    const listing = this.#listed();
    const rows = await Promise.race([listing, patience]);
    if (!rows)
      void listing.then(async (late) => {
        if (!late || this.#isClosed) return;
        const found = await this.#latestOf(before, late, true);
        if (found && !this.#isClosed) this.#setup.onLate(found);
      });
    return this.#latestOf(before, rows);
  }

  /** Stores the result of `read` after a short delay; `read` is called only then. */
  keep(read: () => Reading): void {
    if (this.#isClosed) return;
    this.#pending = read;
    const dueInMs = Math.min(storeEveryMs, this.#writtenAt + storeEveryMs - Date.now());
    const { afterPaint = (work) => work() } = this.#setup;
    this.#timer ??= setTimeout(() => afterPaint(this.flush), dueInMs);
  }

  /** Stores pending changes now. */
  readonly flush = (): void => this.#write((record) => this.#writeToDevice(record));

  /** Writes on the device and, as a best effort, at the server, before the page is closed. */
  readonly leave = (): void => {
    const { store } = this.#setup;
    const isInOutbox = store.all().some((one) => one.id === this.#id && isQueued(one));
    const put = (record: PostRecord) => (isInOutbox ? this.#writeToDevice(record) : store.putNow(record));
    if (this.#pending) this.#write(put);
    else if (this.#latest && !this.#isOnDevice) void put(this.#latest);
    this.#copy.leave();
  };

  /** Contacts the server immediately, for instance when the connection is restored. */
  readonly sync = (): Promise<void> => this.#copy.sync();

  /** The record to submit, also if nothing was written; undefined if the text cannot be read. */
  submitted(read: () => Reading): PostRecord | undefined {
    this.flush();
    if (this.#latest) return this.#latest;
    const reading = read();
    if (reading === undefined || reading === "empty") return undefined;
    this.#latest = this.#recordOf(reading);
    this.#isUntouched = true;
    return this.#latest;
  }

  /** Continues from a found draft; text that this editor has written is kept beside it. */
  async takeOver(found: FoundDraft): Promise<void> {
    this.flush();
    const own = this.#latest;
    if (own && this.#copy.state !== "stored") void this.#copy.push(own).catch(() => {});
    this.#id = v4();
    const record = this.#begin({ fields: found.fields, picture: found.picture, room: undefined });
    const moved = (one: PostRecord) => ({ ...ended(one), movedTo: record.id });
    this.#isOnDevice = await this.#keep(record.key, (all) => ({
      put: [record, ...wholeOnes(found).flatMap((one) => this.#replaced(all, one, moved))],
    }));
    this.#showState();
    void this.#copy.sync();
  }

  /** Moves a found draft that the member rejected to the trash. */
  async reject(found: FoundDraft): Promise<void> {
    await this.#keep(undefined, (all) => {
      const put = wholeOnes(found).flatMap((one) =>
        this.#replaced(all, one, one.id === found.id ? discarded : ended),
      );
      return withSwept(all, put);
    });
    void this.#copy.sync();
  }

  /** Ends a found draft whose text is stored elsewhere. */
  async drop(found: FoundDraft): Promise<void> {
    const { key } = this.#setup;
    await this.#keep(key, (all) => ({ put: found.alike.flatMap((one) => this.#replaced(all, one, ended)) }));
    void this.#copy.sync();
  }

  /** Removes everything of this editor after the text was sent. */
  clear(): void {
    if (this.#isClosed) return;
    this.#pending = undefined;
    this.#endOwn();
    this.#stop();
  }

  /** Stores pending changes and closes the draft. */
  close(): void {
    if (this.#isClosed) return;
    this.flush();
    // Another tab may have discarded what is still in this form.
    const isSynced = this.#copy.state === "stored";
    if (this.#latest && this.#isUntouched) this.#endRefused(this.#latest);
    else if (this.#latest) void this.#writeToDevice({ ...this.#latest, isSynced });
    this.#stop();
  }

  #showState(): void {
    if (!this.#isClosed) this.#setup.onState(this.#state());
  }
  #state(): DraftState {
    const copy = this.#copy.state;
    if (this.#isUnreadable) return "unstored";
    if (!this.#latest) return "none";
    if (copy === "stored") return "stored";
    if (copy === "expected" || this.#isOnDevice === undefined) return "pending";
    if (!this.#isOnDevice) return "unstored";
    return copy === "unreachable" ? "here" : copy;
  }

  #write(store: (record: PostRecord) => unknown): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const read = this.#pending;
    this.#pending = undefined;
    try {
      const reading = read?.();
      if (reading !== undefined) this.#isUnreadable = false;
      if (reading === "empty") this.#endOwn();
      else if (reading) store(this.#begin(reading));
    } catch (error) {
      this.#isUnreadable = true;
      this.#showState();
      reportError(error);
    }
  }

  #recordOf(content: Written): PostRecord {
    const { memberId, key } = this.#setup;
    // Drafts of several devices are compared.
    const at = Math.max(serverTime(), (this.#latest?.at ?? 0) + 1);
    return { kind: "post", id: this.#id, memberId, key, state: "editing", isSynced: false, at, ...content };
  }

  /** The next state of the own record. */
  #begin(content: Written): PostRecord {
    this.#writtenAt = Date.now();
    const record = this.#recordOf(content);
    this.#latest = record;
    this.#isUntouched = false;
    this.#copy.follow(record);
    return record;
  }

  /** An unchanged text does not become a draft by a refusal. */
  #endRefused(record: PostRecord): void {
    void this.#setup.store.keep(rangeOf(record), ([before]) =>
      before && isDraft(before) && before.at === record.at ? { put: [ended(before, true)] } : {},
    );
  }

  async #writeToDevice(record: PostRecord): Promise<void> {
    this.#isOnDevice = await this.#setup.store.keep(rangeOf(record), ([before]) => {
      const next = written(before, record);
      return next && next !== before ? { put: [next] } : {};
    });
    this.#showState();
  }

  #endOwn(): void {
    const own = this.#latest;
    if (own) void this.#setup.store.keep(rangeOf(own), () => ({ put: [ended(own)] })).then(this.sync);
    this.#latest = undefined;
    this.#copy.follow(undefined);
    this.#id = v4();
    this.#showState();
  }

  #keep(key: string | undefined, work: (all: readonly UnsentRecord[]) => Changes): Promise<boolean> {
    const { store, memberId } = this.#setup;
    return store.keep(key === undefined ? [memberId] : [memberId, key], work);
  }

  /** The records that replace a found draft, unless its editor has changed or submitted it since. */
  #replaced(
    all: readonly UnsentRecord[],
    found: FoundDraft["alike"][number],
    replace: (record: PostRecord) => PostRecord,
  ): readonly PostRecord[] {
    const stored = all.find(({ id }) => id === found.id);
    if (stored && (stored.at > found.at || isQueued(stored))) return [];
    const { memberId, key } = this.#setup;
    const { hasPicture: _, ...draft } = found;
    const record = replace({ ...draft, kind: "post", memberId, key, state: "editing", isSynced: false });
    // A row that is not known yet is deleted once it is listed, in the state that was discarded.
    return [{ ...record, isSynced: found.rowRevision === undefined }];
  }

  #read(): Promise<readonly UnsentRecord[]> {
    const { store, memberId, key } = this.#setup;
    return store.read(memberId, key);
  }

  async #listed(): Promise<readonly StoredDraft[] | undefined> {
    while (!this.#isClosed) {
      try {
        const rows = await this.#setup.server.list();
        this.#copy.noteReachable();
        return rows;
      } catch {
        await pause(draftLimits.retryMs);
      }
    }
    return undefined;
  }

  /** `rows` is undefined while the server has not responded; late ones are compared with the records of before. */
  async #latestOf(
    before: readonly UnsentRecord[],
    rows: readonly StoredDraft[] | undefined,
    isLate = false,
  ): Promise<FoundDraft | undefined> {
    const { server, preferred } = this.#setup;
    const records = isLate
      ? [...before.filter(isDraft), ...(await this.#read()).filter((one) => !isDraft(one))]
      : before;
    const isNew = ({ draftId }: StoredDraft) => !before.some(({ id }) => id === draftId);
    const offered = isLate ? (rows ?? []).filter(isNew).map(({ draftId }) => draftId) : undefined;
    const chosen = chooseDraft(records, rows, this.#id, { preferred, offered });
    const { endedHere, found } = chosen;
    if (endedHere.length > 0 || chosen.endedElsewhere.length > 0) {
      await this.#keep(undefined, (all) => {
        const rejected = chosen.endedElsewhere.filter(({ id, at }) =>
          all.some((one) => one.id === id && one.at === at && isDraft(one) && one.isSynced),
        );
        return withSwept(all, [
          ...all.flatMap((one) => rowEnded(one, endedHere)),
          ...rejected.map(endedElsewhere),
        ]);
      });
      void this.#copy.sync();
    }
    if (!found || !needsPicture(found) || !found.hasPicture) return found;
    const picture = await server.picture(found.id).catch(() => undefined);
    const alike = found.alike.map((one) => (one.id === found.id ? { ...one, picture } : one));
    return { ...found, picture, alike };
  }

  #stop(): void {
    this.#isClosed = true;
    this.#pending = undefined;
    clearTimeout(this.#timer);
    this.#copy.close();
  }
}

const needsPicture = ({ picture, fields }: FoundDraft) =>
  !picture && fields.html.includes(`src="${picturePlaceholder}"`);

/** A picture that the server has but did not return stays with its draft. */
const wholeOnes = (found: FoundDraft) => (needsPicture(found) && found.hasPicture ? [] : found.alike);

/** A discarded record whose row is still at the server. */
function rowEnded(record: UnsentRecord, rows: readonly StoredDraft[]): readonly PostRecord[] {
  const row = rows.find(({ draftId }) => draftId === record.id);
  if (!row || record.kind !== "post" || record.state !== "discarded") return [];
  return [{ ...record, isSynced: false, rowRevision: row.draftRevision }];
}
