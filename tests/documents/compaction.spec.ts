import { afterAll, beforeAll, expect, it } from "vitest";
import { documentLimits } from "#contracts/documents/api";
import { roomNamed } from "#services/documents/room-name";
import { postgresUpdateLog, type UpdateLog } from "#services/documents/update-log";
import { TooMuchWork } from "#services/platform/threads/thread";
import { dotori } from "#tests/examples/people";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { memoryKeyRing } from "#tests/support/memory-key-ring";

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const piece = new Uint8Array(10);
const limits = { ...documentLimits, documentBytes: 100, compactAfterUpdates: 4 };

/** A problem of ten bytes, whose snapshots are made by `snapshot`. */
async function begun(room: string, snapshot: (log: UpdateLog) => Promise<Uint8Array>) {
  const name = roomNamed(room)!;
  const log: UpdateLog = postgresUpdateLog(database.pool, memoryKeyRing(), limits, {
    snapshot: () => snapshot(log),
  });
  await log.begin(name, 1, piece, dotori);
  const head = (await log.heads([name.id])).get(name.id)!;
  return { log, append: (update = piece) => log.append(name, head, update, dotori) };
}

const stopped = async (): Promise<Uint8Array> => {
  throw new TooMuchWork();
};

it("tries a document that takes too long to compact again only after as many updates", async () => {
  let tries = 0;
  const { append } = await begun("subject/12/2026-11-21", () => {
    tries += 1;
    return stopped();
  });
  const triesAfter: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    expect(await append()).toMatchObject({ birth: expect.any(Number) });
    triesAfter.push(tries);
  }
  expect(triesAfter).toEqual([0, 0, 1, 1, 1, 1, 2, 2]);
});

it("calls a document full that has no place for an update and takes too long to compact", async () => {
  const { append } = await begun("subject/12/2026-11-22", stopped);
  expect(await append(new Uint8Array(95))).toBe("full");
});

it("calls a document full whose last bytes others write again and again while it is compacted", async () => {
  const room = "subject/12/2026-11-23";
  let tries = 0;
  const { append } = await begun(room, async () => {
    tries += 1;
    await database.pool.query("UPDATE documents SET last_seq = last_seq + 1 WHERE room = $1", [room]);
    return piece;
  });
  expect(await append(new Uint8Array(95))).toBe("full");
  expect(tries).toBe(5);
});
