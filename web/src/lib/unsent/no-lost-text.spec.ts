import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postArticle } from "#contracts/article/api";
import type { StoredContent, StoredDraft } from "#contracts/drafts/api";
import { refusals } from "#contracts/errors";
import { oneJobAtATime } from "#contracts/jobs";
import { ApiError } from "../calls/api-error.ts";
import type { DraftServer } from "./draft-server.ts";
import { type DraftState, EditorDraft, type Reading } from "./editor-draft.ts";
import { deleteEndedRows } from "./ended-rows.ts";
import type { FoundDraft } from "./found-draft.ts";
import { Outbox } from "./outbox.ts";
import { submittedAs } from "./queued-command.ts";
import {
  isInTrash,
  isQueued,
  loggedOut,
  type PostRecord,
  type QueuedRecord,
  returned,
  type UnsentRecord,
} from "./record.ts";
import { type Disk, type Range, rangeOf, UnsentStore } from "./store.ts";

const callTimeoutMs = 5000;
const key = "article-new-12";
const members = ["acorn", "penguin"] as const;
type Member = (typeof members)[number];
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
const never = new Promise<never>(() => {});
/** Every typed word is different, so that a lost one can be named. */
const wordsIn = (html: string) => html.split(" ").filter((word) => word !== "");
const wordsOf = (records: readonly UnsentRecord[]) =>
  records.flatMap((one) => (one.kind === "post" ? wordsIn(one.fields.html) : []));

/** The server, two devices and their connections, in memory: as slow and unreliable as `random` makes them. */
class World {
  readonly rows = { acorn: new Map<string, StoredDraft>(), penguin: new Map<string, StoredDraft>() };
  readonly posted = new Set<string>();
  readonly executed = new Set<string>();
  /** Words that a row has contained. */
  readonly atServer = new Set<string>();
  /** When a command was deleted, or its text reopened, by its key. */
  readonly cancelledAt = new Map<string, number>();
  /** Commands that were sent after that. */
  readonly sentTooLate: string[] = [];
  /** Words that their writer has deleted or discarded, or whose loss was announced. */
  readonly ended = new Set<string>();
  readonly typed: { readonly word: string; readonly member: Member }[] = [];
  readonly devices = [new Device(this), new Device(this)] as const;
  isCalm = false;
  /** Fixed latency of a request in each direction. */
  slowMs: number | undefined;
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  random(below: number): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.#seed / 2_147_483_648) * below);
  }

  end(words: Iterable<string>): void {
    for (const word of words) this.ended.add(word);
  }

  /** A member may only send what this member has written. */
  post(member: Member, idempotencyKey: string, text: string): void {
    if (this.executed.has(idempotencyKey)) return;
    if (!this.isCalm && this.random(8) === 0) throw new ApiError(refusals["author-not-in-team"]);
    this.executed.add(idempotencyKey);
    for (const word of wordsIn(text)) {
      expect(this.typed.find((one) => one.word === word)?.member).toBe(member);
      this.posted.add(word);
    }
  }
}

class Device {
  isConnected = true;
  /** Whether the browser has no room for another record. */
  isFull = false;
  hasRoomSince = 0;
  /** Who is logged in. */
  member: Member | null = "acorn";
  readonly records = new Map<string, UnsentRecord>();
  readonly pages: [Page, Page];
  readonly world: World;
  readonly #inTurn = oneJobAtATime();

  constructor(world: World) {
    this.world = world;
    this.pages = [new Page(this), new Page(this)];
  }

  recordsOf(range: Range): readonly UnsentRecord[] {
    return [...this.records.values()].filter((one) => range.every((part, n) => part === rangeOf(one)[n]));
  }

  /** A request of a page: it may be delayed, be lost in either direction, or arrive after its sender has timed out. */
  async request<T>(isAlive: () => boolean, work: () => T): Promise<T> {
    const { world } = this;
    const slow = () => world.slowMs ?? world.random(world.isCalm || world.random(4) > 0 ? 300 : 7000);
    const there = slow();
    const back = slow();
    const isLost = () => !this.isConnected || (!world.isCalm && world.random(12) === 0);
    const arrival = wait(there).then(() => {
      if (isLost()) throw new ApiError({});
      return work();
    });
    const answer = arrival.finally(() => wait(back));
    const result = Promise.race([
      answer.then(
        (value) => (isLost() ? Promise.reject(new ApiError({})) : value),
        (error) => Promise.reject(isLost() ? new ApiError({}) : error),
      ),
      wait(callTimeoutMs).then(() => Promise.reject(new ApiError({}))),
    ]);
    result.catch(() => {});
    return isAlive() ? result.finally(() => (isAlive() ? undefined : never)) : never;
  }

  /** As a Web Lock, which ends with its page. */
  inLock<T>(page: Page, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const held = () =>
        new Promise<void>((release) => {
          page.onKill(release);
          if (!page.isAlive) return release();
          void work().finally(release).then(resolve, reject);
        });
      void this.#inTurn(held);
    });
  }

  /** The member has agreed to the deletion of what waits; the trash is deleted, too. */
  logOut(): void {
    const { member, world } = this;
    if (member === null) return;
    const agreed = this.recordsOf([member]).filter((one) => isQueued(one) || isInTrash(one));
    world.end(wordsOf(agreed));
    for (const { store } of this.pages)
      world.end(wordsOf(store.all().filter((one) => isQueued(one) || isInTrash(one))));
    this.member = null;
    for (const page of this.pages) void page.store.keep([member], loggedOut);
  }

  logIn(member: Member): void {
    this.member = member;
    for (const page of this.pages) void page.outbox.wake();
  }
}

/** A tab of a device: it is open until it is killed. */
class Page {
  isAlive = true;
  readonly device: Device;
  readonly store: UnsentStore;
  readonly outbox: Outbox;
  tab: Tab | undefined;
  readonly #killed: (() => void)[] = [];

  constructor(device: Device) {
    this.device = device;
    const { world } = device;
    this.store = new UnsentStore(this.#disk(), (range) => {
      for (const page of device.pages)
        if (page !== this)
          void wait(world.random(50)).then(async () => {
            if (page.isAlive) await page.store.read(...range);
          });
    });
    this.outbox = new Outbox({
      store: this.store,
      send: ({ options, key }) => {
        const cancelledAt = world.cancelledAt.get(key) ?? Number.POSITIVE_INFINITY;
        // A transaction that found it may take as long as this.
        if (Date.now() - cancelledAt > 100) world.sentTooLate.push(key);
        return this.post(key, String(options.body?.articleBody));
      },
      member: () => device.member,
      isOnline: () => device.isConnected,
      inLock: (work) => device.inLock(this, work),
      onSent: () => {},
      onEnded: ({ memberId }) =>
        void deleteEndedRows(this.store, this.server(memberId as Member), memberId, key),
    });
  }

  readonly #isAlive = () => this.isAlive;

  async post(idempotencyKey: string, text: string) {
    const { device } = this;
    const { member } = device;
    if (member === null) throw new ApiError({});
    await device.request(this.#isAlive, () => device.world.post(member, idempotencyKey, text));
    return { data: null, message: null, revision: null };
  }

  onKill(release: () => void): void {
    this.#killed.push(release);
  }

  kill(): void {
    this.isAlive = false;
    this.outbox.stop();
    for (const release of this.#killed) release();
  }

  /** A transaction is immediate and in order; the page learns its result a little later. */
  #disk(): Disk {
    const { device } = this;
    const { records, world } = device;
    const transaction = async (work: () => void) => {
      if (!this.isAlive) return never;
      let failure: unknown;
      try {
        work();
      } catch (error) {
        failure = error;
      }
      await wait(world.random(50));
      if (failure !== undefined) throw failure;
      return this.isAlive ? undefined : never;
    };
    const store = (put: readonly UnsentRecord[]) => {
      if (device.isFull && put.length > 0) throw new DOMException("full", "QuotaExceededError");
      for (const one of put) records.set(one.id, one);
    };
    return {
      change: (range, work) =>
        transaction(() => {
          const { put = [], remove = [] } = work(device.recordsOf(range));
          store(put);
          for (const { id } of remove) records.delete(id);
        }),
      async read(range) {
        await transaction(() => {});
        return device.recordsOf(range);
      },
      put: (record) => transaction(() => store([record])),
      all: async () => [...records.values()],
    };
  }

  /** Behaves like services/drafts. */
  server(owner: Member): DraftServer {
    const { device } = this;
    const { world } = device;
    const rows = world.rows[owner];
    const ask = async <T>(work: () => T) => {
      if (device.member !== owner) throw new ApiError({});
      return device.request(this.#isAlive, work);
    };
    return {
      list: () => ask(() => [...rows.values()]),
      put: (draftId, content: StoredContent) =>
        ask(() => {
          const before = rows.get(draftId);
          const newer = before && before.at > content.at ? before : content;
          const draftRevision = before ? before.draftRevision + 1 : world.random(1_000_000_000);
          rows.set(draftId, { ...newer, draftId, draftRevision, hasPicture: false });
          for (const word of wordsIn(newer.html)) world.atServer.add(word);
          return draftRevision;
        }),
      putPicture: () => ask(() => undefined),
      picture: () => ask(() => new File([], "picture.jpg")),
      remove: (draftId, ifMatch) =>
        ask(() => {
          const row = rows.get(draftId);
          if (row && ifMatch !== undefined && row.draftRevision !== ifMatch)
            throw new ApiError(refusals["stale-revision"]);
          rows.delete(draftId);
        }),
    };
  }
}

/** The form, as in web/src/editor/writing. */
class Tab {
  readonly page: Page;
  readonly owner: Member;
  text = "";
  isReady = false;
  isSending = false;
  isClosed = false;
  state: DraftState = "none";
  question: { readonly found: FoundDraft; readonly isLate: boolean } | undefined;
  readonly draft: EditorDraft;

  constructor(page: Page, owner: Member) {
    this.page = page;
    this.owner = owner;
    page.tab = this;
    this.draft = new EditorDraft({
      store: page.store,
      server: page.server(owner),
      memberId: owner,
      key,
      onState: (state) => {
        this.state = state;
      },
      onLate: (found) => this.#ask(found, true),
    });
    void this.draft.find().then((found) => {
      if (found) this.#ask(found, false);
      else this.isReady = true;
    });
  }

  get #world() {
    return this.page.device.world;
  }
  get takesInput() {
    return this.isReady && !this.question && !this.isSending;
  }

  #ask(found: FoundDraft, isLate: boolean) {
    if (this.isClosed) return;
    for (const word of wordsIn(found.fields.html))
      expect(this.#world.typed.find((one) => one.word === word)?.member).toBe(this.owner);
    if (found.fields.html !== this.text && !this.question) this.question = { found, isLate };
    else this.isReady = true;
  }

  type(word: string) {
    this.text = `${this.text} ${word}`.trim();
    this.#world.typed.push({ word, member: this.owner });
    this.draft.keep(this.read);
  }

  empty() {
    this.#world.end(wordsIn(this.text));
    this.text = "";
    this.draft.keep(this.read);
  }

  readonly read = (): Reading => {
    if (this.text === "") return "empty";
    const fields = { title: "", category: null, contact: "", html: this.text, revision: null, postId: null };
    return { fields, picture: undefined, room: undefined };
  };

  answer(answer: "resume" | "reject" | "leave") {
    if (!this.question) return;
    const { found } = this.question;
    this.question = undefined;
    this.isReady = true;
    if (answer === "leave") return;
    if (answer === "resume") this.takeBack(found);
    else {
      this.#world.end(wordsIn(found.fields.html));
      void this.draft.reject(found);
    }
  }

  takeBack(found: FoundDraft) {
    void this.draft.takeOver(found);
    this.text = found.fields.html;
  }

  async save() {
    const { text, page, draft } = this;
    this.isSending = true;
    const command = {
      endpoint: postArticle,
      options: { body: { articleBody: text } },
      key: crypto.randomUUID(),
    };
    const about = { teamId: 12, teamName: "", day: null };
    const record = draft.submitted(this.read) as PostRecord;
    try {
      if (page.device.member !== this.owner) throw new ApiError({});
      const { kind } = await page.outbox.submit(submittedAs(record, command, about), () => !this.isClosed);
      if (kind === "full") throw new ApiError({});
      if (kind === "unstored") await page.post(command.key, text);
      if (kind === "queued") this.close();
      else if (!this.isClosed) this.#end(() => draft.clear());
    } catch {
      this.isSending = false;
    }
  }

  /** The page shows another address. */
  close() {
    this.#end(() => this.draft.close());
  }

  /** The page is killed: calls already made to device and network still take effect. */
  kill() {
    this.draft.leave();
    const { device, store } = this.page;
    const wasFull = device.isFull || Date.now() - device.hasRoomSince < 100;
    const isStored = this.state === "stored" || this.state === "here";
    // The note below the text, and the question on leaving it, do not say that it is stored.
    if (wasFull && !isStored) this.#world.end(wordsIn(this.text));
    const isOnlyInTab = (one: UnsentRecord) => one.at > (device.records.get(one.id)?.at ?? -1);
    this.#world.end(
      wordsOf(store.all().filter((one) => one.id !== this.draft.current?.id && isOnlyInTab(one))),
    );
    this.page.kill();
  }

  #end(how: () => void) {
    how();
    this.isClosed = true;
    this.question = undefined;
    if (this.page.tab === this) this.page.tab = undefined;
  }
}

const step = fc.record({
  page: fc.nat({ max: 3 }),
  /** Index of the possible action. */
  choice: fc.nat({ max: 1000 }),
  /** Time that passes afterwards. */
  ms: fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 4000 }), fc.nat({ max: 9000 })),
});

type Act = readonly [name: string, run: () => void];
const times = (count: number, act: Act): Act[] => Array.from({ length: count }, () => act);

function possible(world: World, device: Device, at: 0 | 1): Act[] {
  const page = device.pages[at];
  const { tab } = page;
  const { member } = device;
  const connect: Act = [
    device.isConnected ? "cut" : "connect",
    () => {
      device.isConnected = !device.isConnected;
      if (device.isConnected) for (const { outbox } of device.pages) void outbox.wake();
    },
  ];
  const fill: Act = [
    device.isFull ? "make room" : "fill the storage",
    () => {
      device.isFull = !device.isFull;
      device.hasRoomSince = Date.now();
    },
  ];
  const logIn: Act = ["log in", () => device.logIn(members[world.random(4) === 0 ? 1 : 0])];
  const ofDevice = [
    ...times(device.isConnected ? 2 : 6, connect),
    ...times(device.isFull ? 6 : 1, fill),
    ...(member === null ? times(9, logIn) : [["log out", () => device.logOut()] as const]),
  ];
  if (!tab)
    return [...(member === null ? [] : times(12, ["open", () => new Tab(page, member)])), ...ofDevice];
  const kill: Act = [
    "kill",
    () => {
      tab.kill();
      device.pages[at] = new Page(device);
      void device.pages[at].store.load().then(() => device.pages[at].outbox.wake());
    },
  ];
  const answers = [
    "resume",
    "resume",
    "reject",
    ...(tab.question?.isLate ? ["leave" as const] : []),
  ] as const;
  const [waiting] = page.store
    .all()
    .filter(isQueued)
    .filter(({ command }) => !command.isSending);
  const ofOutbox: Act[] = waiting
    ? [
        ["delete", () => void deleteWaiting(page, waiting)],
        ["reopen", () => void reopen(page, waiting)],
      ]
    : [];
  const [inTrash] = page.store
    .all()
    .filter(isInTrash)
    .filter(({ memberId }) => memberId === tab.owner);
  return [
    ...ofDevice,
    ...ofOutbox.flatMap((act) => times(4, act)),
    ["close", () => tab.close()],
    kill,
    ...(tab.question ? answers.flatMap((answer) => times(4, [answer, () => tab.answer(answer)])) : []),
    ...(tab.takesInput ? times(16, ["type", () => tab.type(`w${world.typed.length}`)]) : []),
    ...(tab.takesInput && inTrash
      ? [["take back", () => tab.takeBack({ ...inTrash, alike: [inTrash] })] as const]
      : []),
    ...(tab.takesInput && tab.text !== ""
      ? ([...times(3, ["save", () => void tab.save()]), ["empty", () => tab.empty()]] as const)
      : []),
  ];
}

async function deleteWaiting(page: Page, waiting: QueuedRecord) {
  page.device.world.end(wordsOf(page.device.recordsOf(rangeOf(waiting))));
  const isRemoved = await page.outbox.remove(waiting).then(
    () => true,
    () => false,
  );
  if (isRemoved) page.device.world.cancelledAt.set(waiting.command.key, Date.now());
}

/** As in web/src/features/team/outbox. */
async function reopen(page: Page, waiting: QueuedRecord) {
  const key = await page.store
    .change<string>(rangeOf(waiting), ([stored]) => {
      if (!stored || !isQueued(stored)) return {};
      return {
        put: [{ ...returned(stored), at: Math.max(Date.now(), stored.at + 1), isSynced: false }],
        result: stored.command.key,
      };
    })
    .catch(() => undefined);
  if (key !== undefined) page.device.world.cancelledAt.set(key, Date.now());
}

/** Words that the server had, and has no longer, although they are neither sent nor in the trash of a device. */
function lostAtServer(world: World): readonly string[] {
  const rows = members.flatMap((member) => [...world.rows[member].values()]);
  const inTrash = world.devices.flatMap(({ records }) => wordsOf([...records.values()].filter(isInTrash)));
  const kept = new Set([...rows.flatMap(({ html }) => wordsIn(html)), ...inTrash]);
  return [...world.atServer].filter(
    (word) => ![kept, world.posted, world.ended].some((words) => words.has(word)),
  );
}

/** Opens the form in all pages of a device until no draft is offered any more, and returns all words found. */
async function wordsAt(device: Device): Promise<Set<string>> {
  const words = new Set<string>();
  const note = (found: Iterable<string>) => {
    for (const word of found) words.add(word);
  };
  const pages = [...device.pages, new Page(device)];
  for (const member of members)
    for (const page of pages) {
      void page.store.load();
      device.logIn(member);
      await vi.advanceTimersByTimeAsync(2000);
      for (let round = 0; round < 40; round += 1) {
        const tab = new Tab(page, member);
        await vi.advanceTimersByTimeAsync(6000);
        const own = page.store.all().filter(({ memberId }) => memberId === member);
        note(wordsOf(own.filter((one) => isQueued(one) || isInTrash(one))));
        const { question } = tab;
        if (question) note(wordsIn(question.found.fields.html));
        tab.answer("reject");
        await vi.advanceTimersByTimeAsync(3000);
        tab.close();
        if (!question) break;
      }
    }
  return words;
}

async function lostWords(world: World): Promise<readonly string[]> {
  for (const device of world.devices) {
    device.isConnected = true;
    device.isFull = false;
    for (const { tab } of device.pages) tab?.close();
  }
  world.isCalm = true;
  await vi.advanceTimersByTimeAsync(30_000);
  const one = await wordsAt(world.devices[0]);
  const other = await wordsAt(world.devices[1]);
  return world.typed
    .map(({ word }) => word)
    .filter((word) => ![one, other, world.posted, world.ended].some((words) => words.has(word)));
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-21T03:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

it("loses no text in any order of events on two devices with two tabs each", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.array(step, { minLength: 20, maxLength: 120 }),
      async (seed, steps) => {
        const world = new World(seed);
        const log: string[] = [];
        for (const { page, choice, ms } of steps) {
          const acts = possible(world, world.devices[page > 1 ? 1 : 0], page % 2 === 0 ? 0 : 1);
          const [name, run] = acts[choice % acts.length] as Act;
          log.push(`${name} in ${page}, ${ms} ms`);
          run();
          await vi.advanceTimersByTimeAsync(ms);
          // Any device may be lost at any time.
          expect([lostAtServer(world), world.sentTooLate], log.join("\n")).toEqual([[], []]);
        }
        expect(await lostWords(world), log.join("\n")).toEqual([]);
        vi.clearAllTimers();
      },
    ),
    { numRuns: Number(process.env.RUNS_OF_DRAFTS ?? 300), endOnFailure: true },
  );
}, 120_000);

it("loses no word of a device that types beside another's draft and whose tab is closed, 50 of 50 times", async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const world = new World(seed);
    world.isCalm = true;
    const [one, other] = world.devices;
    const before = new Tab(one.pages[0], "acorn");
    await vi.advanceTimersByTimeAsync(1000);
    for (let word = 0; word < 10; word += 1) before.type(`a${word}`);
    await vi.advanceTimersByTimeAsync(3000);
    before.kill();
    const written = world.typed.length;
    // Some responses arrive within the timeout of the form, others after it.
    world.slowMs = 900 + 10 * seed;
    const at = new Tab(other.pages[0], "acorn");
    const goesOn = seed % 2 === 0;
    for (let ms = 0; ms < 5000; ms += 50) {
      if (at.question?.isLate) at.answer(goesOn ? "resume" : "leave");
      else if (at.question) at.answer("resume");
      if (at.takesInput) at.type(`b${ms}`);
      await vi.advanceTimersByTimeAsync(50);
    }
    at.kill();
    one.pages[0] = new Page(one);
    other.pages[0] = new Page(other);
    expect(world.typed.length).toBeGreaterThan(written + 20);
    world.slowMs = undefined;
    expect(await lostWords(world), `round ${seed}`).toEqual([]);
    vi.clearAllTimers();
  }
}, 120_000);
