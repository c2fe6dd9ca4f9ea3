import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { jpeg } from "#tests/support/pictures";
import { type Answer, type Asked, join, ownSite, type Person } from "./site.ts";

const [site, dotori] = ownSite("도토리");
let newcomer: Person;
beforeAll(async () => {
  newcomer = await site.person("새싹", { profile: false });
});

const message = ({ status, body }: Answer) => [status, body.code, body.message];
const noToken = [401, 401, "인증 되지 않은 사용자 입니다."];
const badToken = [401, 401, "잘못된 Token 입니다."];
const noProfile = [401, 100, "회원가입이 마무리되지 않았습니다."];
const picture = async (width: number) => new Blob([new Uint8Array(await jpeg(width))]);
const complete = (person: Pick<Person, "ask">, form: Asked["form"] = {}) =>
  person.ask("POST", "/v1/members", { form: { memberName: "도토리", memberExplain: "그래프", ...form } });
const change = (person: Pick<Person, "ask">, form: NonNullable<Asked["form"]>) =>
  person.ask("PUT", "/v1/members", { form });
const profile = async (person: Person) => (await person.ask("GET", "/v1/members/own-profile")).body.data;

describe("completing the profile", () => {
  it("names every invalid field together, and stores nothing", async () => {
    expect(message(await complete(site))).toEqual(noToken);
    expect((await complete(newcomer, { memberName: " ", memberExplain: "\u3000" })).body).toEqual({
      status: "fail",
      code: 400,
      message: "유효성 검사를 통과하지 못했습니다.",
      data: { memberName: "이름은 필수 입력 항목입니다.", memberExplain: "소개는 필수 입력 항목입니다." },
    });
    const long = { memberName: "가".repeat(11), memberExplain: "가".repeat(51) };
    expect((await complete(newcomer, long)).body.data).toEqual({
      memberName: "글자 수를 초과했습니다.",
      memberExplain: "글자 수를 초과했습니다.",
    });
    expect(message(await complete(newcomer, { image: new Blob(["no picture"]) }))).toEqual([
      400,
      400,
      "이미지 파일 업로드 에러발생.",
    ]);
    expect(message(await newcomer.ask("GET", "/v1/members/info"))).toEqual(noProfile);
  });

  it("responds 201 with its text as data, admits the member, and overwrites an existing profile", async () => {
    const person = await site.person("처음", { profile: false });
    const done = await complete(person, { memberName: ` ${"👨‍👩‍👧".repeat(10)} `, image: await picture(30) });
    expect(done.body).toEqual({
      status: "success",
      code: 201,
      message: null,
      data: "회원을 성공적으로 등록했습니다.",
    });
    const before = await profile(person);
    expect(before.memberName).toBe("👨‍👩‍👧".repeat(10));
    expect(before.imageUrl).toMatch(/^\/images\/[0-9a-f]{2}\/[0-9a-f]{64}\.jpg$/);
    expect((await fetch(site.origin + before.imageUrl)).status).toBe(200);
    expect((await complete(person, { memberName: "다시", memberExplain: "소개" })).status).toBe(201);
    expect(await profile(person)).toEqual({ ...before, memberName: "다시", memberExplain: "소개" });
  });
});

describe("changing the profile", () => {
  it("keeps absent fields and returns the profile", async () => {
    const person = await site.person("바꿈");
    const before = await profile(person);
    const named = await change(person, { memberName: "새이름" });
    expect(message(named)).toEqual([200, 200, null]);
    expect(named.body.data).toEqual({ ...before, memberName: "새이름" });
    const pictured = await change(person, { image: await picture(31) });
    expect(pictured.body.data).toEqual({
      ...before,
      memberName: "새이름",
      imageUrl: expect.stringContaining("/images/"),
    });
    expect(await profile(person)).toEqual(pictured.body.data);
    const bothTexts = await site.person("미완", { profile: false });
    expect((await change(bothTexts, { memberName: "완", memberExplain: "성" })).status).toBe(200);
    expect((await profile(bothTexts)).memberName).toBe("완");
  });
});

describe("withdrawing", () => {
  it("requested twice concurrently, with one key or two, is one withdrawal", async () => {
    for (const keys of [
      [randomUUID(), randomUUID()],
      Array.from({ length: 2 }, () => "7b0c2f6d-98a2-4f43-9a0f-31d6a7a3f1f0"),
    ]) {
      const person = await site.person("급함");
      const answers = await Promise.all(
        keys.map((key) => person.ask("DELETE", "/v1/members", { headers: { "idempotency-key": key } })),
      );
      expect(answers.map(({ status }) => status)).toContain(200);
      for (const answer of answers) if (answer.status !== 200) expect(message(answer)).toEqual(badToken);
      const events = (await site.storedEvents()).filter(({ stream }) => stream === `member-${person.uuid}`);
      expect(events.filter(({ type }) => type === "MemberWithdrawn")).toHaveLength(1);
    }
  });

  it("races with a command of the same member, which is refused or executed before, and leaves nothing", async () => {
    const person = await site.person("동시");
    const teamId = await site.team(dotori);
    await join(person, teamId);
    const article = { teamId: String(teamId), articleTitle: "늦은글", articleBody: "<p>글</p>" };
    const [withdrawn, ...posted] = await Promise.all([
      person.ask("DELETE", "/v1/members"),
      ...Array.from({ length: 6 }, async (_, index) =>
        person.ask("POST", "/v1/articles", { form: { ...article, image: await picture(80 + index) } }),
      ),
    ]);
    expect(withdrawn.status).toBe(200);
    for (const answer of posted) expect([201, 401, 403]).toContain(answer.status);
    // Pictures are deleted independently.
    const pictures = () =>
      site.query("SELECT FROM image_owners WHERE ends_with @> ARRAY[$1]", [`member:${person.uuid}`]);
    const articles = () => site.query("SELECT 1 FROM team_articles WHERE author_id = $1", [person.uuid]);
    await expect.poll(pictures).toEqual([]);
    await expect.poll(articles).toEqual([]);
  });
});
