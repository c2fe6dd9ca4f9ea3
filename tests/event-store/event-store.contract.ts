import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Appended,
  type EventStore,
  type RecordedEvent,
  WrongRevision,
} from "#services/event-store/event-store";
import { commandOf, numbered } from "../support/commands.ts";

const last = (count: number, ...types: string[]) => ({ types, count });

/** Reads everything from a checkpoint on until `enough` returns true. */
export async function follow(
  store: EventStore,
  after: string,
  enough: (events: readonly RecordedEvent[]) => boolean,
): Promise<RecordedEvent[]> {
  const stop = new AbortController();
  const seen: RecordedEvent[] = [];
  for await (const batch of store.subscribe(after, stop.signal)) {
    seen.push(...batch.events);
    if (enough(seen)) stop.abort();
  }
  return seen;
}

/** The contract of every event store (services/event-store/event-store.ts). */
export function eventStoreContract(
  name: string,
  open: () => Promise<{ store: EventStore; close(): Promise<void> }>,
): void {
  describe(`the event store ${name}`, () => {
    let store: EventStore;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ store, close } = await open());
    });
    afterAll(() => close());

    it("returns appended events in order, with their revisions and metadata", async () => {
      const command = commandOf();
      const stream = `counter-${randomUUID()}`;
      expect(await store.read(stream)).toEqual({ events: [], revision: -1 });
      const appended = await store.append(stream, [numbered(1), numbered(2, "한글")], -1, command);
      expect(appended).toMatchObject({ outcome: "appended", revision: 1 });
      const { events, revision } = await store.read(stream);
      expect(revision).toBe(1);
      expect(events.map((event) => [event.revision, event.type, event.data])).toEqual([
        [0, "Counted", { n: 1 }],
        [1, "한글", { n: 2 }],
      ]);
      expect(events[0]).toMatchObject({
        stream,
        schemaVersion: 1,
        meta: { commandId: command.commandId, ...command.meta },
        occurredAt: "2025-09-03T12:07:45.123Z",
      });
      expect(appended).toHaveProperty("checkpoint", events[1]?.checkpoint);
    });

    it("omits superseded events and still returns the stream's revision", async () => {
      const stream = `counter-${randomUUID()}`;
      const types = ["Posted", "Edited", "Counted", "Edited", "Counted", "Edited", "Counted"];
      const written = types.map((type, n) => numbered(n, type));
      await store.append(stream, written, -1, commandOf());
      const { events, revision } = await store.read(stream, { lastOf: [last(1, "Posted", "Edited")] });
      expect(events.map((event) => event.revision)).toEqual([2, 4, 5, 6]);
      expect(revision).toBe(6);
      const edited = await store.read(stream, { after: 3, lastOf: [last(1, "Edited")] });
      expect(edited.events.map((event) => event.revision)).toEqual([4, 5, 6]);
      const lastTwo = [last(2, "Counted", "Posted"), last(2, "Edited")];
      const both = await store.read(stream, { lastOf: lastTwo });
      expect(both.events.map((event) => event.revision)).toEqual([3, 4, 5, 6]);
      const all = await store.read(stream, { lastOf: [last(9, "Counted"), last(1, "Unknown")] });
      expect(all.events).toHaveLength(types.length);
    });

    it("returns the events after a revision, and the stream's revision", async () => {
      const stream = `counter-${randomUUID()}`;
      expect(await store.read(stream, { after: -1 })).toEqual({ events: [], revision: -1 });
      await store.append(stream, [numbered(1), numbered(2), numbered(3)], -1, commandOf());
      const { events, revision } = await store.read(stream, { after: 0 });
      expect([events.map(({ data }) => data["n"]), revision]).toEqual([[2, 3], 2]);
      expect(await store.read(stream, { after: 2 })).toEqual({ events: [], revision: 2 });
    });

    it("accepts one of twenty racing appends and writes nothing of the others", async () => {
      const stream = `race-${randomUUID()}`;
      const commands = Array.from({ length: 20 }, () => commandOf());
      const outcomes = await Promise.allSettled(
        commands.map((command, n) => store.append(stream, [numbered(n), numbered(n)], -1, command)),
      );
      const lost = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(lost).toHaveLength(19);
      for (const outcome of lost) expect(outcome.reason).toBeInstanceOf(WrongRevision);
      expect((await store.read(stream)).events).toHaveLength(2);
      const kept = await Promise.all(commands.map(({ commandId }) => store.command(commandId)));
      expect(kept.filter(Boolean)).toHaveLength(1);
    });

    it("refuses a revision that is too high as well as one that is too low", async () => {
      const stream = `bounds-${randomUUID()}`;
      await expect(store.append(stream, [numbered(1)], 0, commandOf())).rejects.toBeInstanceOf(WrongRevision);
      await store.append(stream, [numbered(1)], -1, commandOf());
      await expect(store.append(stream, [numbered(2)], 1, commandOf())).rejects.toBeInstanceOf(WrongRevision);
      await store.append(stream, [numbered(2)], 0, commandOf());
      expect((await store.read(stream)).revision).toBe(1);
    });

    it("returns the stored response of a repeated command without executing it, at any revision of the stream", async () => {
      const stream = `repeat-${randomUUID()}`;
      const command = commandOf({ answer: { id: 7 } });
      const first = await store.append(stream, [numbered(1)], -1, command);
      await store.append(stream, [numbered(2)], 0, commandOf());
      const accepted = {
        commandId: command.commandId,
        fingerprint: "as sent",
        answer: { id: 7 },
        checkpoint: first.outcome === "appended" ? first.checkpoint : "",
      };
      const again = { ...command, fingerprint: "something else", answer: { id: 8 } };
      expect(await store.append(stream, [numbered(9)], 1, again)).toEqual({
        outcome: "repeated",
        command: accepted,
      });
      expect(await store.command(command.commandId)).toEqual(accepted);
      expect((await store.read(stream)).revision).toBe(1);
    });

    it("returns the same response to twenty concurrent duplicates of a command", async () => {
      const stream = `twins-${randomUUID()}`;
      const command = commandOf();
      const attempts = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          store.append(`${stream}${n % 2}`, [numbered(n)], -1, { ...command, answer: { n } }),
        ),
      );
      expect(attempts.filter(({ outcome }) => outcome === "appended")).toHaveLength(1);
      const written = [await store.read(`${stream}0`), await store.read(`${stream}1`)];
      const events = written.flatMap((slice) => slice.events);
      expect(events).toHaveLength(1);
      const answers = new Set(
        attempts.flatMap((made: Appended) =>
          made.outcome === "repeated" ? [JSON.stringify(made.command)] : [],
        ),
      );
      expect([...answers].map((text) => JSON.parse(text).answer)).toEqual([events[0]?.data]);
    });

    it("stores a command without events, with the head of the log as its checkpoint", async () => {
      const { commandId } = await store
        .append(`idle-${randomUUID()}`, [numbered(1)], -1, commandOf())
        .then(() => commandOf());
      const appended = await store.append("idle-nothing", [], -1, commandOf({ commandId, answer: null }));
      expect(appended).toEqual({ outcome: "appended", checkpoint: await store.head(), revision: -1 });
      expect(await store.command(commandId)).toMatchObject({ answer: null });
      expect((await store.read("idle-nothing")).revision).toBe(-1);
    });

    it("compares checkpoints in log order and refuses those of another store", async () => {
      const stream = `order-${randomUUID()}`;
      for (let n = 0; n < 12; n += 1) await store.append(stream, [numbered(n)], n - 1, commandOf());
      const checkpoints = (await store.read(stream)).events.map((event) => event.checkpoint);
      const sorted = [...checkpoints].reverse().sort(store.compare);
      expect(sorted).toEqual(checkpoints);
      expect(store.compare(store.start, checkpoints[0] ?? "")).toBeLessThan(0);
      expect(store.compare(checkpoints[3] ?? "", checkpoints[3] ?? "")).toBe(0);
      expect(() => store.compare("C:1/P:1", store.start)).toThrow(/checkpoint/);
    });

    it("reads the log by pages: every event once, nothing at the head", async () => {
      await store.append(
        `pages-${randomUUID()}`,
        [1, 2, 3, 4, 5].map((n) => numbered(n)),
        -1,
        commandOf(),
      );
      const all = await store.readAll(store.start, 10_000);
      const paged: RecordedEvent[] = [];
      for (let at = store.start; ; ) {
        const batch = await store.readAll(at, 2);
        expect(batch.events.length).toBeLessThanOrEqual(2);
        if (batch.events.length === 0) {
          expect(batch.checkpoint).toBe(at);
          break;
        }
        paged.push(...batch.events);
        at = batch.checkpoint;
      }
      expect(paged).toEqual(all.events);
      expect(paged.map((event) => event.checkpoint)).toEqual([
        ...new Set(paged.map((event) => event.checkpoint)),
      ]);
      expect(await store.head()).toBe(all.checkpoint);
    });

    it("delivers existing and later events to a subscription, once and in order", async () => {
      const stream = `live-${randomUUID()}`;
      const after = await store.head();
      await store.append(stream, [numbered(0)], -1, commandOf());
      const following = follow(store, after, (seen) => seen.length >= 30);
      for (let n = 1; n < 30; n += 1) await store.append(stream, [numbered(n)], n - 1, commandOf());
      expect((await following).map((event) => event.data.n)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    });

    it("continues from the checkpoint of any event with all events after it", async () => {
      const before = await store.head();
      for (let n = 0; n < 8; n += 1) {
        const events = Array.from({ length: 1 + (n % 3) }, (_, index) => numbered(index));
        await store.append(`any-${randomUUID()}`, events, -1, commandOf());
      }
      const { events } = await store.readAll(before, 100);
      expect(events).toHaveLength(15);
      const idsOf = (some: readonly RecordedEvent[]) => some.map(({ eventId }) => eventId);
      const places = [before, ...events.slice(0, -1).map(({ checkpoint }) => checkpoint)];
      for (const [n, place] of places.entries()) {
        const rest = idsOf(events.slice(n));
        expect(idsOf(await follow(store, place, (seen) => seen.length >= rest.length))).toEqual(rest);
        expect(idsOf((await store.readAll(place, 100)).events)).toEqual(rest);
      }
      // From the last checkpoint only new events are delivered.
      const last = events.at(-1)?.checkpoint ?? "";
      const following = follow(store, last, (seen) => seen.length >= 1);
      await store.append(`any-${randomUUID()}`, [numbered(99)], -1, commandOf());
      expect((await following).map(({ data }) => data.n)).toEqual([99]);
    });

    it("continues from the checkpoint of every batch, for a reader that stops after each", async () => {
      const before = await store.head();
      const written = (async () => {
        for (let n = 0; n < 30; n += 1)
          await store.append(`off-${randomUUID()}`, [numbered(n), numbered(n)], -1, commandOf());
      })();
      const seen: RecordedEvent[] = [];
      for (let at = before; seen.length < 60; ) {
        const stop = new AbortController();
        for await (const { events, checkpoint } of store.subscribe(at, stop.signal)) {
          expect(store.compare(at, checkpoint)).toBeLessThan(0);
          seen.push(...events);
          at = checkpoint;
          stop.abort();
        }
      }
      await written;
      expect(seen).toEqual((await store.readAll(before, 100)).events);
    });

    it("ends a waiting subscription when it is aborted", async () => {
      const stop = new AbortController();
      const next = store
        .subscribe(await store.head(), stop.signal)
        [Symbol.asyncIterator]()
        .next();
      stop.abort();
      expect(await next).toEqual({ done: true, value: undefined });
    });
  });
}
