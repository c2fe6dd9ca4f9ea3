import { expect, it } from "vitest";
import { differencesIn } from "#tests/api/verify-read-models";
import { envelopeOf } from "#tests/support/envelope";
import { signIn } from "#tests/support/sign-in";
import { ownServer } from "./own-server.ts";

const secretKey = "a secret key of the tests, long enough";
const own = ownServer({ LOG_LEVEL: "silent" });

type Fields = Record<string, string | readonly string[]>;

async function person(name: string) {
  const { accessToken } = await signIn(own.server.origin, name);
  const ask = async (method: string, path: string, body?: BodyInit, headers = {}) => {
    const response = await fetch(`${own.server.origin}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: await envelopeOf(response) };
  };
  const form = (path: string, fields: Fields) => {
    const data = new FormData();
    for (const [field, value] of Object.entries(fields))
      for (const text of [value].flat()) data.append(field, text);
    return ask("POST", path, data);
  };
  await form("members", { memberName: name, memberExplain: "소개" });
  const uuid = (await ask("GET", "members/own-profile")).body.data.uuid as string;
  const json = (path: string, body: object) =>
    ask("POST", path, JSON.stringify(body), { "content-type": "application/json" });
  return { uuid, form, json, get: (path: string) => ask("GET", path) };
}

/** Events of these types cannot be written, as if the process died before it came to that. */
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
const teamForm = { teamName: "아침반", topic: "스터디", memberLimit: "5", password: "4821" };

it("settles a recruitment whose server died right after its team was made", async () => {
  const [author, applicant, other] = [await person("도토리"), await person("밤톨"), await person("호두")];
  const id = (await author.form("recruitments", text)).body.data.teamRecruitId;
  for (const one of [applicant, other])
    await one.json("apply", { recruitmentId: id, teamApplyBody: "지원합니다" });

  await without(["TeamLinked", "ApplicationsAccepted"], async () => {
    const fields = { ...teamForm, teamRecruitId: String(id), teamMemberUuids: [applicant.uuid] };
    const asked = author.form("teams", fields).catch(() => undefined);
    await expect.poll(() => countOf("TeamCreated")).toBe(1);
    await own.server.stop("SIGKILL");
    await asked;
    expect(await countOf("ApplicantsAdmitted")).toBe(1);
    expect(await countOf("ApplicationsAccepted")).toBe(0);
  });

  // Nobody asks for anything any more: the restarted server does it by itself.
  await expect.poll(() => countOf("ApplicationsAccepted")).toBe(1);
  const detail = async () => (await author.get(`recruitments/${id}`)).body.data;
  // The dead one's lease on the read models has to run out first.
  await expect.poll(detail).toMatchObject({ teamId: expect.any(Number), teamMemberUuids: [other.uuid] });
  const mine = await applicant.get("apply/mine");
  expect(mine.body.data.content).toMatchObject([{ recruitmentId: id, state: "accepted" }]);
  expect([await countOf("TeamLinked"), await countOf("ApplicationsAccepted")]).toEqual([1, 1]);
}, 180_000);

it("leaves no place taken by what a dead server never came to write", async () => {
  const author = await person("잣물");
  const id = (await author.form("recruitments", text)).body.data.teamRecruitId;
  const team = (fields: Fields) => author.form("teams", { ...teamForm, ...fields });
  const { teamId } = (await team({})).body.data;
  const forTeam = { ...text, teamId: String(teamId) };

  await without(["TeamCreated", "RecruitmentPosted"], async () => {
    expect((await team({ teamRecruitId: String(id) })).status).toBe(500);
    expect((await author.form("recruitments", forTeam)).status).toBe(500);
    expect(await countOf("RecruitmentReserved")).toBe(1);
  });

  expect((await team({ teamRecruitId: String(id) })).status).toBe(201);
  expect((await team({ teamRecruitId: String(id) })).status).toBe(400);
  expect((await author.form("recruitments", forTeam)).status).toBe(201);
  expect((await author.form("recruitments", forTeam)).status).toBe(400);
  expect(await differencesIn(own.database.url, secretKey)).toEqual([]);
}, 180_000);
