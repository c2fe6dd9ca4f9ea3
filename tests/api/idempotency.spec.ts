import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ownSite, type Person, refusal, said, teamFields } from "./site.ts";
import { picture } from "./writing.ts";

const [site, dotori, bamtol] = ownSite("도토리", "밤톨");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(dotori);
});

const withKey = (key: string) => ({ "idempotency-key": key });
const article = (title: string) => ({
  teamId: String(teamId),
  articleTitle: title,
  articleBody: "<p>글</p>",
});

describe("the same key again", () => {
  it("returns the first response without repeating the effect", async () => {
    const headers = withKey(randomUUID());
    const ask = () => dotori.ask("POST", "/v1/articles", { form: article("한 번"), headers });
    const first = await ask();
    const count = await site.eventCount();
    const second = await ask();
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("x-checkpoint")).toBe(first.headers.get("x-checkpoint"));
    expect(await site.eventCount()).toBe(count);
  });

  it("at the same time leaves no picture of a team that was not created", async () => {
    const form = { ...teamFields, image: await picture(37) };
    const headers = withKey(randomUUID());
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => bamtol.ask("POST", "/v1/teams", { form, headers })),
    );
    const { teamId: made } = answers[0]!.body.data;
    expect(answers.map(({ body }) => body.data.teamId)).toEqual([made, made, made, made]);
    expect(await site.query("SELECT owner FROM image_owners WHERE owner LIKE 'team-%'")).toEqual([
      { owner: `team-${made}` },
    ]);
  });

  it("is refused with 409 for other contents, another call or another picture", async () => {
    const headers = withKey(randomUUID());
    await dotori.ask("POST", "/v1/articles", { form: article("하나"), headers });
    const reused = {
      status: "error",
      code: 409,
      message: "같은 요청 키가 다른 내용으로 사용되었습니다.",
      data: null,
    };
    expect((await dotori.ask("POST", "/v1/articles", { form: article("둘"), headers })).body).toEqual(reused);
    expect((await dotori.ask("POST", "/v1/teams", { form: teamFields, headers })).body).toEqual(reused);
    const withPicture = { ...article("하나"), image: await picture() };
    expect((await dotori.ask("POST", "/v1/articles", { form: withPicture, headers })).body).toEqual(reused);
  });

  it("is refused with 409 for another target with the same contents, or another command on the same target", async () => {
    const post = async (title: string) =>
      (await dotori.ask("POST", "/v1/articles", { form: article(title) })).body.data.articleId;
    const one = await post("하나");
    const other = await post("다른 하나");
    const headers = withKey(randomUUID());
    const empty = { raw: { type: "multipart/form-data; boundary=x", body: "--x--\r\n" } };
    expect((await dotori.ask("PUT", `/v1/articles/${one}`, { ...empty, headers })).status).toBe(200);
    expect(said(await dotori.ask("DELETE", `/v1/articles/${one}`, { headers }))).toBe(refusal("key-reused"));
    expect(said(await dotori.ask("PUT", `/v1/articles/${other}`, { ...empty, headers }))).toBe(
      refusal("key-reused"),
    );
  });

  it("is compared case-insensitively", async () => {
    const key = randomUUID();
    const made = async (headers: Record<string, string>) =>
      (await dotori.ask("POST", "/v1/teams", { form: teamFields, headers })).body.data.teamId;
    expect(await made(withKey(key.toUpperCase()))).toBe(await made(withKey(key)));
  });

  it("is refused with 409 for other pixels beside the same texts, and gets the first response for the same ones", async () => {
    const headers = withKey(randomUUID());
    const { articleId } = (await dotori.ask("POST", "/v1/articles", { form: article("그림") })).body.data;
    const put = async (width: number) =>
      dotori.ask("PUT", `/v1/articles/${articleId}`, { form: { image: await picture(width) }, headers });
    const saved = await put(40);
    expect([saved.status, saved.headers.get("etag")]).toEqual([200, '"2"']);
    await dotori.ask("PUT", `/v1/articles/${articleId}`, { form: { articleTitle: "그 뒤" } });
    const again = await put(40);
    expect([again.status, again.headers.get("etag")]).toEqual([200, '"2"']);
    expect(said(await put(41))).toBe(refusal("key-reused"));
  });

  it("belongs to one caller", async () => {
    const headers = withKey(randomUUID());
    const made = async (who: Person) =>
      (await who.ask("POST", "/v1/teams", { form: teamFields, headers })).body.data.teamId;
    const first = await made(dotori);
    const other = await made(bamtol);
    expect(other).toEqual(expect.any(Number));
    expect(other).not.toBe(first);
  });

  it("is decided again after a refusal, whatever the contents", async () => {
    const headers = withKey(randomUUID());
    expect(
      (await bamtol.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "0000" }, headers })).status,
    ).toBe(400);
    expect(
      (await bamtol.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "4821" }, headers })).status,
    ).toBe(200);
    // A repetition of the success gets its response, although joining again would be refused.
    expect(
      (await bamtol.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "4821" }, headers })).status,
    ).toBe(200);
  });

  it("waits for the first call while it is running: ten concurrent ones create one", async () => {
    const headers = withKey(randomUUID());
    const count = await site.eventCount();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => dotori.ask("POST", "/v1/teams", { form: teamFields, headers })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await site.eventCount()).toBe(count + 1);
  });

  it("is stored for commands that change nothing", async () => {
    const headers = withKey(randomUUID());
    const clear = () =>
      dotori.ask("PATCH", `/v1/teams/${teamId}/announcement`, { json: { teamAnnouncement: "" }, headers });
    expect((await clear()).status).toBe(200);
    expect((await clear()).status).toBe(200);
    expect(
      (
        await dotori.ask("PATCH", `/v1/teams/${teamId}/announcement`, {
          json: { teamAnnouncement: "공지" },
          headers,
        })
      ).status,
    ).toBe(409);
  });
});

describe("reading own writes", () => {
  it("shows the effects of a command in the next query", async () => {
    for (let round = 0; round < 20; round += 1) {
      const title = `글 ${round}`;
      const posted = await dotori.ask("POST", "/v1/articles", { form: article(title) });
      const checkpoint = posted.headers.get("x-checkpoint") ?? "";
      expect(checkpoint).not.toBe("");
      const mine = await dotori.ask("GET", `/v1/articles/${teamId}/my-page`, {
        headers: { "x-after-checkpoint": checkpoint },
      });
      expect(mine.body.data.content[0].articleTitle).toBe(title);
    }
  });

  it("ignores an unreadable checkpoint", async () => {
    const answer = await dotori.ask("GET", "/v1/members/info", {
      headers: { "x-after-checkpoint": "nonsense" },
    });
    expect(answer.status).toBe(200);
  });
});
