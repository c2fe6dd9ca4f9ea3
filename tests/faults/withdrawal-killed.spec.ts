import { beforeAll, expect, it } from "vitest";
import { findEverywhere } from "#tests/api/database-search";
import { jpeg } from "#tests/pictures";
import { signIn } from "#tests/sign-in";
import { ownServer } from "./own-server.ts";

const own = ownServer();
beforeAll(async () => {
  // Slow steps, so that a kill finds something between them.
  await own.database.pool.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(0.15); RETURN coalesce(NEW, OLD); END $$;
    CREATE TRIGGER dawdle BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.type = 'MemberLeft')
      EXECUTE FUNCTION dawdle();
    CREATE TRIGGER dawdle BEFORE DELETE ON identity_account FOR EACH ROW EXECUTE FUNCTION dawdle();
    CREATE TRIGGER dawdle BEFORE DELETE ON image_owners FOR EACH ROW EXECUTE FUNCTION dawdle()`);
});

const explainOf = (handle: string) => `아무도 모를 소개 ${handle}`;
const found = (text: string) =>
  findEverywhere(
    {
      query: async <Row extends object>(sql: string, values: unknown[] = []) =>
        (await own.database.pool.query<Row>(sql, values)).rows,
      // In the database.
      storedEvents: async () => [],
    },
    [text],
  );

async function person(handle: string) {
  const { accessToken } = await signIn(own.server.origin, handle);
  const ask = async (method: string, path: string, fields?: Record<string, string | Blob>) => {
    const body = fields && new FormData();
    for (const [name, value] of Object.entries(fields ?? {})) body?.append(name, value);
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${own.server.origin}/api/v1/${path}`, {
      method,
      headers,
      body: body ?? null,
    });
    return (await response.json()) as { code: number; data: { teamId: number } };
  };
  const join = async (teamId: number) => {
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const body = JSON.stringify({ password: "4821" });
    await fetch(`${own.server.origin}/api/v1/teams/${teamId}/join`, { method: "POST", headers, body });
  };
  const image = new Blob([new Uint8Array(await jpeg(40))]);
  await ask("POST", "members", { memberName: handle.slice(0, 10), memberExplain: explainOf(handle), image });
  const uuid = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString())
    .uuid as string;
  return { uuid, ask, join };
}

const count = async (sql: string, ...values: unknown[]) =>
  Number(
    (await own.database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`, values)).rows[0]?.n,
  );

it.each([
  ["the withdrawal itself", "events WHERE stream = 'member-' || $1 AND type = 'MemberWithdrawn'", 1],
  ["the first team", "events WHERE type = 'MemberLeft' AND data->>'memberId' = $1", 1],
  ["the second team", "events WHERE type = 'MemberLeft' AND data->>'memberId' = $1", 2],
])(
  "T16 a withdrawal killed after %s is finished by the next process, each step once",
  async (_, sql, amount) => {
    const handle = `leaving-${amount}-${sql.length}`;
    const [leaving, staying] = [await person(handle), await person("staying")];
    const teams: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const form = { teamName: "아침반", topic: "스터디", memberLimit: "10", password: "4821" };
      teams.push((await leaving.ask("POST", "teams", form)).data.teamId);
      await staying.join(teams.at(-1) as number);
    }
    expect(await found(explainOf(handle))).not.toEqual([]);
    const answer = leaving.ask("DELETE", "members").catch(() => undefined);
    await expect.poll(() => count(sql, leaving.uuid), { interval: 2 }).toBe(amount);
    await own.server.stop("SIGKILL");
    expect(await answer).toBeUndefined();
    await own.startAgain();

    const left = async () => [
      await count("team_members WHERE member_id = $1", leaving.uuid),
      await count("identity_account WHERE member_id = $1", leaving.uuid),
      await count("image_owners WHERE owner = 'member:' || $1", leaving.uuid),
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
    expect((await leaving.ask("DELETE", "members")).code).toBe(401);
  },
  60_000,
);
