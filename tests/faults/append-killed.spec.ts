import { describe, expect, it } from "vitest";
import { commandOf, numbered } from "#tests/support/commands";
import { killedWhileAppending } from "#tests/support/killed-while-appending";
import { ownLog } from "./own-log.ts";

const log = ownLog();

describe("T6 a process killed while it appends", () => {
  it("loses nothing it was answered and doubles nothing that is repeated with the same ids", async () => {
    const settings = { LOG_URL: log.database.url };
    const runs = [await killedWhileAppending(settings), await killedWhileAppending(settings)];
    const sent = runs.flatMap((run) => run.sent);
    const answered = runs.flatMap((run) => run.answered);
    const stored = async () => {
      const { rows } = await log.database.pool.query<{ id: string }>(
        "SELECT meta->>'commandId' AS id FROM events WHERE type = 'Burst'",
      );
      return rows.map(({ id }) => id).sort();
    };
    const survivors = new Set(await stored());
    expect(answered.filter((id) => !survivors.has(id))).toEqual([]);
    const repeated = sent.map((commandId) =>
      log.store.append(`burst-${commandId}`, [numbered(0, "Burst")], -1, commandOf({ commandId })),
    );
    await Promise.all(repeated);
    expect(await stored()).toEqual(sent.sort());
  });
});
