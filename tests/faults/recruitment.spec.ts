import { expect, it } from "vitest";
import { differencesIn } from "#tests/api/verify-read-models";
import { usualSecretKey } from "#tests/support/server-process";
import { ownServer } from "./starters.ts";
import { personAt, team as teamForm } from "./writer.ts";

const own = ownServer({ LOG_LEVEL: "silent" });

const person = (name: string) => personAt(() => own.server.origin, name);

/** Makes writes of these event types fail, as if the process died before them. */
async function without(types: readonly string[], act: () => Promise<void>): Promise<void> {
  await own.database.pool.query(`
    CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut off'; END $$;
    CREATE TRIGGER cut_off BEFORE INSERT ON events FOR EACH ROW
      WHEN (NEW.type IN (${types.map((type) => `'${type}'`).join(", ")})) EXECUTE FUNCTION cut_off();
  `);
  await act();
  await own.server.stop("SIGKILL");
  await own.database.pool.query("DROP FUNCTION cut_off CASCADE");
  await own.startAgain();
}

const countOf = async (type: string) => {
  const { rows } = await own.database.pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM events WHERE type = $1",
    [type],
  );
  return rows[0]?.n ?? 0;
};

const text = { teamRecruitTitle: "아침반", teamRecruitBody: "<p>함께</p>", chatUrl: "여기" };

it("completes a recruitment whose server died right after creating its team", async () => {
  const author = await person("도토리");
  const applicant = await person("밤톨");
  const other = await person("호두");
  const id = (await author.ask("POST", "recruitments", { form: text })).body.data.teamRecruitId;
  for (const one of [applicant, other])
    await one.ask("POST", "apply", { json: { recruitmentId: id, teamApplyBody: "지원합니다" } });

  await without(["TeamLinked", "ApplicationsAccepted"], async () => {
    const form = { ...teamForm, teamRecruitId: String(id), teamMemberUuids: [applicant.uuid] };
    const asked = author.ask("POST", "teams", { form }).catch(() => undefined);
    await expect.poll(() => countOf("TeamCreated")).toBe(1);
    await own.server.stop("SIGKILL");
    await asked;
    expect(await countOf("ApplicantsAdmitted")).toBe(1);
    expect(await countOf("ApplicationsAccepted")).toBe(0);
  });

  // No further request arrives: the restarted server does it by itself.
  await expect.poll(() => countOf("ApplicationsAccepted")).toBe(1);
  const detail = async () => (await author.ask("GET", `recruitments/${id}`)).body.data;
  // The killed server's lease on the read models must expire first.
  await expect.poll(detail).toMatchObject({ teamId: expect.any(Number), teamMemberUuids: [other.uuid] });
  const mine = await applicant.ask("GET", "apply/mine");
  expect(mine.body.data.content).toMatchObject([{ recruitmentId: id, state: "accepted" }]);
  expect([await countOf("TeamLinked"), await countOf("ApplicationsAccepted")]).toEqual([1, 1]);
}, 180_000);

it("keeps no reservation of an object that a killed server never wrote", async () => {
  const author = await person("잣물");
  const id = (await author.ask("POST", "recruitments", { form: text })).body.data.teamRecruitId;
  const team = (fields: Record<string, string>) =>
    author.ask("POST", "teams", { form: { ...teamForm, ...fields } });
  const recruit = () => author.ask("POST", "recruitments", { form: forTeam });
  const { teamId } = (await team({})).body.data;
  const forTeam = { ...text, teamId: String(teamId) };

  await without(["TeamCreated", "RecruitmentPosted"], async () => {
    expect((await team({ teamRecruitId: String(id) })).status).toBe(500);
    expect((await recruit()).status).toBe(500);
    expect(await countOf("RecruitmentReserved")).toBe(1);
  });

  expect((await team({ teamRecruitId: String(id) })).status).toBe(201);
  expect((await team({ teamRecruitId: String(id) })).status).toBe(400);
  expect((await recruit()).status).toBe(201);
  expect((await recruit()).status).toBe(400);
  expect(await differencesIn(own.database.url, usualSecretKey)).toEqual([]);
}, 180_000);
