import { oneJobAtATime } from "#contracts/jobs";
import { changeSignal } from "../change-signal.ts";
import { isGone } from "../session.ts";
import { type Changes, swept, type UnsentRecord } from "./record.ts";

/** All records of a member, those of a key, or one record. */
export type Range = readonly [memberId: string, key?: string, id?: string];

/** Where a device stores records; rejects if the browser refuses. Calls take effect in their order. */
export interface Disk {
  /** One transaction: `work` gets the records of the range and returns what to change. */
  change(range: Range, work: (found: readonly UnsentRecord[]) => Changes): Promise<void>;
  read(range: Range): Promise<readonly UnsentRecord[]>;
  /** Stores without reading: a transaction that reads first does not outlive its page. */
  put(record: UnsentRecord): Promise<void>;
  all(): Promise<readonly UnsentRecord[]>;
}

type Work<T> = (found: readonly UnsentRecord[]) => Changes & { readonly result?: T };

export const rangeOf = ({ memberId, key, id }: UnsentRecord): Range => [memberId, key, id];
const isIn = (record: UnsentRecord, range: Range) =>
  range.every((part, index) => part === rangeOf(record)[index]);

/**
 * The owner of the unsent texts of this device: all its tabs share the disk, and each has a copy in memory, which is
 * read at once. What the disk refuses stays in the copy until the page is left.
 */
export class UnsentStore {
  readonly #disk: Disk;
  /** Tells other tabs which records have changed. */
  readonly #announce: (range: Range) => void;
  readonly #changes = changeSignal();
  #copy: readonly UnsentRecord[] = [];
  /** What the disk has refused; it is stored with the next change. */
  readonly #unstored = new Map<string, UnsentRecord>();
  /** What is shown already and waits for its turn at the disk. */
  readonly #waiting = new Set<Changes>();
  /** A change knows whether the one before it was refused. */
  readonly #inTurn = oneJobAtATime();
  #loading: Promise<void> | undefined;
  isLoaded: boolean;

  constructor(disk: Disk, announce: (range: Range) => void, isLoaded = false) {
    this.#disk = disk;
    this.#announce = announce;
    this.isLoaded = isLoaded;
  }

  /** Called when records have changed, in this tab or another one. */
  readonly subscribe = (listener: () => void) => this.#changes.subscribe(listener);
  /** All records that this tab knows. */
  readonly all = (): readonly UnsentRecord[] => this.#copy;

  /** Reads the records of all members once, and deletes what is too old. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }
  async #load(): Promise<void> {
    const members = new Set((await this.#disk.all().catch(() => [])).map(({ memberId }) => memberId));
    // A full disk refuses the change, but not to read.
    for (const memberId of members) await this.change([memberId], swept).catch(() => this.read(memberId));
    this.isLoaded = true;
    this.#changes.notify();
  }

  /** Reads from the disk what other tabs may have changed. */
  async read(...range: Range): Promise<readonly UnsentRecord[]> {
    await this.#inTurn(async () => {
      const found = await this.#disk.read(range);
      this.#showStored(range, this.#withUnstored(range, found));
    }).catch(() => undefined);
    return this.#of(range);
  }

  /** Changes records in one transaction; rejects if the browser refuses. */
  change<T>(range: Range, work: Work<T>): Promise<T | undefined> {
    return this.#inTurn(() => this.#change(range, work));
  }

  /** Changes records at once in this tab, also if the browser refuses; returns whether they are stored. */
  keep(range: Range, work: Work<unknown>): Promise<boolean> {
    const expected = allowed(work(this.#of(range)));
    this.#show(range, applied(this.#of(range), expected));
    this.#waiting.add(expected);
    return this.#inTurn(async () => {
      this.#waiting.delete(expected);
      try {
        await this.#change(range, work);
        return true;
      } catch {
        for (const record of expected.put ?? []) this.#unstored.set(record.id, record);
        this.#showStored(range, applied(this.#of(range), expected));
        return false;
      }
    });
  }

  async #change<T>(range: Range, work: Work<T>): Promise<T | undefined> {
    let next: readonly UnsentRecord[] = [];
    let done: ReturnType<Work<T>> = {};
    await this.#disk.change(range, (found) => {
      const before = this.#withUnstored(range, found);
      done = allowed(work(before));
      next = applied(before, done);
      const late = next.filter((one) => this.#unstored.get(one.id) === one);
      return { put: [...(done.put ?? []), ...late], remove: done.remove ?? [] };
    });
    for (const record of this.#unstored.values()) if (isIn(record, range)) this.#unstored.delete(record.id);
    this.#showStored(range, next);
    if (done.put?.length || done.remove?.length) this.#announce(range);
    return done.result;
  }

  /** Stores a record of this tab before its page is closed. */
  async putNow(record: UnsentRecord): Promise<void> {
    if (isGone(record.memberId)) return;
    this.#show(rangeOf(record), [record]);
    try {
      await this.#disk.put(record);
      this.#announce(rangeOf(record));
    } catch {
      this.#unstored.set(record.id, record);
    }
  }

  #of(range: Range): readonly UnsentRecord[] {
    return this.#copy.filter((one) => isIn(one, range));
  }

  /** What another tab has stored of a later state is newer than what was refused here. */
  #withUnstored(range: Range, found: readonly UnsentRecord[]): readonly UnsentRecord[] {
    const isNewer = (one: UnsentRecord) => one.at > (this.#unstored.get(one.id)?.at ?? -1);
    const newer = found.filter(isNewer);
    const unstored = [...this.#unstored.values()].filter(
      (one) => isIn(one, range) && !newer.some(({ id }) => id === one.id),
    );
    return [...newer, ...unstored];
  }

  /** What the disk contains is older than what was changed meanwhile. */
  #showStored(range: Range, records: readonly UnsentRecord[]): void {
    const shown = [...this.#waiting].reduce(applied, records);
    this.#show(
      range,
      shown.filter((one) => isIn(one, range)),
    );
  }

  #show(range: Range, records: readonly UnsentRecord[]): void {
    const rest = this.#copy.filter((one) => !isIn(one, range));
    if (records.length === 0 && rest.length === this.#copy.length) return;
    this.#copy = [...rest, ...records];
    this.#changes.notify();
  }
}

/** Nothing of a member who has withdrawn is stored any more. */
const allowed = <T extends Changes>(changes: T): T => ({
  ...changes,
  put: (changes.put ?? []).filter(({ memberId }) => !isGone(memberId)),
});

function applied(before: readonly UnsentRecord[], { put = [], remove = [] }: Changes) {
  const changed = new Set([...put, ...remove].map(({ id }) => id));
  return [...before.filter(({ id }) => !changed.has(id)), ...put];
}
