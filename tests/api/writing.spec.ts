import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seoulDate } from "#contracts/dates";
import { jpeg } from "#tests/pictures";
import { type Answer, type Person, type Site, startSite } from "./site.ts";

let site: Site;
let dotori: Person;
let bamtol: Person;
let outsider: Person;
let teamId: number;
const today = () => seoulDate(new Date());

beforeAll(async () => {
  site = await startSite();
  [dotori, bamtol, outsider] = [
    await site.person("도토리"),
    await site.person("밤톨"),
    await site.person("호두"),
  ];
  teamId = await site.team(dotori);
  await bamtol.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "4821" } });
});
afterAll(() => site.close());

const message = (answer: Answer) => [answer.status, answer.body.message];
type Form = Record<string, string | Blob>;
const article = (fields: Form = {}) => ({
  teamId: String(teamId),
  articleTitle: "정렬 풀이",
  articleBody: "<p>글</p>",
  ...fields,
});
const byDate = (person: Pick<Person, "ask">, date = today()) =>
  person.ask("GET", `/v1/articles/${teamId}/by-date?date=${date}`);
const picture = async (width = 40) => new Blob([new Uint8Array(await jpeg(width))]);

describe("articles", () => {
  it("are shown whole to members, and without body and picture to everybody else", async () => {
    const posted = await bamtol.ask("POST", "/v1/articles", {
      form: article({
        image: await picture(),
        articleBody: '<p onclick="x()">글<img src="blob:x"><img src="?"></p>',
      }),
    });
    expect(message(posted)).toEqual([201, "게시글이 성공적으로 생성되었습니다."]);
    const { articleId } = posted.body.data;
    const item = (answer: Answer) =>
      answer.body.data.content.find((one: { articleId: number }) => one.articleId === articleId);
    const whole = item(await byDate(dotori));
    expect(whole).toMatchObject({
      articleTitle: "정렬 풀이",
      articleBody: '<p>글<img src="?"></p>',
      imageUrl: expect.stringMatching(/^\/images\/[0-9a-f]{2}\/[0-9a-f]+\.jpg$/),
      memberName: "밤톨",
      memberImage: "/images/default/member.png",
      isAuthor: false,
      revision: 1,
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect((await fetch(`${site.origin}${whole.imageUrl}`)).headers.get("content-type")).toBe("image/jpeg");
    for (const stranger of [site, outsider])
      expect(item(await byDate(stranger))).toMatchObject({
        articleTitle: "정렬 풀이",
        articleBody: null,
        imageUrl: null,
        memberName: "밤톨",
      });
    expect(item(await byDate(bamtol)).isAuthor).toBe(true);
  });

  it("stay readable to their author after leaving, with the name", async () => {
    const hodu = await site.person("잣");
    await hodu.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "4821" } });
    await hodu.ask("POST", "/v1/articles", { form: article({ articleTitle: "떠나며" }) });
    expect(message(await hodu.ask("DELETE", `/v1/teams/${teamId}/members/me`))).toEqual([
      200,
      "팀을 성공적으로 탈퇴했습니다.",
    ]);
    const mine = (await byDate(hodu)).body.data.content;
    expect(mine.find((one: { articleTitle: string }) => one.articleTitle === "떠나며")).toMatchObject({
      articleBody: "<p>글</p>",
      memberName: "잣",
    });
    expect(
      mine.find((one: { articleTitle: string }) => one.articleTitle === "정렬 풀이").articleBody,
    ).toBeNull();
    expect(message(await hodu.ask("POST", "/v1/articles", { form: article() }))).toEqual([
      403,
      "팀에 멤버가 존재하지않습니다.",
    ]);
  });

  it("are refused with every missing field named, then membership", async () => {
    const post = (person: Person, form: Form) => person.ask("POST", "/v1/articles", { form });
    expect((await post(bamtol, { x: "" })).body.data).toEqual({
      teamId: "팀 아이디는 필수요소입니다.",
      articleTitle: "게시글 제목은 필수요소입니다",
      articleBody: "게시글 내용은 필수요소입니다",
    });
    expect((await post(bamtol, article({ articleTitle: "가".repeat(51) }))).body.data).toEqual({
      articleTitle: "글자 수를 초과했습니다.",
    });
    expect(message(await post(outsider, article()))).toEqual([403, "팀에 멤버가 존재하지않습니다."]);
    expect(message(await post(bamtol, article({ teamId: "999999" })))).toEqual([
      403,
      "팀에 멤버가 존재하지않습니다.",
    ]);
  });

  it("are edited by their author alone, with the revision in hand", async () => {
    const { articleId } = (
      await bamtol.ask("POST", "/v1/articles", { form: article({ image: await picture() }) })
    ).body.data;
    const put = (person: Person, form: Form, headers: Record<string, string> = {}, id = articleId) =>
      person.ask("PUT", `/v1/articles/${id}`, { form, headers });
    expect(message(await put(bamtol, article(), {}, 999_999))).toEqual([
      404,
      "존재 하지 않는 게시글 입니다.",
    ]);
    expect(message(await put(dotori, article()))).toEqual([403, "게시물의 작성자가 아닙니다."]);
    const saved = await put(
      bamtol,
      article({ articleTitle: "두 번째 풀이", articleBody: '<p>글<img src="?"></p>' }),
      { "if-match": '"1"' },
    );
    expect(message(saved)).toEqual([200, "게시글이 성공적으로 수정되었습니다."]);
    expect(saved.headers.get("etag")).toBe('"2"');
    const stale = await put(bamtol, article({ articleTitle: "늦은 풀이" }), { "if-match": '"1"' });
    expect(message(stale)).toEqual([412, "다른 곳에서 먼저 수정되었습니다."]);
    expect(stale.body.data).toMatchObject({
      articleId,
      articleTitle: "두 번째 풀이",
      isAuthor: true,
      revision: 2,
    });
    expect(stale.body.data.imageUrl).toMatch(/^\/images\//);
    await put(bamtol, { articleBody: "<p>그림 없이</p>" });
    const item = (await byDate(bamtol)).body.data.content.find(
      (one: { articleId: number }) => one.articleId === articleId,
    );
    expect(item).toMatchObject({
      articleTitle: "두 번째 풀이",
      articleBody: "<p>그림 없이</p>",
      imageUrl: null,
      revision: 3,
    });
  });

  it("are deleted by their author alone, once", async () => {
    const { articleId } = (await bamtol.ask("POST", "/v1/articles", { form: article() })).body.data;
    expect(message(await dotori.ask("DELETE", `/v1/articles/${articleId}`))).toEqual([
      403,
      "게시물의 작성자가 아닙니다.",
    ]);
    expect(message(await bamtol.ask("DELETE", `/v1/articles/${articleId}`))).toEqual([
      200,
      "게시글이 성공적으로 삭제되었습니다.",
    ]);
    expect(message(await bamtol.ask("DELETE", `/v1/articles/${articleId}`))).toEqual([
      404,
      "존재 하지 않는 게시글 입니다.",
    ]);
  });

  it("answers an unknown team and a day without articles with an empty page", async () => {
    const empty = { content: [], page: { size: 6, number: 0, totalElements: 0, totalPages: 0 } };
    expect((await byDate(site, "2020-01-01")).body.data).toEqual(empty);
    expect((await site.ask("GET", "/v1/articles/999999/by-date?date=2020-01-01")).body.data).toEqual(empty);
  });

  it("keeps personal texts out of the log in clear", async () => {
    await bamtol.ask("POST", "/v1/articles", {
      form: article({ articleTitle: "비밀제목", articleBody: "<p>아무도모르는문장</p>" }),
    });
    const stored = (await site.storedEvents()).map(({ data }) => data);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((data) => /비밀제목|아무도모르는문장|밤톨|매일 한 문제/.test(data))).toEqual([]);
  });
});

describe("problems", () => {
  const date = "2025-09-03";
  const fields = (more: Form = {}): Form => ({
    articleTitle: "오늘의 두 문제",
    articleBody: "<p>둘</p>",
    articleCategory: "코딩 테스트",
    selectedDate: date,
    ...more,
  });
  const subjects = `/v1/articles/teams`;
  const post = (person: Person, form: Form, team = teamId) =>
    person.ask("POST", `${subjects}/${team}/subjects`, { form });
  const get = (day = date, team = teamId) => site.ask("GET", `${subjects}/${team}/subjects?date=${day}`);

  it("stand in the calendar of their day for everybody", async () => {
    const posted = await post(dotori, fields());
    expect(message(posted)).toEqual([201, "주제가 성공적으로 생성되었습니다."]);
    expect(posted.body.data).toMatchObject({ subjectDate: date });
    const shown = await get();
    expect(shown.body.data).toMatchObject({
      articleId: posted.body.data.articleId,
      articleCategory: "코딩 테스트",
      articleTitle: "오늘의 두 문제",
      articleBody: "<p>둘</p>",
      imageUrl: null,
      authorName: "도토리",
      authorImageUrl: "/images/default/member.png",
      revision: 1,
    });
    expect(shown.headers.get("etag")).toBe('"1"');
    const page = (await site.ask("GET", `/v1/teams/${teamId}/team-page?year=2025&month=9`)).body.data;
    expect(page.subjectArticleDateAndTagResponses).toEqual([
      { subjectDate: date, articleCategory: "코딩 테스트" },
    ]);
    expect((await get("2025-09-04")).body).toMatchObject({ code: 200, data: null });
    expect((await get(date, 999_999)).status).toBe(404);
  });

  it("are refused in order", async () => {
    expect((await post(bamtol, { x: "" })).body.data).toEqual({
      articleTitle: "게시글 제목은 필수 요소입니다.",
      articleBody: "게시글 내용은 필수 요소입니다.",
      articleCategory: "게시글 카테고리는 필수 요소입니다.",
      selectedDate: "날짜 선택은 필수 요소입니다.",
    });
    expect((await post(bamtol, fields({ selectedDate: "20250903" }))).body.data).toEqual({
      selectedDate: "날짜 형식은 yyyy-MM-dd이어야 합니다.",
    });
    expect(message(await post(bamtol, fields(), 999_999))).toEqual([404, "팀이 존재하지 않습니다."]);
    expect(message(await post(bamtol, fields({ selectedDate: "2025-02-30" })))).toEqual([
      400,
      "팀의 매니저가 옳지 않습니다.",
    ]);
    expect(message(await post(dotori, fields({ selectedDate: "2025-02-30" })))).toEqual([
      400,
      "날짜 및 날짜 형식이 올바르지 않습니다.",
    ]);
    expect(message(await post(dotori, fields({ articleCategory: "잡담" })))).toEqual([
      400,
      "이미 주제를 작성했습니다.",
    ]);
    expect(
      message(await post(dotori, fields({ selectedDate: "2025-09-09", articleCategory: "잡담" }))),
    ).toEqual([400, "해당 게시물 카테고리가 존재하지 않습니다."]);
  });

  it("are one a day, however many are posted at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(dotori, fields({ selectedDate: "2025-09-10" }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const lost of answers.filter(({ status }) => status !== 201))
      expect(message(lost)).toEqual([400, "이미 주제를 작성했습니다."]);
  });

  it("are edited and deleted by any manager, and only under their team", async () => {
    const { articleId } = (await get()).body.data;
    const place = `${subjects}/${teamId}/subjects/${articleId}`;
    const other = await site.team(outsider);
    const put = (person: Person, path: string, form: Form, headers: Record<string, string> = {}) =>
      person.ask("PUT", path, { form, headers });
    expect(message(await put(bamtol, place, { articleTitle: "셋" }))).toEqual([
      400,
      "팀의 매니저가 옳지 않습니다.",
    ]);
    expect(
      message(await put(outsider, `${subjects}/${other}/subjects/${articleId}`, { articleTitle: "셋" })),
    ).toEqual([404, "존재 하지 않는 게시글 입니다."]);
    expect(message(await put(dotori, place, { articleTitle: "셋" }, { "if-match": '"1"' }))).toEqual([
      200,
      "주제를 성공적으로 업데이트했습니다.",
    ]);
    const stale = await put(dotori, place, { articleCategory: "잡담" }, { "if-match": '"1"' });
    expect(stale.status).toBe(412);
    expect(stale.body.data).toMatchObject({
      articleTitle: "셋",
      articleCategory: "코딩 테스트",
      revision: 2,
    });
    expect(message(await put(dotori, place, { articleCategory: "잡담" }))).toEqual([
      400,
      "해당 게시물 카테고리가 존재하지 않습니다.",
    ]);
    expect(message(await put(dotori, `/v1/articles/${articleId}`, article() as Form))).toEqual([
      404,
      "존재 하지 않는 게시글 입니다.",
    ]);
    expect(message(await bamtol.ask("DELETE", place))).toEqual([400, "팀의 매니저가 옳지 않습니다."]);
    expect(message(await dotori.ask("DELETE", place))).toEqual([200, "주제를 성공적으로 삭제했습니다."]);
    expect(message(await dotori.ask("DELETE", place))).toEqual([404, "존재 하지 않는 게시글 입니다."]);
    expect((await get()).body.data).toBeNull();
  });
});
