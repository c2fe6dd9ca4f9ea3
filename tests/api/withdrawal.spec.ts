import { decodeJwt } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { closeCodes } from "#contracts/live";
import { readModels } from "#projections/read-models";
import { openStorage } from "#services/app/storage";
import { createAccessTokens } from "#services/identity/access-token";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { secrets } from "#services/platform/privacy/secrets";
import { connect } from "#tests/live/server";
import { jpeg } from "#tests/support/pictures";
import { memberOf } from "#tests/support/request";
import { signIn } from "#tests/support/sign-in";
import { verifyReadModel } from "#tests/support/verify-read-model";
import { findEverywhere } from "./database-search.ts";
import { changeRole, join, ownSite, type Person, said } from "./site.ts";

const [site] = ownSite();

const withdraw = (person: Person) => person.ask("DELETE", "/v1/members");
const history = async (person: Person, teamId: number) =>
  (await person.ask("GET", `/v1/teams/${teamId}/role-history`)).body.data.content as {
    action: string;
    actor: { memberName: string } | null;
    target: { uuid: string; memberName: string };
    before: string | null;
    after: string | null;
    reason: string | null;
  }[];
const membersOf = async (person: Person, teamId: number) =>
  (await person.ask("GET", `/v1/teams/${teamId}/members`)).body.data as {
    uuid: string;
    isTeamManager: boolean;
  }[];
const exists = async (teamId: number) =>
  (await site.ask("GET", `/v1/teams/${teamId}/team-page?year=2025&month=9`)).status;
const picture = async (width: number) => new Blob([new Uint8Array(await jpeg(width))]);
const statusOf = async (path: string) => (await fetch(site.origin + path)).status;
const former = "탈퇴한 회원";

it("is accepted once, clears the cookies, and ends every session and every socket", async () => {
  const handle = `gone-${Math.random().toString(36).slice(2)}`;
  const { accessToken: token, jar } = await signedIn(handle);
  const socket = await connect({ url: `${site.origin.replace("http", "ws")}/live` }, token);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await site.ask("DELETE", "/v1/members", { headers });
  expect(said(answer)).toEqual("200 유저가 성공적으로 삭제되었습니다.");
  expect(answer.body.data).toBeNull();
  expect(answer.headers.get("x-checkpoint")).toBeTruthy();
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toMatch(/^(access|refresh)_token=;.*Max-Age=0/);
  expect(await socket.closed).toBe(closeCodes.revoked);
  expect(said(await site.ask("DELETE", "/v1/members", { headers }))).toEqual("401 잘못된 Token 입니다.");
  expect(said(await site.ask("GET", "/v1/teams/combined", { headers }))).toEqual("401 잘못된 Token 입니다.");
  const renewal = await site.ask("POST", "/v1/reissue", { headers: { cookie: jar } });
  expect(said(renewal)).toEqual("401 잘못된 Token 입니다.");
  const again = await signedIn(handle);
  expect(memberOf(again.accessToken)).not.toBe(memberOf(token));
});

it("immediately refuses the token of a member who was known to have a profile", async () => {
  const leaving = await site.person("알려진이");
  for (let n = 0; n < 2; n += 1) expect((await leaving.ask("GET", "/v1/teams/combined")).status).toBe(200);
  expect((await withdraw(leaving)).status).toBe(200);
  expect(said(await leaving.ask("GET", "/v1/teams/combined"))).toEqual("401 잘못된 Token 입니다.");
});

it("refuses a token of a session that no process has cached, too", async () => {
  const leaving = await site.person("알려진이");
  const key = secrets("a".repeat(40)).sub("identity access token");
  const { iat = 0 } = decodeJwt(leaving.token);
  const token = await createAccessTokens([key], () => new Date(iat * 1000)).issue(
    leaving.uuid,
    crypto.randomUUID(),
  );
  const headers = { authorization: `Bearer ${token}` };
  for (let n = 0; n < 2; n += 1)
    expect((await site.ask("GET", "/v1/teams/combined", { headers })).status).toBe(200);
  expect((await withdraw(leaving)).status).toBe(200);
  expect(said(await site.ask("GET", "/v1/teams/combined", { headers }))).toEqual("401 잘못된 Token 입니다.");
});

it("is possible without a completed profile, but not without a token", async () => {
  const newcomer = await site.person("새싹", { profile: false });
  expect((await withdraw(newcomer)).status).toBe(200);
  expect(said(await site.ask("DELETE", "/v1/members"))).toEqual("401 인증 되지 않은 사용자 입니다.");
});

it("is continued by reactors whose state is shown in the health of the process", async () => {
  const { reactors } = (await (await fetch(`${site.origin}/health/ready`)).json()) as {
    reactors: { name: string; state: string; waiting: number; lagSeconds: number }[];
  };
  const names = reactors.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["member-withdrawal", "team-withdrawal", "team-pictures"]));
  for (const reactor of reactors)
    expect(reactor).toMatchObject({ state: "running", checkpoint: expect.any(String), lagSeconds: 0 });
});

describe("in teams", () => {
  it("leaves a team with another manager unchanged", async () => {
    const leaving = await site.person("떠남");
    const staying = await site.person("남음");
    const teamId = await site.team(leaving);
    await join(staying, teamId);
    await changeRole("promote", leaving, teamId, staying);
    await withdraw(leaving);
    expect(await membersOf(staying, teamId)).toMatchObject([{ uuid: staying.uuid, isTeamManager: true }]);
    const [newest] = await history(staying, teamId);
    expect(newest).toMatchObject({
      action: "WITHDRAWN",
      before: "MANAGER",
      after: null,
      actor: { memberName: former },
      target: { uuid: leaving.uuid, memberName: former },
    });
  });

  it("makes the member who joined earliest the manager after the only one", async () => {
    const people = [];
    for (const name of ["팀장", "먼저", "나중"]) people.push(await site.person(name));
    const [manager, first, second] = people as [Person, Person, Person];
    const teamId = await site.team(manager);
    // A member who left and joined again counts from then on.
    await join(second, teamId);
    await join(first, teamId);
    await second.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    await join(second, teamId);
    await withdraw(manager);
    expect(await membersOf(first, teamId)).toMatchObject([
      { uuid: first.uuid, isTeamManager: true },
      { uuid: second.uuid, isTeamManager: false },
    ]);
    const [succeeded, withdrawn] = await history(first, teamId);
    expect(succeeded).toMatchObject({
      action: "SUCCEEDED",
      actor: null,
      target: { uuid: first.uuid, memberName: "먼저" },
      before: "MEMBER",
      after: "MANAGER",
    });
    expect(withdrawn).toMatchObject({ action: "WITHDRAWN", target: { memberName: former } });
  });

  it("ends a plain membership and deletes a team without other members", async () => {
    const leaving = await site.person("회원");
    const manager = await site.person("매니저");
    const own = await site.team(leaving);
    const other = await site.team(manager);
    await join(leaving, other);
    await withdraw(leaving);
    expect(await exists(own)).toBe(404);
    expect(await membersOf(manager, other)).toMatchObject([{ uuid: manager.uuid }]);
    expect((await history(manager, other))[0]).toMatchObject({ action: "WITHDRAWN", before: "MEMBER" });
  });

  it("removes a member again whom a command admitted that had begun before", async () => {
    const leaving = await site.person("겹침");
    const manager = await site.person("지킴");
    const teams = [];
    for (let index = 0; index < 8; index += 1) teams.push(await site.team(manager));
    await Promise.all([withdraw(leaving), ...teams.map((teamId) => join(leaving, teamId))]);
    for (const teamId of teams)
      await expect
        .poll(async () => (await membersOf(manager, teamId)).map(({ uuid }) => uuid))
        .toEqual([manager.uuid]);
  });
});

describe("personal data", () => {
  const name = "비밀이름";
  const explain = "아무도모를소개";
  const title = "사라질제목";
  const sentence = "사라질문장이여기있다";
  const reasons = ["사라질등록사유", "사라질강등사유", "사라질위임사유", "사라질퇴출사유"] as const;
  const kept = "남을등록사유";
  let leaving: Person;
  let staying: Person;
  let teamId: number;
  /** A team that the withdrawn member had been removed from. */
  let formerTeam: number;
  let handle: string;
  const pictures: string[] = [];

  beforeAll(async () => {
    handle = `secret-${Math.random().toString(36).slice(2)}`;
    const { accessToken: token } = await signedIn(handle);
    const headers = { authorization: `Bearer ${token}` };
    const ask: Person["ask"] = (method, path, asked = {}) => site.ask(method, path, { ...asked, headers });
    leaving = { uuid: memberOf(token), token, name, handle, ask };
    staying = await site.person("남은이");
    await ask("POST", "/v1/members", {
      form: { memberName: name, memberExplain: explain, image: await picture(50) },
    });
    teamId = await site.team(leaving);
    await join(staying, teamId);
    const article = { teamId: String(teamId), articleTitle: title, articleBody: `<p>${sentence}</p>` };
    const posted = await ask("POST", "/v1/articles", { form: { ...article, image: await picture(60) } });
    await ask("PUT", `/v1/articles/${posted.body.data.articleId}`, {
      form: { articleTitle: `${title}둘`, articleBody: `<p>${sentence}<img src="?"></p>` },
    });
    await ask("POST", `/v1/articles/teams/${teamId}/subjects`, {
      form: {
        articleTitle: "남을 문제",
        articleBody: "<p>풀어 봐요</p>",
        articleCategory: "코딩 테스트",
        selectedDate: "2025-09-03",
        image: await picture(70),
      },
    });
    formerTeam = await site.team(staying);
    await join(leaving, formerTeam);
    const [promotion, demotion, delegation, removal] = reasons;
    await changeRole("promote", staying, formerTeam, leaving, promotion);
    await changeRole("demote", staying, formerTeam, leaving, demotion);
    await changeRole("delegate", staying, formerTeam, leaving, delegation);
    await changeRole("promote", leaving, formerTeam, staying, kept);
    await changeRole("kick", staying, formerTeam, leaving, removal);
    const profile = await ask("GET", "/v1/members/own-profile");
    const mine = await ask("GET", `/v1/articles/${teamId}/my-page`);
    pictures.push(profile.body.data.imageUrl, mine.body.data.content[0].imageUrl);
    for (const url of pictures) expect(await statusOf(url)).toBe(200);
    for (const url of pictures) {
      const html = `<p>남의 그림<img src="${url}"></p>`;
      const draft = { title: "", category: null, contact: "", html, revision: null, postId: null, at: 1 };
      const path = `/v1/drafts/article-new-${teamId}/${crypto.randomUUID()}`;
      expect((await staying.ask("PUT", path, { json: draft })).status).toBe(200);
      const copied = { teamId: String(formerTeam), articleTitle: "그림", articleBody: html };
      expect((await staying.ask("POST", "/v1/articles", { form: copied })).status).toBe(201);
    }
    const before = await findEverywhere(site, [name, explain, title, sentence, ...reasons, kept]);
    // Articles are nowhere in plain text; the profile and reasons only in read models.
    expect(new Set(before.map((hit) => hit.split(": ")[1]))).toEqual(
      new Set([name, explain, ...reasons, kept]),
    );
    expect(before.filter((hit) => /^(events|log)\./.test(hit))).toEqual([]);
    await failOnce("image_owners");
    await failOnce("identity_account");
    expect((await withdraw(leaving)).status).toBe(200);
  });

  it("is removed from the database completely, although the first attempts failed", async () => {
    await expect
      .poll(() => findEverywhere(site, [name, explain, handle, title, sentence, ...reasons, ...pictures]))
      .toEqual([]);
    const faults = await site.query<{ n: number }>("SELECT sum(last_value)::int AS n FROM faults_all");
    expect(faults[0]?.n).toBeGreaterThanOrEqual(4);
    for (const url of pictures) expect(await statusOf(url)).toBe(404);
  });

  it("is removed from articles, while problems of the remaining team stay", async () => {
    const articles = await staying.ask("GET", `/v1/articles/${teamId}/by-date?date=${site.today()}`);
    expect(articles.body.data.content).toEqual([]);
    const subject = await site.ask("GET", `/v1/articles/teams/${teamId}/subjects?date=2025-09-03`);
    expect(subject.body.data).toMatchObject({
      articleTitle: "남을 문제",
      authorName: former,
      authorImageUrl: "/images/default/member.png",
    });
    expect(await statusOf(subject.body.data.imageUrl)).toBe(200);
    const [succeeded, withdrawn, joined, created] = await history(staying, teamId);
    expect(succeeded).toMatchObject({ action: "SUCCEEDED", actor: null });
    for (const entry of [withdrawn, created]) expect(entry?.target.memberName).toBe(former);
    expect(joined?.target.memberName).toBe("남은이");
  });

  it("includes the reasons of role changes and of a removal, but not those of others", async () => {
    const entries = (await history(staying, formerTeam)).map(({ action, reason }) => [action, reason]);
    expect(entries).toEqual([
      ["KICKED", null],
      ["CO_MANAGER_ADDED", kept],
      ["MANAGER_DELEGATED", null],
      ["DEMOTED", null],
      ["CO_MANAGER_ADDED", null],
      ["JOINED", null],
      ["CREATED", null],
    ]);
  });

  it("is not needed to rebuild every read model identically", async () => {
    const own = { NODE_ENV: "test", DATABASE_URL: site.databaseUrl, SECRET_KEY: "a".repeat(40) };
    const env = { ...own, ...site.logSettings };
    const storage = await openStorage(readConfig(env, []), createLogger("silent"));
    try {
      for (const projection of readModels) {
        const { store, database } = storage;
        const found = await verifyReadModel({ store, pool: database.pool, projection });
        expect([found.name, found.differing]).toEqual([projection.name, 0]);
      }
    } finally {
      await storage.close();
    }
  });
});

/** Makes the first deletion from a table fail. Sequences advance although the transaction is rolled back. */
async function failOnce(table: string): Promise<void> {
  await site.query(`CREATE SEQUENCE faults_${table}`);
  await site.query(
    `CREATE FUNCTION fail_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('faults_${table}') = 1 THEN RAISE EXCEPTION 'planted'; END IF; RETURN OLD; END $$`,
  );
  await site.query(
    `CREATE TRIGGER fail BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION fail_${table}()`,
  );
  await site.query(`CREATE OR REPLACE VIEW faults_all AS SELECT last_value FROM pg_sequences
                    WHERE sequencename LIKE 'faults_%'`);
}

async function signedIn(handle: string) {
  const { accessToken, refreshToken } = await signIn(site.origin, handle);
  return { accessToken, jar: `refresh_token=${refreshToken}` };
}
