import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, join, ownSite, type Person, said } from "./site.ts";
import { type Form, ownPicture, picture } from "./writing.ts";

const [site, dotori, bamtol, outsider] = ownSite("도토리", "밤톨", "호두");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(dotori);
  await join(bamtol, teamId);
});

const article = (fields: Form = {}) => ({
  teamId: String(teamId),
  articleTitle: "정렬 풀이",
  articleBody: "<p>글</p>",
  ...fields,
});
const byDate = (person: Pick<Person, "ask">, date = site.today()) =>
  person.ask("GET", `/v1/articles/${teamId}/by-date?date=${date}`);
const itemOf = (answer: Answer, articleId: number) =>
  answer.body.data.content.find((one: { articleId: number }) => one.articleId === articleId);
const post = async (person: Person, form: Form = {}): Promise<number> =>
  (await person.ask("POST", "/v1/articles", { form: article(form) })).body.data.articleId;
const put = (person: Person, articleId: number, form: Form, headers: Record<string, string> = {}) =>
  person.ask("PUT", `/v1/articles/${articleId}`, { form, headers });

describe("articles", () => {
  it("are complete for members, and without body and picture for all others", async () => {
    const posted = await bamtol.ask("POST", "/v1/articles", {
      form: article({
        image: await picture(),
        articleBody: '<p onclick="x()">글<img src="blob:x"><img src="?"></p>',
      }),
    });
    expect(said(posted)).toEqual("201 게시글이 성공적으로 생성되었습니다.");
    const { articleId } = posted.body.data;
    const item = (answer: Answer) => itemOf(answer, articleId);
    const whole = item(await byDate(dotori));
    expect(whole).toMatchObject({
      articleTitle: "정렬 풀이",
      articleBody: '<p>글<img src="?"></p>',
      imageUrl: expect.stringMatching(ownPicture),
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

  it("are complete in lists at any length, among short ones and in their order", async () => {
    const long = `<p>${"가".repeat(100_000)}</p>`;
    const ids = [await post(bamtol), await post(bamtol, { articleBody: long }), await post(bamtol)];
    const newest = async (person: Pick<Person, "ask">, path: string) => {
      const { content, page } = (await person.ask("GET", path)).body.data;
      expect(page).toMatchObject({ size: 3, number: 0 });
      return content.map((one: { articleId: number; articleBody: string | null }) => [
        one.articleId,
        one.articleBody,
      ]);
    };
    const whole = [
      [ids[2], "<p>글</p>"],
      [ids[1], long],
      [ids[0], "<p>글</p>"],
    ];
    const ofDay = `/v1/articles/${teamId}/by-date?date=${site.today()}&size=3`;
    expect(await newest(dotori, ofDay)).toEqual(whole);
    expect(await newest(bamtol, `/v1/articles/${teamId}/my-page?size=3`)).toEqual(whole);
    expect(await newest(site, ofDay)).toEqual(whole.map(([id]) => [id, null]));
  });

  it("stay readable for their author after leaving, with the name", async () => {
    const hodu = await site.person("잣");
    await join(hodu, teamId);
    await hodu.ask("POST", "/v1/articles", { form: article({ articleTitle: "떠나며" }) });
    expect(said(await hodu.ask("DELETE", `/v1/teams/${teamId}/members/me`))).toEqual(
      "200 팀을 성공적으로 탈퇴했습니다.",
    );
    const mine = (await byDate(hodu)).body.data.content;
    expect(mine.find((one: { articleTitle: string }) => one.articleTitle === "떠나며")).toMatchObject({
      articleBody: "<p>글</p>",
      memberName: "잣",
    });
    expect(
      mine.find((one: { articleTitle: string }) => one.articleTitle === "정렬 풀이").articleBody,
    ).toBeNull();
    expect(said(await hodu.ask("POST", "/v1/articles", { form: article() }))).toEqual(
      "403 팀에 멤버가 존재하지않습니다.",
    );
  });

  it("are refused with every missing field named, then for missing membership", async () => {
    const send = (person: Person, form: Form) => person.ask("POST", "/v1/articles", { form });
    expect((await send(bamtol, { x: "" })).body.data).toEqual({
      teamId: "팀 아이디는 필수요소입니다.",
      articleTitle: "게시글 제목은 필수요소입니다",
      articleBody: "게시글 내용은 필수요소입니다",
    });
    expect((await send(bamtol, article({ articleTitle: "가".repeat(51) }))).body.data).toEqual({
      articleTitle: "글자 수를 초과했습니다.",
    });
    expect(said(await send(outsider, article()))).toEqual("403 팀에 멤버가 존재하지않습니다.");
    expect(said(await send(bamtol, article({ teamId: "999999" })))).toEqual(
      "403 팀에 멤버가 존재하지않습니다.",
    );
  });

  it("are edited only by their author, at the current revision", async () => {
    const articleId = await post(bamtol, { image: await picture() });
    expect(said(await put(bamtol, 999_999, article()))).toEqual("404 존재 하지 않는 게시글 입니다.");
    expect(said(await put(dotori, articleId, article()))).toEqual("403 게시물의 작성자가 아닙니다.");
    const saved = await put(
      bamtol,
      articleId,
      article({ articleTitle: "두 번째 풀이", articleBody: '<p>글<img src="?"></p>' }),
      { "if-match": '"1"' },
    );
    expect(said(saved)).toEqual("200 게시글이 성공적으로 수정되었습니다.");
    expect(saved.headers.get("etag")).toBe('"2"');
    const stale = await put(bamtol, articleId, article({ articleTitle: "늦은 풀이" }), { "if-match": '"1"' });
    expect(said(stale)).toEqual("412 다른 곳에서 먼저 수정되었습니다.");
    expect(stale.body.data).toMatchObject({
      articleId,
      articleTitle: "두 번째 풀이",
      isAuthor: true,
      revision: 2,
    });
    expect(stale.body.data.imageUrl).toMatch(/^\/images\//);
    expect(stale.headers.get("etag")).toBe('"2"');
    await put(bamtol, articleId, { articleBody: "<p>그림 없이</p>" });
    expect(itemOf(await byDate(bamtol), articleId)).toMatchObject({
      articleTitle: "두 번째 풀이",
      articleBody: "<p>그림 없이</p>",
      imageUrl: null,
      revision: 3,
    });
  });

  it("responds to an unknown team and a day without articles with an empty page", async () => {
    const empty = { content: [], page: { size: 6, number: 0, totalElements: 0, totalPages: 0 } };
    expect((await byDate(site, "2020-01-01")).body.data).toEqual(empty);
    expect((await site.ask("GET", "/v1/articles/999999/by-date?date=2020-01-01")).body.data).toEqual(empty);
  });

  it("are edited field by field: blank ones are refused, absent ones stay unchanged", async () => {
    const articleId = await post(bamtol, { image: await picture(), articleBody: '<p>글<img src="?"></p>' });
    const refused = await put(bamtol, articleId, {
      articleTitle: " \u3000",
      articleBody: "<p><br>\u200b</p>",
    });
    expect(refused.body).toEqual({
      status: "fail",
      code: 400,
      message: "유효성 검사를 통과하지 못했습니다.",
      data: { articleTitle: "게시글 제목은 필수요소입니다", articleBody: "게시글 내용은 필수요소입니다" },
    });
    const long = await put(bamtol, articleId, { articleTitle: "👨‍👩‍👧".repeat(51) });
    expect(long.body.data).toEqual({ articleTitle: "글자 수를 초과했습니다." });
    const before = itemOf(await byDate(bamtol), articleId);
    expect((await put(bamtol, articleId, { articleTitle: "👨‍👩‍👧".repeat(50) })).body.data).toBeNull();
    expect(itemOf(await byDate(bamtol), articleId)).toEqual({
      ...before,
      articleTitle: "👨‍👩‍👧".repeat(50),
      revision: 2,
    });
    await put(bamtol, articleId, {
      articleBody: '<p onclick="x()">새 글<img src="https://evil.test/a.png"><img src="?"></p>',
    });
    expect(itemOf(await byDate(bamtol), articleId)).toMatchObject({
      articleTitle: "👨‍👩‍👧".repeat(50),
      articleBody: '<p>새 글<img src="?"></p>',
      imageUrl: before.imageUrl,
      createdDate: before.createdDate,
    });
  });

  it("keep, change and lose their picture according to body and fields", async () => {
    const articleId = await post(bamtol, { image: await picture(47) });
    const shown = async () =>
      itemOf(await byDate(bamtol), articleId) as { imageUrl: string; articleBody: string };
    const first = await shown();
    expect(first.imageUrl).toMatch(ownPicture);
    await put(bamtol, articleId, {
      image: await picture(41),
      articleBody: `<p>둘<img src="${first.imageUrl}"></p>`,
    });
    const second = await shown();
    expect(second.imageUrl).toMatch(ownPicture);
    expect(second.imageUrl).not.toBe(first.imageUrl);
    expect(second.articleBody).toBe('<p>둘<img src="?"></p>');
    const absolute = `<p>셋<img src="${site.origin}${second.imageUrl}"></p>`;
    await put(bamtol, articleId, { articleBody: absolute, image: new Blob([]) });
    expect(await shown()).toMatchObject({
      imageUrl: second.imageUrl,
      articleBody: `<p>셋<img src="${second.imageUrl}"></p>`,
    });
    await put(bamtol, articleId, { articleBody: "<p>그림은 따로</p>", image: await picture(42) });
    expect((await shown()).imageUrl).toMatch(ownPicture);
    await put(bamtol, articleId, { articleBody: '<p>넷<img src="https://evil.test/a.png"></p>' });
    expect(await shown()).toMatchObject({ imageUrl: null, articleBody: "<p>넷</p>" });
    await expect.poll(async () => (await fetch(site.origin + first.imageUrl)).status).toBe(404);
  });

  it("treat If-Match as specified: any, none, weak or unreadable", async () => {
    const articleId = await post(bamtol);
    const edit = (title: string, ifMatch?: string) =>
      put(bamtol, articleId, { articleTitle: title }, ifMatch === undefined ? {} : { "if-match": ifMatch });
    expect((await edit("하나", "*")).headers.get("etag")).toBe('"2"');
    expect((await edit("둘")).headers.get("etag")).toBe('"3"');
    expect((await edit("셋", 'W/"3"')).headers.get("etag")).toBe('"4"');
    for (const unreadable of ["4", '"vier"'])
      expect([unreadable, (await edit("넷", unreadable)).status]).toEqual([unreadable, 412]);
    expect((await edit("셋", '"4"')).headers.get("etag")).toBe('"4"');
    // The permission is checked before the revision, and both after the content of the request.
    const stale = { "if-match": '"1"' };
    expect(said(await put(dotori, articleId, { articleTitle: "남의 글" }, stale))).toEqual(
      "403 게시물의 작성자가 아닙니다.",
    );
    expect((await put(dotori, articleId, { articleTitle: "" }, stale)).body.status).toBe("fail");
    expect((await put(dotori, articleId, { image: new Blob(["x"]) }, stale)).body.message).toBe(
      "이미지 파일 업로드 에러발생.",
    );
  });

  it("accept ids as texts and ignore fields that repeat the path", async () => {
    const other = await site.team(outsider);
    const articleId = await post(bamtol, { unknown: "x", isAuthor: "false" });
    const form = {
      articleTitle: "여기",
      articleId: "1",
      teamId: String(other),
      revision: "99",
      createdDate: "x",
    };
    expect((await put(bamtol, articleId, form)).headers.get("etag")).toBe('"2"');
    expect(itemOf(await byDate(bamtol), articleId)).toMatchObject({ articleTitle: "여기", revision: 2 });
    for (const teamId of ["abc", "-1", "1.5", `${other}\ufeff`]) {
      const refused = await bamtol.ask("POST", "/v1/articles", { form: article({ teamId }) });
      expect(said(refused)).toEqual("400 요청 형식이 올바르지 않습니다.");
    }
  });
});

describe("the day of an article", () => {
  it("is the Seoul day on which it was written, also after an edit on another day", async () => {
    const day = 24 * 60 * 60_000;
    const articleId = await post(bamtol, { articleTitle: "어제의 글" });
    const before = site.today();
    const written = itemOf(await byDate(bamtol), articleId).createdDate;
    site.advance(day);
    const late = await site.person("늦은이");
    expect((await put(await site.again(bamtol), articleId, { articleTitle: "고친 글" })).status).toBe(200);
    const shown = itemOf(await byDate(late, before), articleId);
    expect(shown).toMatchObject({ articleTitle: "고친 글", createdDate: written });
    await join(late, teamId);
    const next = await post(late, { articleTitle: "오늘의 글" });
    const tomorrow = site.today();
    const item = itemOf(await byDate(late, tomorrow), next);
    expect(item.createdDate.slice(0, 10)).toBe(tomorrow);
    expect(itemOf(await byDate(late, before), next)).toBeUndefined();
    site.advance(-day);
  });
});
