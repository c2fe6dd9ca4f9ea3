import { oneJobAtATime } from "#contracts/jobs";
import { searchLimits } from "#contracts/limits";
import type { Feed, SearchTexts } from "#contracts/search/api";
import { contextOf, highlighted } from "./highlight.ts";
import { type SearchDocument, SearchIndex, type SearchTeam } from "./search-index.ts";
import type { Opened, SearchStore, StoredSearch } from "./search-store.ts";

/** An article or problem as a list shows it. */
export interface Found extends Omit<SearchDocument, "text" | "code" | "isVeiled"> {
  /** Excerpt of the body, if title, names and chips do not match. */
  readonly context?: string | undefined;
}
export interface FoundGroup {
  readonly total: number;
  readonly found: readonly Found[];
}
export type FoundTexts = Readonly<Record<SearchDocument["kind"], FoundGroup>> & {
  /** The day from which texts are known; undefined if all of the last year are. */
  readonly since?: string | undefined;
};

/** An opened entry, with its text when it is an article or problem that still exists. */
export interface OpenedText {
  readonly what: Opened;
  readonly found?: Found | undefined;
}

interface HostOptions {
  /** @throws if nothing can be stored */
  readonly openStore: (memberId: string, onLost: () => void) => Promise<SearchStore>;
  readonly today: () => string;
  readonly onSaved: (memberId: string) => void;
  readonly saveDelayMs?: number;
}

const openedMost = 5;

/** The index of a member with its store; runs in the worker. Without storage it is kept in memory. */
export class SearchHost {
  readonly #options: HostOptions;
  #memberId = "";
  #isWriter = false;
  #store: SearchStore | undefined;
  #index: SearchIndex;
  #teams: readonly SearchTeam[] | undefined;
  #cursors = new Map<number, string>();
  #opened: readonly Opened[] = [];
  #isStale = false;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** Resolves once the store is loaded; an earlier search would find nothing. */
  #loaded: Promise<unknown> = Promise.resolve();
  /** Changes of the index run in the order of the calls. */
  readonly #inTurn = oneJobAtATime();

  constructor(options: HostOptions) {
    this.#options = options;
    this.#index = new SearchIndex(options.today());
  }

  /** Loads the store and returns the cursors of its teams. One tab of a device writes. */
  open(member: string, writes: boolean): Promise<ReadonlyMap<number, string>> {
    const opening = this.#inTurn(async () => {
      this.#memberId = member;
      this.#isWriter = writes;
      await this.#load();
      return new Map(this.#cursors);
    });
    this.#loaded = opening.catch(() => undefined);
    return opening;
  }

  /** Whether this device has a store; without one each tab needs its own feed. */
  async isPersistent(): Promise<boolean> {
    await this.#loaded;
    return this.#store !== undefined;
  }

  setTeams(next: readonly SearchTeam[]): Promise<void> {
    return this.#inTurn(async () => {
      const ids = next.map(({ teamId }) => teamId);
      if (this.#limitTo(next)) await this.#store?.keepTeams(ids).catch(() => this.#lose());
    });
  }

  /** Indexes a page of the feed of a team; returns the days that were veiled and may be open now. */
  take(teamId: number, feed: Feed): Promise<readonly string[]> {
    return this.#inTurn(async () => this.#take(teamId, feed));
  }

  /** Indexes texts, newest first; returns whether older ones are not kept. */
  fill(items: SearchTexts["items"]): Promise<boolean> {
    return this.#inTurn(async () => this.#fill(items));
  }

  /** Reads the store again after another tab has saved. */
  savedByOtherTab(member: string): void {
    this.#isStale ||= !this.#isWriter && member === this.#memberId;
  }

  async search(query: string, most: Readonly<Record<SearchDocument["kind"], number>>): Promise<FoundTexts> {
    await this.#loaded;
    if (this.#isStale) await this.#inTurn(() => this.#load());
    const hits = this.#index.search(query);
    const group = (kind: SearchDocument["kind"]): FoundGroup => {
      const all = hits.filter(({ document }) => document.kind === kind);
      return {
        total: all.length,
        found: all.slice(0, most[kind]).map(({ document }) => foundOf(document, query)),
      };
    };
    return { article: group("article"), subject: group("subject"), since: this.#index.since };
  }

  /** The days of a team with articles that may be veiled. */
  veiledDays(teamId: number): Promise<readonly string[]> {
    return this.#inTurn(async () => this.#index.veiledDays(teamId));
  }

  /** Number of texts in the index. */
  async size(): Promise<number> {
    return this.#index.size;
  }

  /** Entries that were opened last, latest first, with the texts that still exist. */
  async opened(): Promise<readonly OpenedText[]> {
    await this.#loaded;
    return this.#opened.map((what) => {
      const document = this.#index.document(what);
      return { what, found: document && foundOf(document) };
    });
  }

  async noteOpened(what: Opened): Promise<void> {
    this.#opened = [what, ...this.#opened.filter((other) => other !== what)].slice(0, openedMost);
    await this.#store?.setOpened(this.#opened).catch(() => this.#lose());
  }

  close(): void {
    this.#store?.close();
    this.#lose();
  }

  #lose(): void {
    this.#store = undefined;
    clearTimeout(this.#saveTimer);
  }

  async #load(): Promise<void> {
    const { openStore, today } = this.#options;
    this.#store?.close();
    this.#lose();
    this.#isStale = false;
    const mine = new SearchIndex(today());
    let stored: StoredSearch = {
      documents: [],
      index: undefined,
      teams: [],
      cursors: new Map(),
      since: undefined,
    };
    try {
      const next = await openStore(this.#memberId, () => {
        if (this.#store === next) this.#lose();
      });
      this.#store = next;
      stored = await next.read();
      this.#opened = await next.opened();
    } catch {
      this.#lose();
    }
    this.#cursors = new Map(stored.cursors);
    mine.load(stored);
    this.#index = mine;
    if (stored.documents.length > 0 && stored.index === undefined) this.#saveSoon();
    mine.setToday(today());
    // Stored texts are kept, because another tab may know teams that this one does not know yet.
    if (this.#teams) this.#limitTo(this.#teams);
  }

  /** Returns whether the index contained texts of other teams. */
  #limitTo(next: readonly SearchTeam[]): boolean {
    this.#teams = next;
    const ids = next.map(({ teamId }) => teamId);
    const left = [...this.#cursors.keys()].filter((teamId) => !ids.includes(teamId));
    for (const teamId of left) this.#cursors.delete(teamId);
    const hadOthers = this.#index.setTeams(next).length + left.length > 0;
    if (hadOthers) this.#saveSoon();
    return hadOthers;
  }

  #take(teamId: number, { reset, next, items }: Feed): readonly string[] {
    if (!this.#teams?.some((team) => team.teamId === teamId)) return [];
    if (!reset && items.length === 0 && this.#cursors.get(teamId) === next) return [];
    this.#saveSoon();
    if (reset) {
      this.#index.removeTeam(teamId);
      this.#cursors.delete(teamId);
      return [];
    }
    this.#index.setToday(this.#options.today());
    this.#cursors.set(teamId, next);
    return this.#index.take(teamId, items);
  }

  /** Returns whether older texts are not kept. */
  #fill(items: SearchTexts["items"]): boolean {
    this.#index.setToday(this.#options.today());
    this.#index.takeOf(items.filter(({ teamId }) => this.#teams?.some((team) => team.teamId === teamId)));
    this.#saveSoon();
    const last = items.at(-1)?.item;
    return last !== undefined && !last.gone && this.#index.leaveOut(last.date);
  }

  #saveSoon(): void {
    const { saveDelayMs = searchLimits.saveDelayMs } = this.#options;
    clearTimeout(this.#saveTimer);
    if (this.#store && this.#isWriter) this.#saveTimer = setTimeout(() => void this.#save(), saveDelayMs);
  }

  async #save(): Promise<void> {
    const mine = this.#index;
    const target = this.#store;
    await mine.clean();
    if (!target || target !== this.#store || mine !== this.#index) return;
    try {
      await target.save({ ...mine.changes(), teams: this.#teams ?? [], cursors: this.#cursors });
    } catch {
      return this.#lose();
    }
    this.#options.onSaved(this.#memberId);
  }
}

function foundOf(document: SearchDocument, query?: string): Found {
  const { text, code, isVeiled: _, ...rest } = document;
  return { ...rest, context: query === undefined ? undefined : bodyContext(document, query) };
}

/** A one-line excerpt of the body, if title, names and chips do not match. */
function bodyContext(document: SearchDocument, query: string): string | undefined {
  const { title, memberName, text, code } = document;
  const isSeen = [title, memberName].some((one) => highlighted(one, query).some(({ isMatch }) => isMatch));
  if (isSeen) return undefined;
  return contextOf(text, query) ?? contextOf(code.join(" "), query);
}
