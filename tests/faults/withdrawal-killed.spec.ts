import { beforeAll, expect, it } from "vitest";
import { findEverywhere } from "#tests/api/database-search";
import { jpeg } from "#tests/support/pictures";
import { ownServer, whileHeld } from "./starters.ts";
import { personAt, team } from "./writer.ts";

const own = ownServer();
beforeAll(async () => {
  // Slow steps, so that a kill happens between them, with a lock before one team is left.
  await own.database.pool.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.15); RETURN OLD; END $$;
    CREATE TABLE halts (teams_left int);
    CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM events WHERE type = NEW.type AND data->>'memberId' = NEW.data->>'memberId')
        = ANY (SELECT teams_left FROM halts) THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER halt BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.type = 'MemberLeft')
      EXECUTE FUNCTION halt();
    CREATE TRIGGER dawdle BEFORE DELETE ON identity_account FOR EACH ROW EXECUTE FUNCTION dawdle();
    CREATE TRIGGER dawdle BEFORE DELETE ON image_owners FOR EACH ROW EXECUTE FUNCTION dawdle()`);
});

const explainOf = (handle: string) => `아무도 모를 소개 ${handle}`;
const found = (text: string) =>
  findEverywhere(
    {
      query: async <Row extends object>(sql: string, values: unknown[] = []) =>
        (await own.database.pool.query<Row>(sql, values)).rows,
      // Events are stored in the database.
      storedEvents: async () => [],
    },
    [text],
  );

const person = async (handle: string) =>
  personAt(() => own.server.origin, handle, {
    memberExplain: explainOf(handle),
    image: new Blob([new Uint8Array(await jpeg(40))]),
  });

const count = async (sql: string, ...values: unknown[]) =>
  Number(
    (await own.database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`, values)).rows[0]?.n,
  );

/** Kills the server while it waits before its next step, which is never executed. */
async function killAtHalt(teamsLeft: number, act: () => void): Promise<void> {
  const { pool } = own.database;
  const halting = "pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";
  await pool.query("INSERT INTO halts VALUES ($1)", [teamsLeft]);
  await whileHeld(pool, act, async () => {
    await own.server.stop("SIGKILL");
    await pool.query(`SELECT pg_terminate_backend(pid, 30000) FROM ${halting}`);
  });
  await pool.query("DELETE FROM halts");
}

it.each([
  ["the withdrawal itself", 0],
  ["the first team", 1],
  ["the second team", 2],
])(
  "T16 a withdrawal killed after %s is finished by the next process, each step once",
  async (_, teamsLeft) => {
    const handle = `leaving-${teamsLeft}`;
    const leaving = await person(handle);
    const staying = await person("staying");
    const teams: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { teamId } = (await leaving.ask("POST", "teams", { form: team })).body.data;
      teams.push(teamId);
      await staying.ask("POST", `teams/${teamId}/join`, { json: { password: team.password } });
    }
    expect(await found(explainOf(handle))).not.toEqual([]);
    let answer: Promise<unknown> | undefined;
    await killAtHalt(teamsLeft, () => {
      answer = leaving.ask("DELETE", "members").catch(() => undefined);
    });
    expect(await answer).toBeUndefined();
    const done =
      "events WHERE type IN ('MemberWithdrawn', 'MemberLeft') AND $1 IN (data->>'memberId', substr(stream, 8))";
    expect(await count(done, leaving.uuid)).toBe(1 + teamsLeft);
    await own.startAgain();

    const left = async () => [
      await count("team_members WHERE member_id = $1", leaving.uuid),
      await count("identity_account WHERE member_id = $1", leaving.uuid),
      await count("image_owners WHERE ends_with @> ARRAY['member:' || $1]", leaving.uuid),
      await count("member_keys WHERE member = $1", leaving.uuid),
    ];
    await expect.poll(left).toEqual([0, 0, 0, 0]);
    for (const teamId of teams) {
      const { rows } = await own.database.pool.query<{ type: string }>(
        "SELECT type FROM events WHERE stream = $1 ORDER BY revision",
        [`team-${teamId}`],
      );
      expect(rows.map(({ type }) => type)).toEqual([
        "TeamCreated",
        "MemberJoined",
        "MemberLeft",
        "ManagerSucceeded",
      ]);
    }
    await expect.poll(() => found(explainOf(handle))).toEqual([]);
    expect((await leaving.ask("DELETE", "members")).status).toBe(401);
  },
  180_000,
);
