import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as encoding from "lib0/encoding";
import { expect, it, onTestFinished, vi } from "vitest";
import * as Y from "yjs";
import { createCopies, readHereBytes, smallBytes } from "./copies.ts";
import { textCopy } from "./text-copy.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

function copies(...given: Parameters<typeof createCopies>) {
  const made = createCopies(...given);
  onTestFinished(made.close);
  return made;
}

/** An update in which each character is a piece of its own, put between two others. */
function dense(characters: number): Uint8Array {
  const doc = new Y.Doc();
  const text = doc.getText("text");
  doc.transact(() => {
    for (let at = 0; at < characters; at += 1) text.insert(at >> 1, "가");
  });
  return Y.encodeStateAsUpdate(doc);
}

const textIn = (update: Uint8Array) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  return doc.getText("text").toString();
};

/**
 * So many strangers who each say that their letter stands between the beginning and another place of a text: each has
 * to be compared with all that were put there before. About 13 bytes each. Those of `from` to `to`, the first with the text.
 */
function hostile(strangers: number, from = 1, to = strangers): Uint8Array {
  const encoder = encoding.createEncoder();
  const numbers = (...all: number[]) => {
    for (const number of all) encoding.writeVarUint(encoder, number);
  };
  const [isString, hasRightOrigin, ofRoot] = [4, 64, 1];
  const isFirst = from === 1;
  numbers(to - from + 1 + (isFirst ? 1 : 0));
  for (let n = to; n >= from; n -= 1) {
    numbers(1, 1_000_000 + n, 0);
    encoding.writeUint8(encoder, isString | hasRightOrigin);
    numbers(1, strangers - n + 1);
    encoding.writeVarString(encoder, "a");
  }
  if (!isFirst) {
    numbers(0);
    return encoding.toUint8Array(encoder);
  }
  numbers(1, 1, 0);
  encoding.writeUint8(encoder, isString);
  numbers(ofRoot);
  encoding.writeVarString(encoder, "text");
  encoding.writeVarString(encoder, "a".repeat(strangers + 2));
  numbers(0);
  return encoding.toUint8Array(encoder);
}

/** Of so many others who each put a letter before all that is there, those of `from` to `to`. About 14 bytes each. */
function crowd(from: number, to: number): Uint8Array {
  const encoder = encoding.createEncoder();
  const numbers = (...all: number[]) => {
    for (const number of all) encoding.writeVarUint(encoder, number);
  };
  const [isString, ofRoot] = [4, 1];
  numbers(to - from + 1);
  for (let n = to; n >= from; n -= 1) {
    numbers(1, 1_000_000 + n, 0);
    encoding.writeUint8(encoder, isString);
    numbers(ofRoot);
    encoding.writeVarString(encoder, "text");
    encoding.writeVarString(encoder, "a");
  }
  numbers(0);
  return encoding.toUint8Array(encoder);
}

/** Everyday less patience, of which all is used up by what would take for ever. */
const isEveryday = process.env.EVERYDAY !== undefined;
const [trialMs, textMs] = isEveryday ? [300, 1000] : [1000, 3000];

/** Characters of `dense` that make a document just too large for where everybody is served; they need no trial. */
const ordinary = Math.ceil(smallBytes / 15);

it("holds a text that grows from a few words to a long one as any document would", async () => {
  const copy = await copies().open([], "m", () => {});
  const doc = new Y.Doc();
  const text = doc.getText("text");
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  expect(copy.facts()).toEqual({ isEmpty: true, holdsNothing: true, waitingBytes: 0 });
  text.insert(0, "처음");
  text.insert(2, "가나다".repeat(smallBytes));
  text.insert(1, "끼움");
  // The first of the three comes last.
  for (const update of [updates[1]!, updates[2]!]) expect(await copy.take(update)).toBe(true);
  expect(copy.facts().waitingBytes).toBeGreaterThan(smallBytes);
  expect(await copy.take(updates[0]!)).toBe(true);
  expect(copy.facts()).toEqual({ isEmpty: false, holdsNothing: false, waitingBytes: 0 });
  expect(textIn(await copy.missing())).toBe(text.toString());
  expect(await copy.vector()).toEqual(Y.encodeStateVector(doc));
  expect(await copy.missing(Y.encodeStateVector(doc))).toEqual(
    Y.encodeStateAsUpdate(doc, await copy.vector()),
  );
  text.delete(0, text.length);
  expect(await copy.take(updates[3]!)).toBe(true);
  expect(copy.facts().holdsNothing).toBe(true);
  copy.end();
});

it("lets other requests be answered while a dense text is judged, taken, given and compacted", async () => {
  const { open, snapshot } = copies();
  const server = createServer((_, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const update = dense(60_000);
  const copy = await open([], "m", () => {});
  // Both threads are there.
  await copy.take(dense(ordinary));
  await copy.gather([dense(readHereBytes)], "m");
  const jobs = {
    gather: () => copy.gather([update], "m"),
    take: () => copy.take(update),
    missing: () => copy.missing(),
    snapshot: () => snapshot([update], "m"),
  };
  for (const [name, job] of Object.entries(jobs)) {
    const order: string[] = [];
    const done = job().then(() => order.push(name));
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health/live`);
    order.push("another request");
    await done;
    expect(order).toEqual(["another request", name]);
  }
  copy.end();
});

it("refuses what would take for ever, whether at once or beside what is there, and harms no other text", async () => {
  const { open, snapshot } = copies({ trialMs, textMs });
  const lost = vi.fn();
  const other = await open([dense(ordinary)], "m", lost);
  const copy = await open([], "m", lost);
  const update = hostile(60_000);
  const outcomes = await Promise.allSettled([
    copy.gather([update], "m"),
    snapshot([update], "m"),
    open([update], "m", lost),
  ]);
  expect(outcomes.map((outcome) => "reason" in outcome && outcome.reason.name)).toEqual(
    Array(3).fill("TooMuchWork"),
  );
  expect(copy.facts().isEmpty).toBe(true);
  expect(await copy.gather([dense(3)], "m")).toMatchObject({ isReadable: true });
  expect(textIn(await other.missing())).toHaveLength(ordinary);
  expect(lost).not.toHaveBeenCalled();
});

it("refuses what small updates add up to, and can still open all that it has taken", async () => {
  const { open, snapshot } = copies({ trialMs: 200 });
  const strangers = 8000;
  const copy = await open([], "m", () => {});
  const taken: Uint8Array[] = [];
  let refusal: unknown;
  for (let from = 1; from < strangers && refusal === undefined; from += 100) {
    const update = hostile(strangers, from, from + 99);
    try {
      await copy.gather([update], "m");
      expect(await copy.take(update)).toBe(true);
      taken.push(update);
    } catch (error) {
      refusal = error;
    }
  }
  expect(refusal).toMatchObject({ name: "TooMuchWork" });
  // As a snapshot it would cost many times as much, and nobody could open it.
  await expect(snapshot(taken, "m")).rejects.toMatchObject({ name: "TooMuchWork" });
  const again = await open(taken, "m", () => {});
  expect(await again.vector()).toEqual(await copy.vector());
});

it("opens and compacts what costs much as it came and little sorted by client", async () => {
  // What it costs as it came grows with the square, and is more than a trial may.
  const [letters, trial, text] = isEveryday ? [3500, 700, 1000] : [5000, 2000, 2500];
  const { open, snapshot } = copies({ trialMs: trial, textMs: text });
  const copy = await open([], "m", () => {});
  const taken: Uint8Array[] = [];
  for (let from = 1; from < letters; from += 100) {
    const update = crowd(from, from + 99);
    await copy.gather([update], "m");
    expect(await copy.take(update)).toBe(true);
    taken.push(update);
  }
  const again = await open(taken, "m", () => {});
  expect(await again.missing()).toEqual(await copy.missing());
  expect(textIn(await snapshot(taken, "m"))).toHaveLength(letters);
});

it("takes of several updates those before the one that cannot be read, large or small", async () => {
  const copy = await copies().open([], "m", () => {});
  for (const update of [dense(3), dense(readHereBytes)]) {
    const rubbish = Uint8Array.from(update.subarray(0, update.length - 2));
    const gathered = await copy.gather([update, rubbish, dense(5)], "m");
    expect(gathered.isReadable).toBe(false);
    expect(textIn(gathered.update!)).toBe(textIn(update));
  }
  expect(await copy.gather([textCopy([]).missing()], "m")).toEqual({ update: undefined, isReadable: true });
});

it("says of each text that it is gone when its thread is, and goes on with others", async () => {
  const { open } = copies({ textMs });
  const lost = [vi.fn(), vi.fn()] as const;
  const [one, other] = await Promise.all(lost.map((onLost) => open([dense(ordinary)], "m", onLost)));
  // Nobody has gathered it, so that it has not been tried.
  await expect(one!.take(hostile(60_000))).rejects.toThrow("given up");
  for (const onLost of lost) expect(onLost).toHaveBeenCalledTimes(1);
  await expect(other!.missing()).rejects.toThrow("no such text");
  const again = await open([dense(ordinary)], "m", () => {});
  expect(textIn(await again.missing())).toHaveLength(ordinary);
});

it("does one trial of a member at a time, and one taking, so that another's comes after it", async () => {
  const { open } = copies();
  const order: string[] = [];
  const jobs: Promise<unknown>[] = [];
  const greedy = await Promise.all(Array.from({ length: 5 }, () => open([], "greedy", () => {})));
  const other = await open([], "other", () => {});
  const update = dense(5_000);
  const log = (name: string) => () => void order.push(name);
  const all = [...greedy.map((copy) => ({ copy, name: "greedy" })), { copy: other, name: "other" }];
  for (const { copy, name } of all) jobs.push(copy.gather([update], name).then(log(`${name} tried`)));
  await Promise.all(jobs);
  for (const { copy, name } of all) jobs.push(copy.take(update, name).then(log(`${name} taken`)));
  await Promise.all(jobs);
  expect(order.indexOf("other tried")).toBeLessThan(3);
  expect(order.indexOf("other taken")).toBeLessThan(6 + 3);
});
