import pg from "pg";
import { describe, expect, it } from "vitest";
import { projection, upsert } from "../projection.ts";
import { isLesson, writingsOf } from "./new-rows.ts";

const columns = { team_id: "bigint" } as const;
const aProjection = () =>
  projection({
    name: "team-page",
    version: 1,
    table: { columns, key: ["team_id"], indexes: [] },
    handlers: { TeamCreated: ({ teamId }) => [upsert({ team_id: teamId })] },
    touches: () => [],
  });

const run = (rows: number, events: number) => ({
  steps: [
    {
      kind: "rows" as const,
      upserts: Array.from({ length: rows }, (_, n) => ({ team_id: n })),
      updates: [],
      deletes: [{ team_id: -1 }],
    },
  ],
  events,
  checkpoint: "1.1.1",
});
const verbs = (texts: readonly { text: string }[]) => texts.map(({ text }) => text.split(" ")[0]);
const isThere = Object.assign(new pg.DatabaseError("", 0, "error"), { code: "23505" });

describe("what a run comes to", () => {
  it("goes in through COPY when about every event has brought a row, and otherwise not", () => {
    expect(verbs(writingsOf(aProjection(), run(1000, 1000)))).toEqual(["COPY", "DELETE"]);
    expect(verbs(writingsOf(aProjection(), run(1000, 5000)))).toEqual(["DELETE", "INSERT"]);
    expect(verbs(writingsOf(aProjection(), run(20, 20)))).toEqual(["DELETE", "INSERT"]);
  });

  it("is upserted from then on once a row has been there already, that of another read model not", () => {
    const [taught, other] = [aProjection(), aProjection()];
    const [copying, deleting] = writingsOf(taught, run(1000, 1000));
    expect(isLesson(deleting, isThere)).toBe(false);
    expect(isLesson(copying, new Error("another"))).toBe(false);
    expect(verbs(writingsOf(taught, run(1000, 1000)))).toEqual(["COPY", "DELETE"]);
    expect(isLesson(copying, isThere)).toBe(true);
    expect(verbs(writingsOf(taught, run(1000, 1000)))).toEqual(["DELETE", "INSERT"]);
    expect(verbs(writingsOf(other, run(1000, 1000)))).toEqual(["COPY", "DELETE"]);
  });
});
