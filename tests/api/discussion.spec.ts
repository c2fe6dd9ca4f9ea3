import { beforeAll, describe, expect, it } from "vitest";
import type { Discussion } from "#contracts/discussion/api";
import { limits } from "#contracts/limits";
import { type Answer, type Asked, changeRole, join, ownSite, type Person, refusal, said } from "./site.ts";

const [site, dotori, bamtol, hodu, outsider] = ownSite("도토리", "밤톨", "호두", "바깥");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(dotori);
  for (const member of [bamtol, hodu]) await join(member, teamId);
});

type Actor = Pick<Person, "ask">;

const code = ["def bfs():", "    while queue:", "        x = queue.popleft()", ""];
const withCode = (lines: readonly string[]) => `<p>풀이</p><pre>${lines.join("<br>")}</pre>`;

async function article(author: Person = dotori, of = teamId): Promise<number> {
  const form = { teamId: String(of), articleTitle: "정렬 풀이", articleBody: withCode(code) };
  return (await author.ask("POST", "/v1/articles", { form })).body.data.articleId;
}
const post = (by: Actor, articleId: number, json: object = { text: "의견" }, asked: Asked = {}) =>
  by.ask("POST", `/v1/articles/${articleId}/comments`, { json, ...asked });
const posted = async (by: Actor, articleId: number, json: object = { text: "의견" }): Promise<number> => {
  const answer = await post(by, articleId, json);
  expect(said(answer)).toBe("201 의견이 성공적으로 등록되었습니다.");
  return answer.body.data.commentId;
};
const edit = (by: Actor, articleId: number, commentId: number, text: string, ifMatch?: number) =>
  by.ask("PUT", `/v1/articles/${articleId}/comments/${commentId}`, {
    json: { text },
    ...(ifMatch !== undefined && { headers: { "if-match": `"${ifMatch}"` } }),
  });
const remove = (by: Actor, articleId: number, commentId: number, asked: Asked = {}) =>
  by.ask("DELETE", `/v1/articles/${articleId}/comments/${commentId}`, asked);
const acknowledge = (by: Actor, articleId: number, acknowledged = true) =>
  by.ask("PUT", `/v1/articles/${articleId}/acknowledgement`, { json: { acknowledged } });
const read = (by: Actor, articleId: number) => by.ask("GET", `/v1/articles/${articleId}/discussion`);
const discussed = async (by: Actor, articleId: number): Promise<Discussion> =>
  (await read(by, articleId)).body.data;
const getArticle = async (by: Actor, articleId: number) =>
  (await by.ask("GET", `/v1/articles/${articleId}`)).body.data;
const leave = (person: Person, of = teamId) => person.ask("DELETE", `/v1/teams/${of}/members/me`);
const options = (by: Actor, json: object, of = teamId) =>
  by.ask("PUT", `/v1/teams/${of}/discussion-options`, { json });
const gone = "404 의견이 존재하지 않습니다.";
const deleted = "200 의견이 성공적으로 삭제되었습니다.";
const memberOf = ({ uuid, name }: Person) => ({
  uuid,
  memberName: name,
  imageUrl: "/images/default/member.png",
});

describe("comments", () => {
  it("stand in threads by time, with their writers and what the caller may do", async () => {
    const articleId = await article();
    const anchor = { articleRevision: 1, codeBlock: 0, fromLine: 2, toLine: 3 };
    const first = await posted(bamtol, articleId, { text: "  왜 큐인가요\r\n?  ", anchor });
    const whole = await posted(hodu, articleId, { text: "잘 읽었어요" });
    const reply = await post(dotori, articleId, { text: "너비 우선이라서요", threadId: first });
    expect(reply.body.data).toEqual({ commentId: expect.any(Number), threadId: first });
    const found = await discussed(bamtol, articleId);
    expect(found).toMatchObject({ articleId, articleRevision: 1, comments: 3, acknowledgedBy: [] });
    expect(found.threads.map(({ threadId }) => threadId)).toEqual([first, whole]);
    expect(found.threads[0]).toMatchObject({ anchor, quote: code.slice(1, 3) });
    expect(found.threads[1]).toMatchObject({ anchor: null, quote: null });
    const [root, answer] = found.threads[0]!.comments;
    expect(root).toEqual({
      commentId: first,
      text: "왜 큐인가요\n?",
      mentions: [],
      author: memberOf(bamtol),
      isAuthor: true,
      canDelete: true,
      state: "posted",
      reason: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
      editedAt: null,
      revision: 1,
    });
    expect(answer).toMatchObject({ author: memberOf(dotori), isAuthor: false, canDelete: false });
    // A manager deletes every comment.
    const seen = (await discussed(dotori, articleId)).threads.flatMap(({ comments }) => comments);
    expect(seen.map(({ isAuthor, canDelete }) => [isAuthor, canDelete])).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ]);
  });

  it("are refused blank or too long, by user-perceived characters", async () => {
    const articleId = await article();
    expect((await post(bamtol, articleId, { text: " \u200b\n" })).body.data).toEqual({
      text: "의견을 입력해 주세요.",
    });
    expect((await post(bamtol, articleId, { text: "👩‍👩‍👧".repeat(limits.comment + 1) })).body.data).toEqual({
      text: "글자 수를 초과했습니다.",
    });
    expect((await post(bamtol, articleId, { text: "👩‍👩‍👧".repeat(limits.comment) })).status).toBe(201);
  });

  it("name up to ten present and former members of the team, and nobody else", async () => {
    const articleId = await article();
    const former = await site.person("잣");
    await join(former, teamId);
    await leave(former);
    const token = ({ uuid }: Person) => `@{${uuid}}`;
    const text = [outsider, bamtol, hodu, former, hodu].map(token).join(" ");
    const commentId = await posted(bamtol, articleId, { text });
    const mentions = async () =>
      (await discussed(hodu, articleId)).threads[0]!.comments[0]!.mentions.map(({ uuid }) => uuid);
    expect(await mentions()).toEqual([hodu.uuid, former.uuid]);
    await edit(bamtol, articleId, commentId, token(dotori));
    expect(await mentions()).toEqual([dotori.uuid]);
    await edit(bamtol, articleId, commentId, token(former));
    await former.ask("DELETE", "/v1/members");
    expect(await mentions()).toEqual([]);
  });

  it("are edited by their writer alone, at the present revision", async () => {
    const articleId = await article();
    const commentId = await posted(bamtol, articleId);
    expect(said(await edit(dotori, articleId, commentId, "남의 의견"))).toBe("403 의견 작성자가 아닙니다.");
    const saved = await edit(bamtol, articleId, commentId, "고친 의견", 1);
    expect(said(saved)).toBe("200 의견이 성공적으로 수정되었습니다.");
    expect(saved.headers.get("etag")).toBe('"2"');
    const stale = await edit(bamtol, articleId, commentId, "늦은 의견", 1);
    expect(said(stale)).toBe("412 다른 곳에서 먼저 수정되었습니다.");
    expect(stale.headers.get("etag")).toBe('"2"');
    const [thread] = (await discussed(bamtol, articleId)).threads;
    expect(stale.body.data).toEqual(thread?.comments[0]);
    expect(stale.body.data).toMatchObject({
      text: "고친 의견",
      revision: 2,
      editedAt: expect.stringContaining("+09:00"),
    });
    expect(said(await edit(bamtol, articleId, 999_999, "없는 의견"))).toBe(gone);
  });

  it("are made once by a repeated key, also by racing ones", async () => {
    const articleId = await article();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(bamtol, articleId, { text: "한 번" }, { headers })),
    );
    answers.push(await post(bamtol, articleId, { text: "한 번" }, { headers }));
    expect(new Set(answers.map(({ body }) => body.data.commentId)).size).toBe(1);
    expect((await discussed(bamtol, articleId)).comments).toBe(1);
    expect(said(await post(bamtol, articleId, { text: "다른 글" }, { headers }))).toBe(refusal("key-reused"));
  });

  it("are stored encrypted, and the quote with the key of the article's author", async () => {
    const articleId = await article();
    const anchor = { articleRevision: 1, codeBlock: 0, fromLine: 1, toLine: 1 };
    await posted(bamtol, articleId, { text: "비밀 의견", anchor });
    const stored = (await site.storedEvents()).filter(({ type }) => type === "CommentPosted").at(-1);
    expect(JSON.stringify(stored)).not.toMatch(/비밀 의견|def bfs/);
    expect(JSON.stringify(stored)).toContain(dotori.uuid);
  });
});

describe("deletions of comments", () => {
  it("by the writer leave no reply, and a root only for the replies of others", async () => {
    const articleId = await article();
    const root = await posted(bamtol, articleId);
    const reply = await posted(hodu, articleId, { text: "답글", threadId: root });
    expect(said(await remove(bamtol, articleId, root))).toBe(deleted);
    expect(said(await remove(bamtol, articleId, root))).toBe(gone);
    const [thread] = (await discussed(hodu, articleId)).threads;
    expect(thread?.comments.map(({ state, text, canDelete }) => [state, text, canDelete])).toEqual([
      ["deleted", null, false],
      ["posted", "답글", true],
    ]);
    expect((await discussed(hodu, articleId)).comments).toBe(1);
    await posted(bamtol, articleId, { text: "한 번 더", threadId: root });
    expect(said(await remove(hodu, articleId, reply))).toBe(deleted);
    expect((await discussed(hodu, articleId)).threads[0]?.comments).toHaveLength(2);
    const rest = (await discussed(hodu, articleId)).threads[0]!.comments[1]!.commentId;
    expect(said(await remove(bamtol, articleId, rest))).toBe(deleted);
    expect(await discussed(hodu, articleId)).toMatchObject({ comments: 0, threads: [] });
    expect(said(await post(hodu, articleId, { text: "답글", threadId: root }))).toBe(gone);
  });

  it("by a manager have a reason that only the writer sees", async () => {
    const articleId = await article();
    const root = await posted(bamtol, articleId);
    await posted(hodu, articleId, { text: "답글", threadId: root });
    expect(said(await remove(hodu, articleId, root))).toBe("403 의견 작성자가 아닙니다.");
    const long = await remove(dotori, articleId, root, { json: { reason: "가".repeat(101) } });
    expect(long.body.data).toEqual({ reason: "글자 수를 초과했습니다." });
    expect(said(await remove(dotori, articleId, root, { json: { reason: "주제와 달라요" } }))).toBe(deleted);
    const rootFor = async (person: Person) => (await discussed(person, articleId)).threads[0]!.comments[0]!;
    for (const [person, reason] of [
      [bamtol, "주제와 달라요"],
      [hodu, null],
      [dotori, null],
    ] as const)
      expect(await rootFor(person)).toMatchObject({ state: "deleted-by-manager", text: null, reason });
  });

  it("need no body and no type", async () => {
    const articleId = await article();
    for (const asked of [{}, { json: {} }, { json: { reason: null } }])
      expect(said(await remove(dotori, articleId, await posted(bamtol, articleId), asked))).toBe(deleted);
    const other = await posted(bamtol, articleId);
    const malformed = await remove(bamtol, articleId, other, {
      raw: { type: "application/json", body: "{" },
    });
    expect(said(malformed)).toBe("400 요청 형식이 올바르지 않습니다.");
    expect((await discussed(bamtol, articleId)).comments).toBe(1);
  });

  it("are made by a writer who has left the team, of own comments alone", async () => {
    const articleId = await article();
    const leaving = await site.person("떠남");
    await join(leaving, teamId);
    const own = await posted(leaving, articleId);
    const other = await posted(bamtol, articleId);
    await leave(leaving);
    expect(said(await read(leaving, articleId))).toBe("400 팀의 멤버가 아닙니다.");
    expect(said(await edit(leaving, articleId, own, "고친 의견"))).toBe("400 팀의 멤버가 아닙니다.");
    expect(said(await remove(leaving, articleId, other))).toBe("400 팀의 멤버가 아닙니다.");
    expect(said(await remove(leaving, articleId, own))).toBe(deleted);
    expect(said(await remove(leaving, articleId, own))).toBe(gone);
    expect((await discussed(bamtol, articleId)).threads).toHaveLength(1);
  });
});

describe("anchors", () => {
  it("of an older revision are refused with the present article", async () => {
    const articleId = await article();
    const anchor = { articleRevision: 1, codeBlock: 0, fromLine: 1, toLine: 1 };
    const form = { articleTitle: "고친 풀이", articleBody: withCode(["import sys", ...code]) };
    await dotori.ask("PUT", `/v1/articles/${articleId}`, { form });
    const stale = await post(bamtol, articleId, { text: "의견", anchor });
    expect(said(stale)).toBe("412 다른 곳에서 먼저 수정되었습니다.");
    expect(stale.headers.get("etag")).toBe('"2"');
    expect(stale.body.data).toMatchObject({
      articleId,
      articleTitle: "고친 풀이",
      articleBody: form.articleBody,
      revision: 2,
    });
    const again = { ...anchor, articleRevision: 2, fromLine: 2, toLine: 2 };
    await posted(bamtol, articleId, { text: "의견", anchor: again });
    expect((await discussed(bamtol, articleId)).threads[0]?.quote).toEqual([code[0]]);
  });

  it("are refused where there are no lines, and in replies", async () => {
    const articleId = await article();
    const threadId = await posted(bamtol, articleId);
    const anchor = { articleRevision: 1, codeBlock: 0, fromLine: 1, toLine: 1 };
    for (const json of [
      { anchor: { ...anchor, codeBlock: 1 } },
      { anchor: { ...anchor, codeBlock: -1 } },
      { anchor: { ...anchor, toLine: 9 } },
      { anchor: { ...anchor, fromLine: 4, toLine: 4 } },
      { anchor, threadId },
    ])
      expect(said(await post(bamtol, articleId, { text: "의견", ...json }))).toBe(
        "400 의견을 달 위치를 찾을 수 없습니다.",
      );
    const broken = await post(bamtol, articleId, { text: "의견", anchor: { ...anchor, fromLine: 1.5 } });
    expect(said(broken)).toBe("400 요청 형식이 올바르지 않습니다.");
  });
});

describe("acknowledgements", () => {
  it("are given once and taken back, not by the author, and stay counted when a member leaves", async () => {
    const articleId = await article();
    const leaving = await site.person("떠남");
    await join(leaving, teamId);
    expect(said(await acknowledge(dotori, articleId))).toBe("400 본인의 게시글은 확인할 수 없습니다.");
    for (const person of [bamtol, bamtol, leaving])
      expect(said(await acknowledge(person, articleId))).toBe("200 확인 표시가 반영되었습니다.");
    expect((await discussed(dotori, articleId)).acknowledgedBy).toEqual([
      memberOf(bamtol),
      memberOf(leaving),
    ]);
    await leave(leaving);
    expect(await getArticle(bamtol, articleId)).toMatchObject({
      acknowledgements: 2,
      acknowledgedByMe: true,
    });
    await acknowledge(bamtol, articleId, false);
    expect(await getArticle(bamtol, articleId)).toMatchObject({
      acknowledgements: 1,
      acknowledgedByMe: false,
    });
    await leaving.ask("DELETE", "/v1/members");
    await expect.poll(async () => (await getArticle(bamtol, articleId)).acknowledgements).toBe(0);
  });
});

describe("who may discuss", () => {
  it("is answered in order: a missing article, then a missing membership, then a veiled article", async () => {
    const manager = await site.person("방장");
    const reader = await site.person("독자");
    const own = await site.team(manager);
    await join(reader, own);
    await options(manager, { reviewPartner: false, solveFirst: true }, own);
    const subject = { articleTitle: "문제", articleBody: "<p>문제</p>", articleCategory: "스터디" };
    await manager.ask("POST", `/v1/articles/teams/${own}/subjects`, {
      form: { ...subject, selectedDate: site.today() },
    });
    const articleId = await article(manager, own);
    const calls: ((by: Actor, id: number) => Promise<Answer>)[] = [
      read,
      post,
      (by, id) => edit(by, id, 1, "의견"),
      acknowledge,
    ];
    for (const call of calls) {
      expect(said(await call(site, articleId))).toBe("401 인증 되지 않은 사용자 입니다.");
      expect(said(await call(outsider, 999_999))).toBe("404 존재 하지 않는 게시글 입니다.");
      expect(said(await call(outsider, articleId))).toBe("400 팀의 멤버가 아닙니다.");
      expect(said(await call(reader, articleId))).toBe("403 아직 열리지 않은 게시글입니다.");
    }
    expect(said(await remove(reader, articleId, 1))).toBe(gone);
    expect(said(await reader.ask("PUT", `/v1/teams/${own}/peeks/2025-02-30`))).toBe(
      refusal("impossible-date"),
    );
    await reader.ask("PUT", `/v1/teams/${own}/peeks/${site.today()}`);
    expect((await read(reader, articleId)).status).toBe(200);
    await manager.ask("DELETE", `/v1/articles/${articleId}`);
    expect(said(await read(reader, articleId))).toBe("404 존재 하지 않는 게시글 입니다.");
    expect(said(await post(reader, articleId))).toBe("404 존재 하지 않는 게시글 입니다.");
  });

  it("ends with the team, whose comments are gone", async () => {
    const own = await site.team(dotori);
    const articleId = await article(dotori, own);
    const commentId = await posted(dotori, articleId);
    await dotori.ask("DELETE", `/v1/teams/${own}`);
    for (const answer of [
      await read(dotori, articleId),
      await post(dotori, articleId),
      await remove(dotori, articleId, commentId),
    ])
      expect(said(answer)).toBe("404 존재 하지 않는 게시글 입니다.");
    expect(await site.query("SELECT FROM discussion WHERE article_id = $1", [articleId])).toEqual([]);
  });
});

describe("limits", () => {
  it("are 200 comments of an article, however many are posted at the same time", async () => {
    const own = await site.team(dotori, { memberLimit: "50" });
    const crowd = await site.people(11, (n) => `회원${n}`);
    for (const person of crowd) await join(person, own);
    const articleId = await article(dotori, own);
    const answers: Answer[] = [];
    await Promise.all(
      crowd.map(async (person) => {
        for (let n = 0; n < 19; n += 1) answers.push(await post(person, articleId));
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limits.comments);
    const refused = answers.filter(({ status }) => status !== 201).map(said);
    expect(new Set(refused)).toEqual(new Set(["400 의견은 게시글마다 200개까지 남길 수 있습니다."]));
    const found = await discussed(dotori, articleId);
    expect([found.comments, found.threads.length]).toEqual([limits.comments, limits.comments]);
    await remove(dotori, articleId, found.threads[0]!.threadId);
    await posted(dotori, articleId);
    expect(said(await post(dotori, articleId))).toBe("400 의견은 게시글마다 200개까지 남길 수 있습니다.");
  }, 240_000);

  it("are 20 comments of a member in a minute, on all articles together", async () => {
    const busy = await site.person("바쁨");
    await join(busy, teamId);
    const articles = [await article(), await article()];
    const answers: string[] = [];
    // They may begin in one minute and continue in the next.
    while (answers.at(-1) !== refusal("too-many-requests") && answers.length < 4 * limits.commentsPerMinute)
      answers.push(said(await post(busy, articles[answers.length % 2] as number)));
    expect(answers.at(-1)).toBe(refusal("too-many-requests"));
    expect(answers.length).toBeGreaterThan(limits.commentsPerMinute);
  });

  it("are 20 changes of a member's acknowledgements in a minute; what changes nothing does not count", async () => {
    const busy = await site.person("바쁨");
    await join(busy, teamId);
    const articleId = await article();
    const answers: string[] = [];
    // They may begin in one minute and continue in the next.
    while (
      answers.at(-1) !== refusal("too-many-requests") &&
      answers.length < 4 * limits.acknowledgementsPerMinute
    ) {
      const acknowledged = answers.length % 2 === 0;
      answers.push(said(await acknowledge(busy, articleId, acknowledged)));
      if (answers.at(-1) !== refusal("too-many-requests"))
        expect((await acknowledge(busy, articleId, acknowledged)).status).toBe(200);
    }
    expect(answers.at(-1)).toBe(refusal("too-many-requests"));
    expect(answers.length).toBeGreaterThan(limits.acknowledgementsPerMinute);
    expect((await post(busy, articleId)).status).toBe(201);
  });
});

describe("articles", () => {
  it("have counts for members, and none for others", async () => {
    const articleId = await article();
    await posted(bamtol, articleId);
    const commentId = await posted(hodu, articleId);
    await acknowledge(hodu, articleId);
    await remove(hodu, articleId, commentId);
    const ofDay = async (by: Actor) => {
      const { body } = await by.ask("GET", `/v1/articles/${teamId}/by-date?date=${site.today()}`);
      return body.data.content.find((one: { articleId: number }) => one.articleId === articleId);
    };
    const fields = { veiled: false, comments: 1, acknowledgements: 1, acknowledgedByMe: true, review: null };
    expect(await getArticle(hodu, articleId)).toMatchObject(fields);
    expect(await ofDay(hodu)).toMatchObject(fields);
    const none = {
      veiled: false,
      comments: null,
      acknowledgements: null,
      acknowledgedByMe: false,
      review: null,
    };
    for (const stranger of [site, outsider]) {
      expect(await getArticle(stranger, articleId)).toMatchObject(none);
      expect(await ofDay(stranger)).toMatchObject(none);
    }
  });
});

describe("options of a team", () => {
  const page = async (by: Actor) => {
    const [year, month] = site.today().split("-").map(Number);
    return (await by.ask("GET", `/v1/teams/${teamId}/team-page?year=${year}&month=${month}`)).body.data;
  };

  it("are off at first, changed by managers, and shown to members alone", async () => {
    expect((await page(bamtol)).discussion).toEqual({ reviewPartner: false, solveFirst: false });
    expect(said(await options(bamtol, { reviewPartner: true, solveFirst: false }))).toBe(
      "400 팀의 매니저가 옳지 않습니다.",
    );
    const changed = { reviewPartner: true, solveFirst: false };
    expect(said(await options(dotori, changed))).toBe("200 의견과 리뷰 설정이 저장되었습니다.");
    const count = await site.eventCount();
    expect((await options(dotori, changed)).status).toBe(200);
    expect(await site.eventCount()).toBe(count);
    expect((await page(bamtol)).discussion).toEqual(changed);
    for (const stranger of [site, outsider]) expect((await page(stranger)).discussion).toBeNull();
    const missing = await options(dotori, { reviewPartner: true });
    expect(said(missing)).toBe("400 요청 형식이 올바르지 않습니다.");
    await options(dotori, { reviewPartner: false, solveFirst: false });
  });
});

describe("kicked members", () => {
  it("have no access from then on, and their comments stay", async () => {
    const kicked = await site.person("강퇴");
    await join(kicked, teamId);
    const articleId = await article();
    await posted(kicked, articleId, { text: "남는 의견" });
    await changeRole("kick", dotori, teamId, kicked);
    expect(said(await read(kicked, articleId))).toBe("400 팀의 멤버가 아닙니다.");
    const [thread] = (await discussed(bamtol, articleId)).threads;
    expect(thread?.comments[0]).toMatchObject({ text: "남는 의견", author: memberOf(kicked) });
  });
});

describe("reviews", () => {
  const reviewOf = async (by: Actor, articleId: number) => (await getArticle(by, articleId)).review;
  const asked = async (by: Actor) => (await by.ask("GET", "/v1/members/today")).body.data.reviews;

  it("are open until their reviewer comments or acknowledges, and again once that is taken away", async () => {
    const own = await site.team(dotori);
    // Without earlier comments, of which 20 a minute are accepted.
    const reader = await site.person("읽는이");
    await join(reader, own);
    await options(dotori, { reviewPartner: true, solveFirst: false }, own);
    const articleId = await article(dotori, own);
    const open = { reviewer: memberOf(reader), isMine: true, state: "open" };
    const item = {
      articleId,
      articleTitle: "정렬 풀이",
      teamId: own,
      date: site.today(),
      author: memberOf(dotori),
    };
    const isOpen = async () => {
      expect(await reviewOf(reader, articleId)).toEqual(open);
      expect(await asked(reader)).toEqual([item]);
    };
    const isDone = async () => {
      expect(await reviewOf(reader, articleId)).toEqual({ ...open, state: "done" });
      expect(await asked(reader)).toEqual([]);
    };
    await expect.poll(() => reviewOf(reader, articleId)).not.toBeNull();
    await isOpen();
    expect(await reviewOf(dotori, articleId)).toEqual({ ...open, isMine: false });
    expect(await asked(dotori)).toEqual([]);
    expect(await reviewOf(outsider, articleId)).toBeNull();

    const short = await posted(reader, articleId, { text: "가".repeat(limits.reviewComment - 1) });
    await posted(dotori, articleId, { text: "가".repeat(limits.reviewComment) });
    await isOpen();
    await edit(reader, articleId, short, "가".repeat(limits.reviewComment));
    await isDone();
    await remove(reader, articleId, short);
    await isOpen();
    await acknowledge(reader, articleId);
    await isDone();
    await acknowledge(reader, articleId, false);
    await isOpen();

    await options(dotori, { reviewPartner: false, solveFirst: false }, own);
    expect(await reviewOf(reader, articleId)).toBeNull();
    expect(await asked(reader)).toEqual([]);
    await acknowledge(reader, articleId);
    await isDone();
    await acknowledge(reader, articleId, false);
    await options(dotori, { reviewPartner: true, solveFirst: false }, own);
    await site.query("UPDATE reviews SET assigned_at = assigned_at - $2::interval WHERE article_id = $1", [
      articleId,
      `${limits.reviewDays} days`,
    ]);
    expect(await reviewOf(reader, articleId)).toBeNull();
    expect(await asked(reader)).toEqual([]);
    await acknowledge(reader, articleId);
    await isDone();
  });

  it("are listed oldest first, at most twenty, in present teams of the member", async () => {
    const own = await site.team(dotori);
    await join(hodu, own);
    await options(dotori, { reviewPartner: true, solveFirst: false }, own);
    const articles: number[] = [];
    for (let n = 0; n < 21; n += 1) articles.push(await article(dotori, own));
    await expect
      .poll(() => site.query("SELECT FROM reviews WHERE team_id = $1", [own]))
      .toHaveLength(articles.length);
    const listed = (await asked(hodu)).map((one: { articleId: number }) => one.articleId);
    expect(listed).toEqual(articles.slice(0, 20));
    await leave(hodu, own);
    expect(await asked(hodu)).toEqual([]);
  });
});
