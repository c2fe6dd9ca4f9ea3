import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StoredContent, StoredDraft } from "#contracts/drafts/api";
import { refusals } from "#contracts/errors";
import { ApiError } from "../calls/api-error.ts";
import type { FoundDraft } from "./choose-draft.ts";
import type { DeviceDraft, DraftDevice, EndedDraft } from "./draft-device.ts";
import type { DraftServer } from "./draft-server.ts";
import { type OpenDraft, openDraft } from "./open-draft.ts";

const callTimeoutMs = 5000;
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
const never = new Promise<never>(() => {});
/** Every typed word is different, so that a lost one can be named. */
const wordsIn = (html: string) => html.split(" ").filter((word) => word !== "");

/** The server, two devices and their connections, in memory: as slow and unreliable as `random` makes them. */
class World {
  readonly rows = new Map<string, StoredDraft>();
  readonly posted = new Set<string>();
  /** Words that their writer has deleted or discarded. */
  readonly ended = new Set<string>();
  readonly typed: string[] = [];
  readonly devices = [new Device(this), new Device(this)];
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
}

class Device {
  isConnected = true;
  readonly drafts = new Map<string, DeviceDraft | EndedDraft>();
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** A request of a tab: it may be delayed, be lost in either direction, or arrive after its sender has timed out. */
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

  /** A transaction on the device: immediate and in order; the tab learns its result a little later. */
  async change<T>(isAlive: () => boolean, work: () => T): Promise<T> {
    if (!isAlive()) return never;
    const result = work();
    await wait(this.world.random(50));
    return isAlive() ? result : never;
  }
}

const isEnded = (row: DeviceDraft | EndedDraft | undefined): row is EndedDraft =>
  row !== undefined && "isMoved" in row;

const deviceOf = (device: Device, isAlive: () => boolean): DraftDevice => {
  const { drafts } = device;
  return {
    read: () =>
      device.change(isAlive, () => ({
        drafts: [...drafts.values()].filter((row) => !isEnded(row)) as DeviceDraft[],
        ended: [...drafts.values()].filter(isEnded),
      })),
    write: (draft, spareId) =>
      device.change(isAlive, () => {
        const before = drafts.get(draft.draftId);
        if (before && draft.at <= before.at && (!isEnded(before) || before.isMoved)) return draft.draftId;
        const draftId = isEnded(before) ? spareId : draft.draftId;
        drafts.set(draftId, { ...draft, draftId, isSynced: false });
        return draftId;
      }),
    writeNow: (draft) =>
      device.change(isAlive, () => drafts.set(draft.draftId, { ...draft, isSynced: false })),
    markSynced: (draftId, at) =>
      device.change(isAlive, () => {
        const row = drafts.get(draftId);
        if (isEnded(row)) return false;
        if (row?.at === at) drafts.set(draftId, { ...row, isSynced: true });
        return true;
      }),
    end: (ended) =>
      device.change(isAlive, () => {
        const row = drafts.get(ended.draftId);
        if (row && row.at > ended.at) return false;
        drafts.set(ended.draftId, ended);
        return true;
      }),
  };
};

/** Behaves like services/drafts. */
const serverOf = (device: Device, isAlive: () => boolean): DraftServer => {
  const { world } = device;
  const ask = <T>(work: () => T) => device.request(isAlive, work);
  return {
    list: () => ask(() => [...world.rows.values()]),
    put: (draftId, content: StoredContent) =>
      ask(() => {
        const before = world.rows.get(draftId);
        const newer = before && before.at > content.at ? before : content;
        const draftRevision = before ? before.draftRevision + 1 : world.random(1_000_000_000);
        world.rows.set(draftId, { ...newer, draftId, draftRevision, hasPicture: false });
      }),
    putPicture: () => ask(() => undefined),
    picture: () => ask(() => new File([], "picture.jpg")),
    remove: (draftId, ifMatch) =>
      ask(() => {
        const row = world.rows.get(draftId);
        if (row && ifMatch !== undefined && row.draftRevision !== ifMatch)
          throw new ApiError(refusals["stale-revision"]);
        world.rows.delete(draftId);
      }),
  };
};

/** A tab with the form, as in web/src/editor/writing. */
class Tab {
  readonly device: Device;
  text = "";
  hasTyped = false;
  isReady = false;
  isSending = false;
  question: { readonly found: FoundDraft; readonly isLate: boolean } | undefined;
  isAlive = true;
  readonly draft: OpenDraft;

  constructor(device: Device) {
    this.device = device;
    const isAlive = () => this.isAlive;
    this.draft = openDraft({
      device: deviceOf(device, isAlive),
      server: serverOf(device, isAlive),
      onState() {},
      onLate: (found) => this.#ask(found, true),
    });
    void this.draft.find().then((found) => {
      if (found) this.#ask(found, false);
      else this.isReady = true;
    });
  }

  get takesInput() {
    return this.isAlive && this.isReady && !this.question && !this.isSending;
  }

  #ask(found: FoundDraft, isLate: boolean) {
    if (found.html !== this.text && !this.question) this.question = { found, isLate };
  }

  type(word: string) {
    this.text = `${this.text} ${word}`.trim();
    this.device.world.typed.push(word);
    this.hasTyped = true;
    this.draft.keep(() => this.#read());
  }

  empty() {
    for (const word of wordsIn(this.text)) this.device.world.ended.add(word);
    this.text = "";
    this.draft.keep(() => this.#read());
  }

  #read() {
    if (this.text === "") return "empty" as const;
    return {
      title: "",
      category: null,
      contact: "",
      html: this.text,
      revision: null,
      postId: null,
      picture: undefined,
    };
  }

  answer(answer: "resume" | "discard" | "leave") {
    if (!this.question) return;
    const { found } = this.question;
    this.question = undefined;
    this.isReady = true;
    if (answer === "leave") return;
    if (answer === "resume") {
      void this.draft.takeOver(found);
      this.text = found.html;
      return;
    }
    for (const word of wordsIn(found.html)) this.device.world.ended.add(word);
    void this.draft.discard(found);
  }

  async save() {
    const { text } = this;
    const { posted } = this.device.world;
    this.isSending = true;
    try {
      await this.device.request(
        () => this.isAlive,
        () => {
          for (const word of wordsIn(text)) posted.add(word);
        },
      );
      this.draft.clear();
      this.isAlive = false;
    } catch {
      this.isSending = false;
    }
  }

  /** The tab navigates to another page. */
  close() {
    this.draft.close();
    this.question = undefined;
    this.isReady = false;
  }

  /** The tab is killed: calls already made to device and network still take effect. */
  kill() {
    this.draft.leave();
    this.isAlive = false;
  }
}

const step = fc.record({
  tab: fc.nat({ max: 3 }),
  /** Index of the possible action. */
  choice: fc.nat({ max: 1000 }),
  /** Time that passes afterwards. */
  ms: fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 4000 }), fc.nat({ max: 9000 })),
});

type Act = readonly [name: string, run: () => void];
const times = (count: number, act: Act): Act[] => Array.from({ length: count }, () => act);

function possible(world: World, tabs: (Tab | undefined)[], index: number): Act[] {
  const device = world.devices[index >> 1] as Device;
  const line: Act = [
    device.isConnected ? "cut" : "connect",
    () => {
      device.isConnected = !device.isConnected;
    },
  ];
  const tab = tabs[index];
  if (!tab?.isAlive)
    return [
      ...times(4, [
        "open",
        () => {
          tabs[index] = new Tab(device);
        },
      ]),
      line,
    ];
  const gone = (end: "close" | "kill"): Act => [
    end,
    () => {
      tab[end]();
      tabs[index] = undefined;
    },
  ];
  const answers = [
    "resume",
    "resume",
    "discard",
    ...(tab.question?.isLate ? (["leave"] as const) : []),
  ] as const;
  return [
    line,
    gone("close"),
    gone("kill"),
    ...(tab.question ? answers.map((answer): Act => [answer, () => tab.answer(answer)]) : []),
    ...(tab.takesInput ? times(6, ["type", () => tab.type(`w${world.typed.length}`)]) : []),
    ...(tab.takesInput && tab.text !== ""
      ? ([
          ["save", () => void tab.save()],
          ["empty", () => tab.empty()],
        ] as const)
      : []),
  ];
}

/** Opens the form on each device until no draft is offered any more, and returns all words found. */
async function wordsOffered(world: World): Promise<Set<string>> {
  const words = new Set<string>();
  for (const device of world.devices) {
    for (let round = 0; round < 40; round += 1) {
      const tab = new Tab(device);
      await vi.advanceTimersByTimeAsync(6000);
      const { question } = tab;
      if (!question) {
        tab.close();
        break;
      }
      for (const word of wordsIn(question.found.html)) words.add(word);
      tab.answer("discard");
      await vi.advanceTimersByTimeAsync(3000);
      tab.close();
    }
  }
  return words;
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
      fc.array(step, { minLength: 5, maxLength: 80 }),
      async (seed, steps) => {
        const world = new World(seed);
        const tabs: (Tab | undefined)[] = [];
        const log: string[] = [];
        for (const { tab, choice, ms } of steps) {
          const acts = possible(world, tabs, tab);
          const [name, run] = acts[choice % acts.length] as Act;
          log.push(`${name} in ${tab}, ${ms} ms`);
          run();
          await vi.advanceTimersByTimeAsync(ms);
        }
        for (const tab of tabs) tab?.close();
        for (const device of world.devices) device.isConnected = true;
        world.isCalm = true;
        await vi.advanceTimersByTimeAsync(30_000);
        const offered = await wordsOffered(world);
        const lost = world.typed.filter(
          (word) => !offered.has(word) && !world.posted.has(word) && !world.ended.has(word),
        );
        expect(lost, log.join("\n")).toEqual([]);
        vi.clearAllTimers();
      },
    ),
    { numRuns: Number(process.env.RUNS_OF_DRAFTS ?? 300) },
  );
}, 120_000);

it("loses no word of a device that types beside another's draft and whose tab is closed, 50 of 50 times", async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const world = new World(seed);
    world.isCalm = true;
    const [one, other] = world.devices as [Device, Device];
    const before = new Tab(one);
    await vi.advanceTimersByTimeAsync(1000);
    for (let word = 0; word < 10; word += 1) before.type(`a${word}`);
    await vi.advanceTimersByTimeAsync(3000);
    before.kill();
    const written = [...world.typed];
    // Some responses arrive within the timeout of the form, others after it.
    world.slowMs = 900 + 10 * seed;
    const at = new Tab(other);
    const goesOn = seed % 2 === 0;
    for (let ms = 0; ms < 5000; ms += 50) {
      if (at.question?.isLate) at.answer(goesOn ? "resume" : "leave");
      else if (at.question) at.answer("resume");
      if (at.takesInput) at.type(`b${ms}`);
      await vi.advanceTimersByTimeAsync(50);
    }
    at.kill();
    expect(world.typed.length).toBeGreaterThan(written.length + 20);
    world.slowMs = undefined;
    await vi.advanceTimersByTimeAsync(30_000);
    const offered = await wordsOffered(world);
    expect(
      world.typed.filter((word) => !offered.has(word)),
      `round ${seed}`,
    ).toEqual([]);
    vi.clearAllTimers();
  }
}, 120_000);
