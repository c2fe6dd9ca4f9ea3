import { beforeAll, describe, expect, it } from "vitest";
import { picturePlaces } from "#tests/support/bucket";
import * as pictures from "#tests/support/pictures";
import { type Answer, changeRole, join, ownSiteWith } from "./site.ts";
import { picture } from "./writing.ts";

/** spec/wire-contract.md §7 over HTTP; services/images tests the pixels. */

interface Part {
  readonly bytes: Buffer;
  readonly name?: string;
  readonly type?: string;
}

const error = (code: number, message: string) => ({ status: "error", code, message, data: null });
const tenMegabytes = 10 * 1024 * 1024;

describe.each(picturePlaces)("pictures in $place", ({ prepare }) => {
  const { settings, bucket } = prepare();
  const [site, dotori, bamtol] = ownSiteWith(settings, "도토리", "밤톨");
  let teamId: number;
  beforeAll(async () => {
    teamId = await site.team(dotori);
  });

  /** Posts an article with `image` parts as given and returns the whole response. */
  async function post(...parts: readonly Part[]) {
    const form = new FormData();
    for (const [name, text] of Object.entries({
      teamId: String(teamId),
      articleTitle: "그림",
      articleBody: '<p>글<img src="?"></p>',
    }))
      form.append(name, text);
    for (const { bytes, name = "a.jpg", type = "image/jpeg" } of parts)
      form.append("image", new Blob([new Uint8Array(bytes)], { type }), name);
    const headers = { authorization: `Bearer ${dotori.token}` };
    const response = await fetch(`${site.origin}/api/v1/articles`, { method: "POST", body: form, headers });
    return { status: response.status, body: await response.json() };
  }

  /** Address of the picture of the latest article. */
  const latest = async (): Promise<string | null> =>
    (await dotori.ask("GET", `/v1/articles/${teamId}/my-page`)).body.data.content[0].imageUrl;

  describe("a picture that is refused", () => {
    const undecodable = error(400, "이미지 파일 업로드 에러발생.");
    const tooLarge = error(413, "10MB 용량을 초과했습니다");
    it.each<[string, ReturnType<typeof error>, () => Buffer | Promise<Buffer>]>([
      ["half a JPEG", undecodable, pictures.truncatedJpeg],
      ["half a PNG", undecodable, pictures.truncatedPng],
      ["half a WebP", undecodable, pictures.truncatedWebp],
      ["a page that begins like a JPEG", undecodable, pictures.pageInDisguise],
      ["an SVG", undecodable, pictures.svg],
      ["a GIF", undecodable, pictures.gif],
      ["a TIFF", undecodable, pictures.tiff],
      ["gigapixels in 300 kB", tooLarge, () => pictures.blackPng(50_000, 50_000)],
      ["a header that promises gigapixels", tooLarge, pictures.promisedGiant],
      ["ten megabytes and one byte", tooLarge, () => pictures.jpegOfSize(tenMegabytes + 1)],
    ])("is told so, and nothing is written: %s", async (_case, envelope, make) => {
      const before = await site.eventCount();
      expect(await post({ bytes: await make() })).toEqual({ status: envelope.code, body: envelope });
      expect(await site.eventCount()).toBe(before);
      expect(await site.query("SELECT 1 FROM images")).toEqual([]);
    });
  });

  describe("a picture that is accepted", () => {
    it.each<[string, string, () => Promise<Part>]>([
      [
        "a JPEG named .svg of type text/html",
        "image/jpeg",
        async () => ({ bytes: await pictures.jpeg(), name: "a.svg", type: "text/html" }),
      ],
      [
        "a PNG named undefined without a type",
        "image/png",
        async () => ({ bytes: await pictures.png(), name: "undefined", type: "" }),
      ],
      ["a WebP that says it is a JPEG", "image/webp", async () => ({ bytes: await pictures.webp() })],
      [
        "one that lies on its side and tells of its writer",
        "image/jpeg",
        async () => ({ bytes: await pictures.turned("jpeg", 6) }),
      ],
      ["a moving PNG", "image/png", async () => ({ bytes: await pictures.animatedPng() })],
      [
        "exactly ten megabytes",
        "image/jpeg",
        async () => ({ bytes: await pictures.jpegOfSize(tenMegabytes) }),
      ],
    ])("is served as what it is and nothing else: %s", async (_case, type, make) => {
      expect((await post(await make())).status).toBe(201);
      const url = (await latest()) ?? "";
      expect(url).toMatch(/^\/images\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.(?:jpg|png|webp)$/);
      const served = await fetch(site.origin + url);
      expect(served.headers.get("content-type")).toBe(type);
      expect(Buffer.from(await served.arrayBuffer()).includes("Secret")).toBe(false);
    });

    it("is the first non-empty one; broken ones after it are not validated", async () => {
      const jpeg = await pictures.jpeg();
      const noise = Buffer.from("no picture");
      const nothing = Buffer.alloc(0);
      expect((await post({ bytes: nothing }, { bytes: jpeg }, { bytes: noise })).status).toBe(201);
      expect(await latest()).toMatch(/\.jpg$/);
    });

    it("has the address of its content, from any sender", async () => {
      await post({ bytes: await pictures.png() });
      const first = await latest();
      await post({ bytes: await pictures.png() });
      expect(await latest()).toBe(first);
      await post({ bytes: await pictures.png(41) });
      expect(await latest()).not.toBe(first);
    });
  });

  it("an empty picture counts as none", async () => {
    expect((await post({ bytes: Buffer.alloc(0), name: "", type: "" })).status).toBe(201);
    expect(await latest()).toBeNull();
  });

  describe("a picture that is no longer shown", () => {
    const statusOf = async (url: string) => (await fetch(site.origin + url)).status;
    const isGone = (url: string) => expect.poll(() => statusOf(url)).toBe(404);
    const ask = async (method: string, path: string, form?: Record<string, string | Blob>, by = dotori) => {
      const answer = await by.ask(method, path, form ? { form } : {});
      expect(answer.status).toBeLessThan(300);
      return answer.body.data as Answer["body"]["data"];
    };
    let width = 60;
    /** Posts an article with its own picture. */
    const pictured = async (fields: Record<string, string> = {}) => {
      width += 1;
      return { ...fields, image: await picture(width) };
    };
    const article = (fields: object = {}) => ({
      teamId: String(teamId),
      articleTitle: "그림",
      articleBody: '<p>글<img src="?"></p>',
      ...fields,
    });
    const newArticle = async (fields?: object) =>
      (await ask("POST", "/v1/articles", await pictured(article(fields)))).articleId;
    const subjects = () => `/v1/articles/teams/${teamId}/subjects`;
    const newSubject = async (selectedDate: string) => {
      const texts = {
        articleTitle: "문제",
        articleBody: "<p>문제</p>",
        articleCategory: "코딩 테스트",
        selectedDate,
      };
      const { articleId } = await ask("POST", subjects(), await pictured(texts));
      const { imageUrl } = await ask("GET", `${subjects()}?date=${selectedDate}`);
      return { articleId, imageUrl };
    };
    const emptyDraft = { title: "", category: null, contact: "", revision: null, postId: null, at: 1 };
    const team = { teamExplain: "매일 한 문제", topic: "스터디", password: "4821", memberLimit: "10" };
    const newTeam = async () => {
      const { teamId: id } = await ask(
        "POST",
        "/v1/teams",
        await pictured({ ...team, teamName: "그림 모임" }),
      );
      return { id, icon: (await ask("GET", `/v1/teams/${id}`)).teamIconUrl };
    };

    it("is deleted with its article", async () => {
      const id = await newArticle();
      const url = (await latest()) as string;
      expect(await statusOf(url)).toBe(200);
      await ask("DELETE", `/v1/articles/${id}`);
      await isGone(url);
    });

    it("is deleted with its problem, and a new one of the same day keeps its own", async () => {
      const { articleId, imageUrl } = await newSubject("2025-09-10");
      await ask("DELETE", `${subjects()}/${articleId}`);
      const next = await newSubject("2025-09-10");
      await isGone(imageUrl);
      expect(await statusOf(next.imageUrl)).toBe(200);
    });

    it("is deleted with its recruitment", async () => {
      const texts = {
        teamRecruitTitle: "모집",
        teamRecruitBody: "<p>모집</p>",
        chatUrl: "https://a.example",
      };
      const { teamRecruitId } = await ask("POST", "/v1/recruitments", await pictured(texts));
      const { imageUrl } = await ask("GET", `/v1/recruitments/${teamRecruitId}`);
      await ask("DELETE", `/v1/recruitments/${teamRecruitId}`);
      await isGone(imageUrl);
    });

    it("is deleted with its team, as are those of its articles and problems", async () => {
      const { id, icon } = await newTeam();
      const home = teamId;
      teamId = id;
      await newArticle();
      const urls = [icon, await latest(), (await newSubject("2025-09-11")).imageUrl];
      teamId = home;
      for (const url of urls) expect(await statusOf(url)).toBe(200);
      await ask("DELETE", `/v1/teams/${id}`);
      for (const url of urls) await isGone(url);
    });

    it("is deleted when a profile or a team gets another one", async () => {
      const { id, icon } = await newTeam();
      await ask("PUT", `/v1/teams/${id}`, await pictured());
      await isGone(icon);
      const { imageUrl: first } = await ask("PUT", "/v1/members", await pictured());
      const { imageUrl: second } = await ask("PUT", "/v1/members", await pictured());
      await isGone(first);
      expect(await statusOf(second)).toBe(200);
    });

    const html = (url: string) => `<p>글<img src="${url}"></p>`;

    it("is kept while another text, a profile or a draft of its uploader shows it", async () => {
      const ids: number[] = [];
      const urls: string[] = [];
      for (let n = 0; n < 4; n += 1) {
        ids.push(await newArticle());
        urls.push((await latest()) as string);
      }
      const [pasted, sameBytes, drafted, last] = urls as [string, string, string, string];
      const { articleId } = await ask("POST", "/v1/articles", article({ articleBody: html(pasted) }));
      const bytes = await picture(width - 2);
      expect((await ask("PUT", "/v1/members", { image: bytes })).imageUrl).toBe(sameBytes);
      const json = { ...emptyDraft, html: html(site.origin + drafted) };
      const path = `/v1/drafts/article-new-${teamId}/${crypto.randomUUID()}`;
      expect((await dotori.ask("PUT", path, { json })).status).toBe(200);
      for (const id of ids) await ask("DELETE", `/v1/articles/${id}`);
      // The last event: the others have been handled.
      await isGone(last);
      for (const url of [pasted, sameBytes, drafted]) expect(await statusOf(url)).toBe(200);
      await ask("PUT", `/v1/articles/${articleId}`, { articleTitle: "그림", articleBody: "<p>글</p>" });
      await isGone(pasted);
    });

    it("is not kept by another member's draft, article, recruitment or problem that refers to it", async () => {
      await join(bamtol, teamId);
      await changeRole("promote", dotori, teamId, bamtol);
      const id = await newArticle();
      const url = (await latest()) as string;
      const json = { ...emptyDraft, html: html(url) };
      for (const key of [`article-new-${teamId}`, `article-${id}`, "recruitment-new"]) {
        const stored = await bamtol.ask("PUT", `/v1/drafts/${key}/${crypto.randomUUID()}`, { json });
        expect(stored.status).toBe(200);
      }
      await ask("POST", "/v1/articles", article({ articleBody: html(url) }), bamtol);
      const recruitment = {
        teamRecruitTitle: "모집",
        teamRecruitBody: html(url),
        chatUrl: "https://a.example",
      };
      await ask("POST", "/v1/recruitments", recruitment, bamtol);
      const problem = { articleTitle: "문제", articleBody: html(url), articleCategory: "스터디" };
      await ask("POST", subjects(), { ...problem, selectedDate: "2025-09-12" }, bamtol);
      expect(await statusOf(url)).toBe(200);
      await ask("DELETE", `/v1/articles/${id}`);
      await isGone(url);
    });

    it("is kept in a problem that another manager edits, also after the uploader's withdrawal", async () => {
      const leaving = await site.person("떠남");
      await join(leaving, teamId);
      await changeRole("promote", dotori, teamId, leaving);
      const texts = { articleTitle: "문제", articleBody: '<p>문제<img src="?"></p>' };
      const fields = { ...texts, articleCategory: "코딩 테스트", selectedDate: "2025-09-13" };
      const { articleId } = await ask("POST", subjects(), await pictured(fields), leaving);
      const { imageUrl } = await ask("GET", `${subjects()}?date=2025-09-13`);
      const edited = { ...texts, articleBody: html(imageUrl) };
      await ask("PUT", `${subjects()}/${articleId}`, { ...edited, articleTitle: "고친 문제" });
      await ask("DELETE", "/v1/members", undefined, leaving);
      expect(await statusOf(imageUrl)).toBe(200);
      await ask("PUT", `${subjects()}/${articleId}`, { ...texts, articleTitle: "다시 고친 문제" });
      expect(await statusOf(imageUrl)).toBe(200);
      // Not in another stream, although the same member edits both.
      await ask("POST", subjects(), { ...fields, articleBody: html(imageUrl), selectedDate: "2025-09-14" });
      await ask("DELETE", `${subjects()}/${articleId}`);
      await isGone(imageUrl);
    });
  });

  if (!bucket) return;

  it("leaves only shown pictures in the bucket", async () => {
    const shown = async () =>
      (await site.query<{ object: string }>("SELECT object FROM images ORDER BY object")).map(
        ({ object }) => object,
      );
    expect((await shown()).length).toBeGreaterThan(0);
    await expect.poll(async () => (await bucket.pictures()).sort()).toEqual(await shown());
  });

  it("is refused with 503 while the bucket is unavailable; health reports it, and pages are served", async () => {
    await post({ bytes: await pictures.jpeg(98) });
    const url = (await latest()) as string;
    await bucket.stop();
    const answer = await post({ bytes: await pictures.jpeg(99) });
    const health = await (await fetch(`${site.origin}/health/ready`)).json();
    const shown = [answer.status, (await fetch(site.origin + url)).status];
    const page = await dotori.ask("GET", `/v1/teams/${teamId}`);
    await bucket.start();
    expect([...shown, page.status]).toEqual([503, 503, 200]);
    expect(health).toMatchObject({
      status: "degraded",
      pictures: { state: "unusable", sentence: expect.stringContaining("of PICTURES cannot be reached") },
    });
    expect((await fetch(site.origin + url)).status).toBe(200);
    expect((await post({ bytes: await pictures.jpeg(99) })).status).toBe(201);
  });
});
