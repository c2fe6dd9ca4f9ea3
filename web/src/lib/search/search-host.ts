import { searchLimits } from "#contracts/limits";
import type { Feed, SearchTexts } from "#contracts/search/api";
import { contextOf, highlighted } from "./highlight.ts";
import { type SearchDocument, SearchIndex, type SearchTeam } from "./search-index.ts";
import type { Opened, SearchStore, StoredSearch } from "./search-store.ts";

/** An article or problem as a list shows it. */
export interface Found extends Omit<SearchDocument, "text" | "code"> {
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
export function createSearchHost(options: HostOptions) {
  const { openStore, today, onSaved, saveDelayMs = searchLimits.saveDelayMs } = options;
  let memberId = "";
  let isWriter = false;
  let store: SearchStore | undefined;
  let index = new SearchIndex(today());
  let teams: readonly SearchTeam[] | undefined;
  let cursors = new Map<number, string>();
  let opened: readonly Opened[] = [];
  let isStale = false;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves once the store is loaded; an earlier search would find nothing. */
  let loaded: Promise<unknown> = Promise.resolve();
  let turn: Promise<unknown> = Promise.resolve();
  /** Changes of the index run in the order of the calls. */
  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  }

  const lose = () => {
    store = undefined;
    clearTimeout(saveTimer);
  };

  async function load(): Promise<void> {
    store?.close();
    lose();
    isStale = false;
    const mine = new SearchIndex(today());
    let stored: StoredSearch = {
      documents: [],
      index: undefined,
      teams: [],
      cursors: new Map(),
      since: undefined,
    };
    try {
      const next = await openStore(memberId, () => {
        if (store === next) lose();
      });
      store = next;
      stored = await next.read();
      opened = await next.opened();
    } catch {
      lose();
    }
    cursors = new Map(stored.cursors);
    mine.load(stored);
    index = mine;
    if (stored.documents.length > 0 && stored.index === undefined) saveSoon();
    mine.setToday(today());
    // Stored texts are kept, because another tab may know teams that this one does not know yet.
    if (teams) limitTo(teams);
  }

  /** Returns whether the index contained texts of other teams. */
  function limitTo(next: readonly SearchTeam[]): boolean {
    teams = next;
    const ids = next.map(({ teamId }) => teamId);
    const left = [...cursors.keys()].filter((teamId) => !ids.includes(teamId));
    for (const teamId of left) cursors.delete(teamId);
    const hadOthers = index.setTeams(next).length + left.length > 0;
    if (hadOthers) saveSoon();
    return hadOthers;
  }

  function take(teamId: number, { reset, next, items }: Feed): void {
    if (!teams?.some((team) => team.teamId === teamId)) return;
    if (!reset && items.length === 0 && cursors.get(teamId) === next) return;
    if (reset) {
      index.removeTeam(teamId);
      cursors.delete(teamId);
    } else {
      index.setToday(today());
      index.take(teamId, items);
      cursors.set(teamId, next);
    }
    saveSoon();
  }

  /** Returns whether older texts are not kept. */
  function fill(items: SearchTexts["items"]): boolean {
    index.setToday(today());
    index.takeOf(items.filter(({ teamId }) => teams?.some((team) => team.teamId === teamId)));
    saveSoon();
    const last = items.at(-1)?.item;
    return last !== undefined && !last.gone && index.leaveOut(last.date);
  }

  function saveSoon(): void {
    clearTimeout(saveTimer);
    if (store && isWriter) saveTimer = setTimeout(() => void save(), saveDelayMs);
  }

  async function save(): Promise<void> {
    const mine = index;
    const target = store;
    await mine.clean();
    if (!target || target !== store || mine !== index) return;
    try {
      await target.save({ ...mine.changes(), teams: teams ?? [], cursors });
    } catch {
      return lose();
    }
    onSaved(memberId);
  }

  const foundOf = (document: SearchDocument, query?: string): Found => {
    const { text, code, ...rest } = document;
    return { ...rest, context: query === undefined ? undefined : bodyContext(document, query) };
  };

  return {
    /** Loads the store and returns the cursors of its teams. One tab of a device writes. */
    open(member: string, writes: boolean): Promise<ReadonlyMap<number, string>> {
      const opening = inTurn(async () => {
        memberId = member;
        isWriter = writes;
        await load();
        return new Map(cursors);
      });
      loaded = opening.catch(() => undefined);
      return opening;
    },
    /** Whether this device has a store; without one each tab needs its own feed. */
    async isPersistent(): Promise<boolean> {
      await loaded;
      return store !== undefined;
    },
    setTeams: (next: readonly SearchTeam[]): Promise<void> =>
      inTurn(async () => {
        const ids = next.map(({ teamId }) => teamId);
        if (limitTo(next)) await store?.keepTeams(ids).catch(lose);
      }),
    /** Indexes a page of the feed of a team. */
    take: (teamId: number, feed: Feed): Promise<void> => inTurn(() => take(teamId, feed)),
    /** Indexes texts, newest first; returns whether older ones are not kept. */
    fill: (items: SearchTexts["items"]): Promise<boolean> => inTurn(() => fill(items)),
    /** Reads the store again after another tab has saved. */
    savedByOtherTab(member: string): void {
      isStale ||= !isWriter && member === memberId;
    },
    async search(query: string, most: Readonly<Record<SearchDocument["kind"], number>>): Promise<FoundTexts> {
      await loaded;
      if (isStale) await inTurn(load);
      const hits = index.search(query);
      const group = (kind: SearchDocument["kind"]): FoundGroup => {
        const all = hits.filter(({ document }) => document.kind === kind);
        return {
          total: all.length,
          found: all.slice(0, most[kind]).map(({ document }) => foundOf(document, query)),
        };
      };
      return { article: group("article"), subject: group("subject"), since: index.since };
    },
    /** Number of texts in the index. */
    async size(): Promise<number> {
      return index.size;
    },
    /** Entries that were opened last, latest first, with the texts that still exist. */
    async opened(): Promise<readonly OpenedText[]> {
      await loaded;
      return opened.map((what) => {
        const document = index.document(what);
        return { what, found: document && foundOf(document) };
      });
    },
    async noteOpened(what: Opened): Promise<void> {
      opened = [what, ...opened.filter((other) => other !== what)].slice(0, openedMost);
      await store?.setOpened(opened).catch(lose);
    },
    close(): void {
      store?.close();
      lose();
    },
  };
}

export type SearchHost = ReturnType<typeof createSearchHost>;

/** A one-line excerpt of the body, if title, names and chips do not match. */
function bodyContext(document: SearchDocument, query: string): string | undefined {
  const { title, memberName, text, code } = document;
  const isSeen = [title, memberName].some((one) => highlighted(one, query).some(({ isMatch }) => isMatch));
  if (isSeen) return undefined;
  return contextOf(text, query) ?? contextOf(code.join(" "), query);
}
