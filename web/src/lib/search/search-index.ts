import MiniSearch, { type Options } from "minisearch";
import { daysBefore } from "#contracts/dates";
import { searchLimits } from "#contracts/limits";
import { providerFacts } from "#contracts/problems";
import type { FeedItem, SearchTexts } from "#contracts/search/api";
import {
  alternativesOf,
  encoded,
  initialTokensOf,
  spacedQueriesOf,
  spanningTokensOf,
  tokensOf,
  withOpenEnd,
} from "./tokens.ts";

type Known = Extract<FeedItem, { gone: false }>;

/** An article or problem as it is stored on the device. */
export interface SearchDocument extends Omit<Known, "gone"> {
  /** `article-305` */
  readonly key: string;
  readonly teamId: number;
  /** It came without a text while its day was not over: the text may have been veiled. */
  readonly isVeiled?: boolean;
}

export interface SearchTeam {
  readonly teamId: number;
  readonly teamName: string;
}

/** The index as the store contains it. */
interface Loaded {
  readonly documents: readonly SearchDocument[];
  /** Serialised words of the documents. */
  readonly index: string | undefined;
  /** Names of teams, by which their documents are found. */
  readonly teams: readonly SearchTeam[];
  /** The day from which texts are known, if older ones were left out. */
  readonly since: string | undefined;
}

interface SearchHit {
  readonly document: SearchDocument;
  readonly score: number;
}

/** Changes since the last save, and the serialised words of all documents. */
interface IndexChanges {
  readonly puts: readonly SearchDocument[];
  readonly removed: readonly string[];
  readonly index: string;
  readonly since: string | undefined;
}

const fields = ["title", "names", "chips", "code", "text", "initials"] as const;
const otherFields = ["title", "names", "chips", "code"] as const;
const boost = { title: 4, names: 2, chips: 2, initials: 2 };
const halvesAfterDays = 90;

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: number }) => `${kind}-${id}`;

/** Whether more than the title is known; of a veiled article nothing else is. */
const isReadable = ({ kind, text, code, problems }: Known) =>
  kind === "subject" || text !== "" || code.length + problems.length > 0;

const namesOf = (teams: readonly SearchTeam[]) =>
  new Map(teams.map(({ teamId, teamName }) => [teamId, teamName]));

const dayMs = 86_400_000;
/** Separates texts, of which no word goes on in the next. */
const between = " · ";

/**
 * Articles and problems of teams, indexed by their words (spec/daily-use.md rules 26–29). Pure: no storage, no clock.
 * Shows only teams that have been set.
 */
export class SearchIndex {
  readonly #documents = new Map<string, SearchDocument>();
  /** Team names, by which their documents are found. */
  #names: ReadonlyMap<number, string> = new Map();
  /** The member's current teams, once known: documents of others are not shown. */
  #present: ReadonlySet<number> = new Set();
  #search: MiniSearch<SearchDocument>;
  #today: string;
  /** Stays when texts are removed later, because older ones are not fetched then. */
  #since: string | undefined;
  #puts = new Set<string>();
  #removed = new Set<string>();

  constructor(today: string) {
    this.#today = today;
    this.#search = new MiniSearch(this.#options());
  }

  get size(): number {
    return this.#documents.size;
  }

  document(key: string): SearchDocument | undefined {
    const document = this.#documents.get(key);
    return document && this.#present.has(document.teamId) ? document : undefined;
  }

  /** Loads the stored index; indexes its documents again if their words are missing or of another engine. */
  load({ documents, index, teams, since }: Loaded): void {
    this.#since = since;
    for (const document of documents) this.#documents.set(document.key, document);
    this.#names = namesOf(teams);
    try {
      this.#search = MiniSearch.loadJSON(index ?? "", this.#options());
    } catch {
      this.#search.addAll(documents);
    }
  }

  /**
   * Sets the member's current teams: documents of others are removed, those of a renamed team are found by its new
   * name. Returns the teams whose documents were removed.
   */
  setTeams(teams: readonly SearchTeam[]): readonly number[] {
    const former = this.#names;
    this.#names = namesOf(teams);
    this.#present = new Set(this.#names.keys());
    const gone = new Set<number>();
    for (const document of [...this.#documents.values()]) {
      const { key, teamId } = document;
      if (!this.#present.has(teamId)) {
        gone.add(teamId);
        this.#remove(key);
      } else if (former.get(teamId) !== this.#names.get(teamId)) this.#put(document);
    }
    return [...gone];
  }

  /** Returns the days of articles that may be veiled no longer, because another one of that day can be read. */
  take(teamId: number, items: readonly FeedItem[]): readonly string[] {
    this.takeOf(items.map((item) => ({ teamId, item })));
    const open = items.flatMap((item) =>
      item.kind === "article" && !item.gone && isReadable(item) ? [item.date] : [],
    );
    return open.length > 0 ? this.veiledDays(teamId).filter((day) => open.includes(day)) : [];
  }

  /** The same for several teams. Only then the oldest are removed, for which all are sorted. */
  takeOf(texts: SearchTexts["items"]): void {
    const first = daysBefore(this.#today, searchLimits.days);
    for (const { teamId, item } of texts) {
      const key = keyOf(item);
      if (item.gone || item.date < first) this.#remove(key);
      else {
        const { gone: _, ...rest } = item;
        // This clock may be a second ahead of the server's, which ends the day.
        const isVeiled = !isReadable(item) && item.date >= daysBefore(this.#today, 1);
        this.#put({ ...rest, key, teamId, ...(isVeiled && { isVeiled }) });
      }
    }
    this.#removeOldest();
  }

  /** Leaves out texts of this day or before if there are enough newer ones; returns whether it does. */
  leaveOut(date: string): boolean {
    const isFull = this.size >= searchLimits.documents && date <= this.#oldestDay();
    if (isFull) this.#setSince();
    return isFull;
  }

  /** The day from which texts are known; undefined if all of the last year are. */
  get since(): string | undefined {
    const first = daysBefore(this.#today, searchLimits.days);
    return this.#since !== undefined && this.#since > first ? this.#since : undefined;
  }

  /** The days of a team with articles that may be veiled. */
  veiledDays(teamId: number): readonly string[] {
    const veiled = [...this.#documents.values()].filter((one) => one.isVeiled && one.teamId === teamId);
    return [...new Set(veiled.map(({ date }) => date))];
  }

  removeTeam(teamId: number): void {
    for (const { key, teamId: own } of [...this.#documents.values()]) if (own === teamId) this.#remove(key);
  }

  /** Best matches first; among equal ones the newer first. */
  search(query: string): SearchHit[] {
    const hits = this.#find(query);
    const open = hits.length === 0 ? withOpenEnd(query) : undefined;
    return open === undefined ? hits : this.#find(open);
  }

  /** Removes documents that are older than a year today. */
  setToday(today: string): void {
    this.#today = today;
    const first = daysBefore(today, searchLimits.days);
    for (const { key, date } of [...this.#documents.values()]) if (date < first) this.#remove(key);
  }

  /** Until then `changes` still contains words of removed documents. */
  async clean(): Promise<void> {
    if (this.#search.dirtCount > 0) await this.#search.vacuum({ batchSize: 2000, batchWait: 0 });
  }

  changes(): IndexChanges {
    const changes = {
      puts: [...this.#puts].flatMap((key) => this.#documents.get(key) ?? []),
      removed: [...this.#removed],
      index: JSON.stringify(this.#search),
      since: this.since,
    };
    this.#puts = new Set();
    this.#removed = new Set();
    return changes;
  }

  #find(query: string): SearchHit[] {
    const ways = alternativesOf(query);
    if (ways.length === 0) return [];
    const queries = ways.map((terms) => ({
      combineWith: "AND" as const,
      queries: terms.map(({ term, isPrefix }) => ({ queries: [term], prefix: isPrefix })),
    }));
    const found = this.#search.search({ combineWith: "OR", queries });
    const hits = found.flatMap(({ id, score }) => {
      const document = this.document(id);
      return document ? [{ document, score }] : [];
    });
    for (const document of this.#spaced(query, new Set(found.map(({ id }) => id))))
      hits.push({ document, score: 0 });
    return hits.sort(
      (one, other) =>
        other.score - one.score ||
        other.document.date.localeCompare(one.document.date) ||
        other.document.id - one.document.id,
    );
  }

  /** Documents that the index does not find, because their bodies have other spaces than the query. */
  #spaced(query: string, found: ReadonlySet<string>): SearchDocument[] {
    const ways = spacedQueriesOf(query).map(({ words, rest }) => ({
      words,
      others: rest ? new Set(this.#find(rest).map(({ document }) => document.key)) : undefined,
    }));
    if (ways.length === 0) return [];
    return [...this.#documents.values()].filter((document) => {
      const { key, teamId } = document;
      if (found.has(key) || !this.#present.has(teamId)) return false;
      const isInBody = (word: RegExp) => word.test(document.text);
      const isIn = (word: RegExp) =>
        isInBody(word) || otherFields.some((field) => word.test(this.#extract(document, field)));
      // Words of other fields alone are found by the index.
      return ways.some(
        ({ words, others }) => words.some(isInBody) && words.every(isIn) && (!others || others.has(key)),
      );
    });
  }

  #put(document: SearchDocument): void {
    const { key } = document;
    if (this.#documents.has(key)) this.#search.discard(key);
    this.#documents.set(key, document);
    this.#search.add(document);
    this.#puts.add(key);
    this.#removed.delete(key);
  }

  #remove(key: string): void {
    if (!this.#documents.delete(key)) return;
    this.#search.discard(key);
    this.#puts.delete(key);
    this.#removed.add(key);
  }

  #oldestDay(): string {
    let oldest = this.#today;
    for (const { date } of this.#documents.values()) if (date < oldest) oldest = date;
    return oldest;
  }

  #removeOldest(): void {
    const over = this.#documents.size - searchLimits.documents;
    if (over <= 0) return;
    const oldest = [...this.#documents.values()].sort((one, other) => one.date.localeCompare(other.date));
    for (const { key } of oldest.slice(0, over)) this.#remove(key);
    this.#setSince();
  }

  #setSince(): void {
    const oldest = this.#oldestDay();
    if (this.#since === undefined || this.#since < oldest) this.#since = oldest;
  }

  #options(): Options<SearchDocument> {
    return {
      idField: "key",
      fields: [...fields],
      extractField: (document, field) => this.#extract(document, field),
      tokenize: (text, field) => {
        if (field === "initials") return initialTokensOf(text);
        // Not in bodies, whose words make most of the index.
        const isShort = field === "title" || field === "names" || field === "chips";
        return isShort ? [...tokensOf(text), ...spanningTokensOf(text)] : tokensOf(text);
      },
      processTerm: encoded,
      autoVacuum: true,
      searchOptions: {
        boost,
        tokenize: (term) => [term],
        processTerm: encoded,
        boostDocument: (key) => this.#freshness(this.#documents.get(key)?.date),
      },
    };
  }

  #extract(document: SearchDocument, field: string): string {
    const { key, title, memberName, teamId, category, problems, code, text } = document;
    const team = this.#names.get(teamId) ?? "";
    if (field === "key") return key;
    if (field === "title") return title;
    if (field === "names") return [memberName, team, category ?? ""].join(between);
    if (field === "chips") return problems.map(chipWords).join(between);
    if (field === "code") return code.join(" ");
    if (field === "initials") return [title, memberName, team].join(between);
    return text;
  }

  #freshness(date: string | undefined): number {
    if (date === undefined) return 0;
    const days = Math.max(0, (Date.parse(this.#today) - Date.parse(date)) / dayMs);
    return 1 + 0.5 * Math.exp(-days / halvesAfterDays);
  }
}

const chipWords = ({ provider, number, title }: SearchDocument["problems"][number]) =>
  [providerFacts[provider].label, number, title ?? ""].join(" ");
