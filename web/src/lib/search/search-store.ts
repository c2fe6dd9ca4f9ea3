import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { storeOf } from "./forget-search.ts";
import type { SearchDocument, SearchTeam } from "./search-index.ts";

/** Raised when documents or tokens change: the device then fetches everything again. */
const schema = 3;

/** An entry opened from the palette: `article-305`, `person-<uuid>`, `/about`. */
export type Opened = string;

export interface StoredSearch {
  readonly documents: readonly SearchDocument[];
  readonly index: string | undefined;
  readonly teams: readonly SearchTeam[];
  /** Cursors by team. */
  readonly cursors: ReadonlyMap<number, string>;
  readonly since: string | undefined;
}

interface Saved extends Omit<StoredSearch, "documents"> {
  readonly puts: readonly SearchDocument[];
  readonly removed: readonly string[];
  readonly index: string;
}

interface State {
  index: string;
  teams: readonly SearchTeam[];
  cursors: ReadonlyMap<number, string>;
  opened: readonly Opened[];
  since: string | undefined;
}

interface Schema extends DBSchema {
  documents: { key: string; value: SearchDocument; indexes: { teamId: number } };
  state: { key: keyof State; value: State[keyof State] };
}

/** The search index of a member on this device (spec/daily-use.md rule 30). */
export interface SearchStore {
  read(): Promise<StoredSearch>;
  /** Saves in one transaction. */
  save(saved: Saved): Promise<void>;
  /** Deletes everything of other teams than these. */
  keepTeams(teamIds: readonly number[]): Promise<void>;
  opened(): Promise<readonly Opened[]>;
  setOpened(opened: readonly Opened[]): Promise<void>;
  close(): void;
}

/**
 * `onLost`: another tab deletes the store, or opens one of a newer release.
 * @throws if the browser refuses storage
 */
export async function openSearchStore(memberId: string, onLost: () => void): Promise<SearchStore> {
  const database: IDBPDatabase<Schema> = await openDB<Schema>(storeOf(memberId), schema, {
    upgrade(database) {
      for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
      database.createObjectStore("documents", { keyPath: "key" }).createIndex("teamId", "teamId");
      database.createObjectStore("state");
    },
    blocking() {
      onLost();
      database.close();
    },
    terminated: onLost,
  });
  const stateOf = async <Name extends keyof State>(name: Name) =>
    (await database.get("state", name)) as State[Name] | undefined;

  return {
    async read() {
      const [documents, index, teams = [], cursors = new Map(), since] = await Promise.all([
        database.getAll("documents"),
        stateOf("index"),
        stateOf("teams"),
        stateOf("cursors"),
        stateOf("since"),
      ]);
      return { documents, index, teams, cursors, since };
    },
    async save({ puts, removed, index, teams, cursors, since }) {
      const work = database.transaction(["documents", "state"], "readwrite");
      const documents = work.objectStore("documents");
      const state = work.objectStore("state");
      for (const key of removed) void documents.delete(key);
      for (const document of puts) void documents.put(document);
      void state.put(index, "index");
      void state.put(teams, "teams");
      void state.put(cursors, "cursors");
      void state.put(since, "since");
      await work.done;
    },
    async keepTeams(teamIds) {
      const work = database.transaction(["documents", "state"], "readwrite");
      const documents = work.objectStore("documents");
      const state = work.objectStore("state");
      const went = new Set<string>();
      for (let at = await documents.index("teamId").openKeyCursor(); at; at = await at.continue()) {
        if (teamIds.includes(at.key)) continue;
        went.add(at.primaryKey);
        void documents.delete(at.primaryKey);
      }
      // The stored index contains words of deleted texts.
      if (went.size > 0) void state.delete("index");
      const cursors = ((await state.get("cursors")) ?? new Map()) as State["cursors"];
      void state.put(new Map([...cursors].filter(([teamId]) => teamIds.includes(teamId))), "cursors");
      const teams = ((await state.get("teams")) ?? []) as State["teams"];
      void state.put(
        teams.filter(({ teamId }) => teamIds.includes(teamId)),
        "teams",
      );
      const opened = ((await state.get("opened")) ?? []) as State["opened"];
      void state.put(
        opened.filter((what) => !went.has(what)),
        "opened",
      );
      await work.done;
    },
    opened: async () => (await stateOf("opened")) ?? [],
    async setOpened(opened) {
      await database.put("state", opened, "opened");
    },
    close: () => database.close(),
  };
}
