import { beforeAll, describe, expect, it } from "vitest";
import { changeRole, join, ownSite, type Person, refusal, said } from "./site.ts";
import { type Form, ownPicture, picture } from "./writing.ts";

const [site, dotori, bamtol, outsider] = ownSite("도토리", "밤톨", "호두");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(dotori);
  await join(bamtol, teamId);
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

  it("are in the public calendar of their day", async () => {
    const posted = await post(dotori, fields());
    expect(said(posted)).toEqual("201 주제가 성공적으로 생성되었습니다.");
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
    expect(said(await get(date, 999_999))).toBe(refusal("team-not-found"));
  });

  it("are one a day despite concurrent posts", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(dotori, fields({ selectedDate: "2025-09-10" }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const lost of answers.filter(({ status }) => status !== 201))
      expect(said(lost)).toEqual("400 이미 주제를 작성했습니다.");
  });

  const unknownTeam = "404 팀이 존재하지 않습니다.";
  const notManager = "400 팀의 매니저가 옳지 않습니다.";
  const unknownProblem = "404 존재 하지 않는 게시글 입니다.";
  const place = (articleId: number, team = teamId) => `${subjects}/${team}/subjects/${articleId}`;
  const put = (person: Person, path: string, form: Form, headers: Record<string, string> = {}) =>
    person.ask("PUT", path, { form, headers });
  const posted = async (selectedDate: string, more: Form = {}): Promise<number> =>
    (await post(dotori, fields({ selectedDate, ...more }))).body.data.articleId;

  it("are public and complete, with the time of writing", async () => {
    await posted("2025-10-01", { image: await picture(), articleBody: '<p>그림<img src="blob:x"></p>' });
    for (const reader of [site, outsider, bamtol]) {
      const shown = await reader.ask("GET", `${subjects}/${teamId}/subjects?date=2025-10-01`);
      expect(said(shown)).toEqual("200 해당 날짜의 해당 팀의 주제를 조회했습니다.");
      expect(shown.body.data).toMatchObject({
        articleBody: '<p>그림<img src="?"></p>',
        imageUrl: expect.stringMatching(ownPicture),
        createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
      expect(shown.body.data.createdDate.slice(0, 10)).not.toBe("2025-10-01");
    }
    expect((await get("2025-10-02")).body).toEqual({
      status: "success",
      code: 200,
      message: "해당 날짜의 해당 팀의 주제를 조회했습니다.",
      data: null,
    });
    expect(said(await get("2025-10-01", 999_999))).toEqual(unknownTeam);
    for (const day of ["", "2025-02-30", "2025-13-01", "20251001"])
      expect(said(await get(day)), day).toBe("400 날짜 및 날짜 형식이 올바르지 않습니다.");
  });

  it("belong to the team of the path, whatever the fields contain", async () => {
    const other = await site.team(outsider);
    expect((await post(dotori, fields({ selectedDate: "2025-10-03", teamId: String(other) }))).status).toBe(
      201,
    );
    expect((await get("2025-10-03", other)).body.data).toBeNull();
    expect((await get("2025-10-03")).body.data).not.toBeNull();
    expect(said(await post(outsider, fields({ selectedDate: "2025-10-04" })))).toEqual(notManager);
  });

  it("are refused for their fields, their picture and the request key before their team", async () => {
    expect((await post(bamtol, { x: "" }, 999_999)).body.data).toEqual({
      articleTitle: "게시글 제목은 필수 요소입니다.",
      articleBody: "게시글 내용은 필수 요소입니다.",
      articleCategory: "게시글 카테고리는 필수 요소입니다.",
      selectedDate: "날짜 선택은 필수 요소입니다.",
    });
    const long = { articleTitle: "가".repeat(51), articleBody: "<p>&nbsp;</p>", selectedDate: "2025-9-3" };
    expect((await post(outsider, fields(long), 999_999)).body.data).toEqual({
      articleTitle: "글자 수를 초과했습니다.",
      articleBody: "게시글 내용은 필수 요소입니다.",
      selectedDate: "날짜 형식은 yyyy-MM-dd이어야 합니다.",
    });
    const broken = fields({ image: new Blob(["x"]) });
    expect(said(await post(outsider, broken, 999_999))).toBe("400 이미지 파일 업로드 에러발생.");
    const asked = { form: fields(), headers: { "idempotency-key": "x" } };
    expect(said(await outsider.ask("POST", `${subjects}/999999/subjects`, asked))).toBe(
      "400 요청 키가 올바르지 않습니다.",
    );
  });

  it("are refused in the order of the contract: team, manager, date, day, tag", async () => {
    await posted("2025-10-06");
    const wrong = { articleCategory: "잡담", selectedDate: "2025-10-06" };
    const refusals: [Person, Form, string, number?][] = [
      [bamtol, wrong, unknownTeam, 999_999],
      [bamtol, { ...wrong, selectedDate: "2025-02-30" }, notManager],
      [dotori, { ...wrong, selectedDate: "2025-02-30" }, "400 날짜 및 날짜 형식이 올바르지 않습니다."],
      [dotori, wrong, "400 이미 주제를 작성했습니다."],
      [dotori, { ...wrong, selectedDate: "2025-10-07" }, "400 해당 게시물 카테고리가 존재하지 않습니다."],
    ];
    for (const [person, form, refusal, team] of refusals)
      expect(said(await post(person, fields(form), team))).toBe(refusal);
  });

  it("accept each of the four tags", async () => {
    const tags = ["코딩 테스트", "스터디 복습", "스터디 예습", "스터디"];
    for (const [index, articleCategory] of tags.entries())
      expect(await posted(`2025-11-0${index + 1}`, { articleCategory })).toEqual(expect.any(Number));
    const page = await site.ask("GET", `/v1/teams/${teamId}/team-page?year=2025&month=11`);
    expect(page.body.data.subjectArticleDateAndTagResponses).toEqual(
      tags.map((articleCategory, index) => ({ subjectDate: `2025-11-0${index + 1}`, articleCategory })),
    );
  });

  it("are edited and deleted in the order of the contract: team, manager, problem, revision, tag", async () => {
    const articleId = await posted("2025-12-01");
    const other = await site.team(outsider);
    const wrong = { articleCategory: "잡담" };
    const seven = { "if-match": '"7"' };
    for (const [person, path, refusal] of [
      [bamtol, place(articleId, 999_999), unknownTeam],
      [bamtol, place(999_999), notManager],
      [outsider, place(articleId), notManager],
      [dotori, place(999_999), unknownProblem],
      [outsider, place(articleId, other), unknownProblem],
    ] as const) {
      expect(said(await put(person, path, wrong, seven)), path).toBe(refusal);
      expect(said(await person.ask("DELETE", path)), path).toBe(refusal);
    }
    const stale = await put(dotori, place(articleId), wrong, seven);
    expect(said(stale)).toBe("412 다른 곳에서 먼저 수정되었습니다.");
    expect(stale.headers.get("etag")).toBe('"1"');
    expect(stale.body.data).toEqual((await get("2025-12-01")).body.data);
    expect(said(await put(dotori, place(articleId), wrong))).toBe(
      "400 해당 게시물 카테고리가 존재하지 않습니다.",
    );
    const blank = await put(outsider, place(articleId, 999_999), { articleTitle: "", articleBody: "" });
    expect(blank.body.data).toEqual({
      articleTitle: "게시글 제목은 필수 요소입니다.",
      articleBody: "게시글 내용은 필수 요소입니다.",
    });
    expect(said(await dotori.ask("DELETE", place(articleId)))).toBe("200 주제를 성공적으로 삭제했습니다.");
    expect(said(await dotori.ask("DELETE", place(articleId)))).toBe(unknownProblem);
    expect((await get("2025-12-01")).body.data).toBeNull();
    expect(await posted("2025-12-01")).toEqual(expect.any(Number));
  });

  it("are not articles, nor articles problems", async () => {
    const subjectId = await posted("2025-12-02");
    const form = { teamId: String(teamId), articleTitle: "글", articleBody: "<p>글</p>" };
    const { articleId } = (await dotori.ask("POST", "/v1/articles", { form })).body.data;
    expect(said(await put(dotori, `/v1/articles/${subjectId}`, { articleTitle: "셋" }))).toEqual(
      unknownProblem,
    );
    expect(said(await dotori.ask("DELETE", `/v1/articles/${subjectId}`))).toEqual(unknownProblem);
    expect(said(await put(dotori, place(articleId), { articleTitle: "셋" }))).toEqual(unknownProblem);
    expect(said(await dotori.ask("DELETE", place(articleId)))).toEqual(unknownProblem);
  });

  it("keep their day, their writer and absent fields, and change tag and picture", async () => {
    const articleId = await posted("2025-12-03", { image: await picture(40) });
    const second = await site.person("부방장");
    await join(second, teamId);
    await changeRole("promote", dotori, teamId, second);
    const before = (await get("2025-12-03")).body.data;
    const moved = { articleCategory: "스터디 복습", selectedDate: "2025-12-24", image: await picture(43) };
    const saved = await put(second, place(articleId), moved, { "if-match": '"1"' });
    expect([said(saved), saved.body.data]).toEqual(["200 주제를 성공적으로 업데이트했습니다.", null]);
    expect(saved.headers.get("etag")).toBe('"2"');
    const after = (await get("2025-12-03")).body.data;
    expect(after).toEqual({
      ...before,
      articleCategory: "스터디 복습",
      imageUrl: expect.stringMatching(ownPicture),
      revision: 2,
    });
    expect(after.imageUrl).not.toBe(before.imageUrl);
    expect((await get("2025-12-24")).body.data).toBeNull();
    const calendar = await site.ask("GET", `/v1/teams/${teamId}/team-page?year=2025&month=12`);
    expect(calendar.body.data.subjectArticleDateAndTagResponses).toContainEqual({
      subjectDate: "2025-12-03",
      articleCategory: "스터디 복습",
    });
    await put(second, place(articleId), { articleBody: '<p>그대로<img src="?"></p>' });
    expect((await get("2025-12-03")).body.data).toMatchObject({ imageUrl: after.imageUrl, revision: 3 });
    expect(
      (await put(second, place(articleId), { articleTitle: before.articleTitle })).headers.get("etag"),
    ).toBe('"3"');
    await put(second, place(articleId), { articleBody: "<p>그림 없이</p>" });
    expect((await get("2025-12-03")).body.data).toMatchObject({
      imageUrl: null,
      articleBody: "<p>그림 없이</p>",
    });
  });
});
