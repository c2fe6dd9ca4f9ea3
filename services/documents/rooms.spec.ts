import { expect, it, onTestFinished, vi } from "vitest";
import * as Y from "yjs";
import { documentLimits } from "#contracts/documents/api";
import { createCopies } from "./copies.ts";
import type { Guest, RoomContext } from "./room-context.ts";
import { roomNamed } from "./room-name.ts";
import { createRooms } from "./rooms.ts";
import type { UpdateLog } from "./update-log.ts";

const owner = "0b9f7f0e-3c1d-4d53-9a37-2f6b1d9c8e11";
const draft = roomNamed(`draft/${owner}/article/301`)!;
const problem = roomNamed("subject/12/2026-11-21")!;

/** Keeps in memory, and each thing only when the test lets it: `go` what waits, `goOn` whatever comes. */
function gatedLog() {
  const kept: Uint8Array[] = [];
  let waiting: (() => void)[] = [];
  let isOpen = false;
  const gate = () =>
    new Promise<void>((resolve) => {
      if (isOpen) resolve();
      else waiting.push(resolve);
    });
  const head = () => ({ birth: kept.length > 0 ? 1 : 0, generation: -1, seq: kept.length });
  const log = {
    async open() {
      const now = { ...head(), updates: [...kept] };
      await gate();
      return now;
    },
    async since(_: unknown, { seq }: { seq: number }) {
      return { ...head(), updates: kept.slice(seq) };
    },
    async append(_: unknown, _at: unknown, update: Uint8Array) {
      await gate();
      kept.push(update);
      return { birth: 1, seq: kept.length };
    },
    heads: async () => new Map(kept.length > 0 ? [[draft.id, head()]] : []),
    markBlank: async () => {},
  };
  function go(): void {
    const now = waiting;
    waiting = [];
    for (const resolve of now) resolve();
  }
  return {
    log: log as unknown as UpdateLog,
    kept,
    waiting: () => waiting.length,
    go,
    goOn() {
      isOpen = true;
      go();
    },
  };
}

function site(over: Partial<RoomContext> = {}) {
  const gated = gatedLog();
  const copies = createCopies();
  const rooms = createRooms({
    log: gated.log,
    copies,
    limits: { ...documentLimits, batchMs: 0 },
    sourceOf: async () => ({ generation: -1, revision: null }),
    tellWritten: () => {},
    tellAwareness: () => {},
    onUpdate: () => {},
    onFailed: () => {},
    ...over,
  });
  onTestFinished(async () => {
    gated.goOn();
    await rooms.close();
    await copies.close();
  });
  return { rooms, ...gated, openCount: () => [...rooms.open()].length };
}

const guest = () => {
  const heard: Uint8Array[] = [];
  return {
    member: owner,
    stateOf: () => ({}),
    send: (message: Uint8Array) => void heard.push(message),
    end: vi.fn(),
    heard,
  } satisfies Guest & { heard: Uint8Array[] };
};

const word = (text: string) => {
  const doc = new Y.Doc();
  doc.getText("text").insert(0, text);
  return { type: "update", update: Y.encodeStateAsUpdate(doc) } as const;
};

const textOf = (updates: readonly Uint8Array[]) => {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  return doc.getText("text").toString();
};

/** So many turns of the event loop's microtasks. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await undefined;
}

const entered = async (promise: ReturnType<ReturnType<typeof createRooms>["enter"]>) => {
  const room = await promise;
  if (room === "too-many") throw new Error("no place");
  return room;
};

it("brings two who enter at the same moment into one room", async () => {
  const { rooms, goOn, openCount } = site();
  const both = [entered(rooms.enter(draft, guest())), entered(rooms.enter(draft, guest()))];
  goOn();
  const [one, other] = await Promise.all(both);
  expect(one).toBe(other);
  expect(openCount()).toBe(1);
});

// The last one leaves, and after so many turns somebody enters: before, while and after the room is closed.
it.each(Array.from({ length: 12 }, (_, count) => count))(
  "has whoever enters %i turns after the last one has left in the very room that others find",
  async (count) => {
    const { rooms, goOn } = site();
    goOn();
    const last = guest();
    rooms.leave(await entered(rooms.enter(draft, last)), last);
    await turns(count);
    const late = guest();
    const room = await entered(rooms.enter(draft, late));
    await turns(20);
    expect(rooms.find(draft.id)).toBe(room);
    expect(room.isOver).toBe(false);
    // Who comes now meets them.
    expect(await entered(rooms.enter(draft, guest()))).toBe(room);
    expect(room.guests.size).toBe(2);
  },
);

// The same while the last word of the last one is being kept: the room is closed as soon as it is.
it.each(Array.from({ length: 16 }, (_, count) => count))(
  "has whoever enters %i turns after the last word was kept in the very room that others find",
  async (count) => {
    const { rooms, go, goOn, waiting } = site();
    const last = guest();
    const opening = entered(rooms.enter(draft, last));
    go();
    const former = await opening;
    await former.hear(last, word("끝말"));
    rooms.leave(former, last);
    await vi.waitFor(() => expect(waiting()).toBe(1));
    goOn();
    await turns(count);
    const room = await entered(rooms.enter(draft, guest()));
    await turns(20);
    expect(rooms.find(draft.id)).toBe(room);
    expect(room.isOver).toBe(false);
    expect(await entered(rooms.enter(draft, guest()))).toBe(room);
  },
);

it("keeps what the last one said before the room is closed, and lets nobody into a second one meanwhile", async () => {
  const { rooms, kept, goOn, waiting, go, openCount } = site();
  const last = guest();
  const opening = entered(rooms.enter(draft, last));
  go();
  const room = await opening;
  await room.hear(last, word("끝말"));
  rooms.leave(room, last);
  await vi.waitFor(() => expect(waiting()).toBe(1));
  expect(openCount()).toBe(1);
  const late = guest();
  expect(await entered(rooms.enter(draft, late))).toBe(room);
  rooms.leave(room, late);
  await turns(20);
  expect(openCount()).toBe(1);
  goOn();
  await vi.waitFor(() => expect(openCount()).toBe(0));
  expect(textOf(kept)).toBe("끝말");
});

it("closes once when somebody comes, writes and leaves while the word of another is being kept", async () => {
  const { rooms, kept, waiting, go, goOn, openCount } = site();
  const [first, second] = [guest(), guest()];
  const opening = entered(rooms.enter(draft, first));
  go();
  const room = await opening;
  await room.hear(first, word("하나"));
  rooms.leave(room, first);
  await vi.waitFor(() => expect(waiting()).toBe(1));
  await entered(rooms.enter(draft, second));
  await room.hear(second, word("둘"));
  rooms.leave(room, second);
  // The first word is kept; the second still waits.
  go();
  await vi.waitFor(() => expect(kept.length).toBe(1));
  await vi.waitFor(() => expect(waiting()).toBe(1));
  expect(rooms.find(draft.id)).toBe(room);
  goOn();
  await vi.waitFor(() => expect(openCount()).toBe(0));
  expect(textOf(kept)).toContain("하나");
  expect(textOf(kept)).toContain("둘");
});

it("closes a room again whose only guest could not be greeted, and opens it to the next", async () => {
  let isBroken = true;
  let asked = 0;
  const { rooms, goOn, openCount } = site({
    async sourceOf() {
      asked += 1;
      // Opening asks once, greeting once more.
      if (isBroken && asked > 1) throw new Error("the store does not answer");
      return { generation: -1, revision: null };
    },
  });
  goOn();
  await expect(rooms.enter(problem, guest())).rejects.toThrow("does not answer");
  await vi.waitFor(() => expect(openCount()).toBe(0));
  isBroken = false;
  const room = await entered(rooms.enter(problem, guest()));
  expect(room.guests.size).toBe(1);
});

it("waits with closing for a room that somebody is still opening", async () => {
  const { rooms, goOn, openCount } = site();
  const late = guest();
  const opening = entered(rooms.enter(draft, late));
  let isClosed = false;
  const closing = rooms.close().then(() => {
    isClosed = true;
  });
  await turns(20);
  expect(isClosed).toBe(false);
  goOn();
  await closing;
  rooms.leave(await opening, late);
  await vi.waitFor(() => expect(openCount()).toBe(0));
});
