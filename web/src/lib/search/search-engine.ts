import { oneJobAtATime } from "#contracts/jobs";
import { searchLimits } from "#contracts/limits";
import { type Feed, getSearchCursors, getSearchFeed, getSearchTexts } from "#contracts/search/api";
import { read } from "../calls/api.ts";
import { changeSignal } from "../change-signal.ts";
import { serverDay } from "../server-clock.ts";
import { noteSearch } from "./forget-search.ts";
import type { SearchHost } from "./search-host.ts";
import type { SearchTeam } from "./search-index.ts";

type Value<Name extends keyof SearchHost> = Awaited<ReturnType<SearchHost[Name]>>;

interface Progress {
  readonly indexed: number;
  readonly known: number;
}

/** The worker's reply to a call. */
interface WorkerReply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

interface WorkerLike extends Pick<Worker, "postMessage" | "terminate"> {
  onmessage: ((event: MessageEvent<WorkerReply>) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
}

function startWorker(): WorkerLike {
  if (typeof Worker !== "undefined")
    return new Worker(new URL("./search-worker.ts", import.meta.url), { type: "module" });
  // As if its script could not be loaded.
  const none: WorkerLike = {
    onmessage: null,
    postMessage: () => queueMicrotask(() => none.onerror?.(new ErrorEvent("error"))),
    terminate() {},
  };
  return none;
}

interface EngineState {
  /** The member's teams are known, so results may be shown. */
  readonly isReady: boolean;
  /** Nothing can be stored: this tab indexes only its own feed. */
  readonly isAlone: boolean;
  /** Set during indexing. */
  readonly progress: Progress | undefined;
  /** The last feed failed: results may be outdated. */
  readonly hasFailed: boolean;
  /** Increases with each update of the index. */
  readonly version: number;
}

let engines = 0;

/**
 * The search index of a member: a worker, and the state of the feed. The page fetches the feed, because it has the access
 * token.
 */
export class SearchEngine {
  /** Distinguishes the engines of one member. */
  readonly number: number;
  readonly #memberId: string;
  readonly #worker: WorkerLike;
  readonly #waiting = new Map<number, { done: (value: unknown) => void; failed: (error: Error) => void }>();
  readonly #changes = changeSignal();
  readonly onChange = this.#changes.subscribe;
  #state: EngineState = {
    isReady: false,
    isAlone: false,
    progress: undefined,
    hasFailed: false,
    version: 0,
  };
  #calls = 0;
  #cursors: Promise<Map<number, string>>;
  #teamIds: readonly number[] = [];
  /** Teams that this engine has compared with the server's cursors. */
  readonly #compared = new Set<number>();
  /** Those of them without news, until they are fetched for the first time. */
  readonly #withoutNews = new Set<number>();
  /** Feeds run one team after the other. */
  readonly #inTurn = oneJobAtATime();
  /** Number of feeds that wait or run. */
  #feeds = 0;

  constructor(memberId: string, worker: WorkerLike = startWorker()) {
    engines += 1;
    this.number = engines;
    this.#memberId = memberId;
    this.#worker = worker;
    noteSearch(memberId);
    worker.onmessage = ({ data }) => this.#receive(data);
    // A worker that could not be loaded never replies.
    worker.onerror = () => {
      this.#change({ hasFailed: true });
      this.#refuseWaiting("the search has failed");
    };
    this.#cursors = this.#open(false);
    this.call("isPersistent").then(
      (isPersistent) => this.#change({ isAlone: !isPersistent }),
      () => undefined,
    );
  }

  readonly state = (): EngineState => this.#state;

  /** Lets this tab write the store from now on. */
  async own(): Promise<void> {
    if (this.#state.isAlone) return;
    this.#cursors = this.#open(true);
    await this.#cursors;
  }

  async setTeams(teams: readonly SearchTeam[]): Promise<void> {
    this.#teamIds = teams.map(({ teamId }) => teamId);
    await this.call(
      "setTeams",
      teams.map(({ teamId, teamName }) => ({ teamId, teamName })),
    );
    const ids = new Set(teams.map(({ teamId }) => teamId));
    const cursors = await this.#cursors;
    for (const teamId of cursors.keys()) if (!ids.has(teamId)) cursors.delete(teamId);
    this.#change({ isReady: true, version: this.#state.version + 1 });
  }

  call<Name extends keyof SearchHost>(
    method: Name,
    ...args: Parameters<SearchHost[Name]>
  ): Promise<Value<Name>> {
    const id = this.#calls++;
    return new Promise<Value<Name>>((resolve, failed) => {
      this.#waiting.set(id, { done: (value) => resolve(value as Value<Name>), failed });
      this.#worker.postMessage({ id, method, args, today: serverDay() });
    });
  }

  /**
   * Fetches the changes of a team, and again the days whose texts were veiled: all of them if `mayBeOpen`, else those
   * that the changes show to be open (spec/discussion.md rule 16).
   * @throws ApiError
   */
  feed(teamId: number, signal: AbortSignal, mayBeOpen = false): Promise<void> {
    this.#feeds += 1;
    const end = (hasFailed: boolean) => {
      this.#feeds -= 1;
      this.#change({ hasFailed });
      this.#count(0, 0);
    };
    return this.#inTurn(async () => {
      try {
        const opened = await this.#feed(teamId, signal);
        const days = mayBeOpen ? await this.call("veiledDays", teamId) : opened;
        for (const date of days) await this.#feedDay(teamId, date, signal);
        end(false);
      } catch (error) {
        end(!signal.aborted);
        throw error;
      }
    });
  }

  stop(): void {
    this.#worker.terminate();
    this.#refuseWaiting("the search has ended");
  }

  #refuseWaiting(message: string): void {
    for (const { failed } of this.#waiting.values()) failed(new Error(message));
    this.#waiting.clear();
  }

  #open(writes: boolean): Promise<Map<number, string>> {
    const cursors = this.call("open", this.#memberId, writes).then((known) => new Map(known));
    // The worker may end before the cursors are needed.
    cursors.catch(() => undefined);
    return cursors;
  }

  /** Returns the days that were veiled, and of which a text can be read now. */
  async #feed(teamId: number, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const cursors = await this.#cursors;
    const opened = new Set<string>();
    if (!this.#compared.has(teamId) || !cursors.has(teamId)) await this.#compare(cursors, signal);
    if (this.#withoutNews.delete(teamId)) return opened;
    let taken: Promise<unknown> = Promise.resolve();
    for (let resets = 0; resets < 2; ) {
      signal.throwIfAborted();
      const options = { params: { teamId }, query: { after: cursors.get(teamId) }, signal };
      const page = await read(getSearchFeed, options);
      taken = this.#take(teamId, page).then((days) => {
        for (const day of days) opened.add(day);
      });
      if (page.reset) {
        cursors.delete(teamId);
        resets += 1;
        await taken;
        await this.#compare(cursors, signal);
      } else {
        cursors.set(teamId, page.next);
        if (!page.more) break;
      }
    }
    await taken;
    return opened;
  }

  /** Fetches the texts of a day again, which leaves the cursor of its team as it is. */
  async #feedDay(teamId: number, date: string, signal: AbortSignal): Promise<void> {
    let after: string | undefined;
    do {
      signal.throwIfAborted();
      const page = await read(getSearchFeed, { params: { teamId }, query: { date, after }, signal });
      const items = page.items.map((item) => ({ teamId, item }));
      await this.#index(items.length, () => this.call("fill", items));
      after = page.more && !page.reset ? page.next : undefined;
    } while (after !== undefined);
  }

  /** Asks once for the cursors of all teams, and fetches the newest texts of those that the device does not know. */
  async #compare(cursors: Map<number, string>, signal: AbortSignal): Promise<void> {
    const teamIds = this.#teamIds;
    const known = await read(getSearchCursors, { signal });
    const latest = new Map(known.map(({ teamId, next }) => [teamId, next]));
    const unknown = teamIds.filter((teamId) => latest.has(teamId) && !cursors.has(teamId));
    // Texts of an interrupted fetch may be deleted by now.
    for (const teamId of unknown)
      await this.call("take", teamId, { reset: true, next: "", more: true, items: [] });
    const areSome = unknown.length < latest.size && unknown.length <= searchLimits.teamsNamed;
    if (unknown.length > 0) await this.#fill(areSome ? unknown : undefined, signal);
    for (const teamId of unknown) {
      const next = latest.get(teamId)!;
      cursors.set(teamId, next);
      await this.call("take", teamId, { reset: false, next, more: false, items: [] });
    }
    for (const teamId of teamIds) {
      if (this.#compared.has(teamId)) continue;
      this.#compared.add(teamId);
      if (cursors.get(teamId) === latest.get(teamId)) this.#withoutNews.add(teamId);
    }
  }

  /** Fetches the texts of some teams, or of all, newest first, until older ones would not be kept. */
  async #fill(teamIds: readonly number[] | undefined, signal: AbortSignal): Promise<void> {
    let before: string | null | undefined;
    while (before !== null) {
      signal.throwIfAborted();
      const query: { teams?: string; before?: string } = {
        ...(teamIds && { teams: teamIds.join() }),
        ...(before && { before }),
      };
      const { items, next } = await read(getSearchTexts, { query, signal });
      const isFull = await this.#index(items.length, () => this.call("fill", items));
      before = isFull ? null : next;
    }
  }

  /** Pages are indexed while the next ones are fetched. */
  async #take(teamId: number, page: Feed): Promise<readonly string[]> {
    const opened = await this.#index(page.items.length, () => this.call("take", teamId, page));
    if (page.reset) this.#change({ version: this.#state.version + 1 });
    return opened;
  }

  async #index<T>(length: number, work: () => Promise<T>): Promise<T> {
    this.#count(0, length);
    const result = await work();
    this.#count(length, 0);
    if (length > 0) this.#change({ version: this.#state.version + 1 });
    return result;
  }

  #count(indexed: number, known: number): void {
    const before = this.#state.progress ?? { indexed: 0, known: 0 };
    const progress: Progress = { indexed: before.indexed + indexed, known: before.known + known };
    const isOver = progress.indexed >= progress.known && (this.#feeds === 0 || progress.known === 0);
    if (isOver && this.#state.progress === undefined) return;
    this.#change({ progress: isOver ? undefined : progress });
  }

  #change(change: Partial<EngineState>): void {
    this.#state = { ...this.#state, ...change };
    this.#changes.notify();
  }

  #receive({ id, value, error }: WorkerReply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.done(value);
    else waiting?.failed(new Error(error));
  }
}
