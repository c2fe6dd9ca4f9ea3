import type pg from "pg";
import { queryRows } from "../../event-store/postgres/query-rows.ts";

/** Articles and problems share `article`. */
export type IdKind = "team" | "article" | "recruitment" | "application" | "comment";

export type Ids = ReturnType<typeof postgresIds>;

/** The Postgres sequence of each kind. */
export const sequences: Readonly<Record<IdKind, string>> = {
  team: "team_ids",
  article: "article_ids",
  recruitment: "recruitment_ids",
  application: "application_ids",
  comment: "comment_ids",
};

const ofFirstRelease: readonly IdKind[] = ["team", "article", "recruitment", "application"];

export const idsMigrations = [
  {
    name: "0.2.0/ids",
    sql: ofFirstRelease.map((kind) => `CREATE SEQUENCE ${sequences[kind]};`).join("\n"),
  },
];

const nextId = { name: "next_id", text: "SELECT nextval($1::regclass) AS id" };

/** Ids from Postgres sequences, unique over all processes. */
export const postgresIds = (pool: pg.Pool) => ({
  /** Returns a positive integer never issued before for this kind; gaps are normal. */
  async next(kind: IdKind): Promise<number> {
    const query = { ...nextId, values: [sequences[kind]] };
    const [row] = await queryRows<{ id: number | string }>(pool, query);
    return Number(row?.id);
  },
});
