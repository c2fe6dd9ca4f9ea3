import { describe, expect, it } from "vitest";
import { draftLimits } from "#contracts/drafts/api";
import { findEverywhere } from "./database-search.ts";
import { ownSite, type Person, refusal, said } from "./site.ts";
import { picture } from "./writing.ts";

const [site, dotori] = ownSite("도토리");

const key = "article-new-12";
const content = (rest: object = {}) => ({
  title: "초안",
  category: null,
  contact: "",
  html: "<p>쓰던 글</p>",
  revision: null,
  postId: null,
  at: 1,
  ...rest,
});
const pathOf = (id: string, rest = "", of = key) => `/v1/drafts/${of}/${id}${rest}`;
const put = (person: Pick<Person, "ask">, id: string, json: object = content(), ifMatch?: string) =>
  person.ask("PUT", pathOf(id), { json, headers: ifMatch ? { "if-match": ifMatch } : {} });
const putRevision = async (...args: Parameters<typeof put>): Promise<number> =>
  (await put(...args)).body.data.draftRevision;
const remove = (person: Pick<Person, "ask">, id: string, ifMatch?: string) =>
  person.ask("DELETE", pathOf(id), { headers: ifMatch ? { "if-match": ifMatch } : {} });
const list = async (person: Person, of = key) => (await person.ask("GET", `/v1/drafts/${of}`)).body.data;
const id = () => crypto.randomUUID();

describe("drafts", () => {
  it("stores one draft per editor and lists them by key, latest first", async () => {
    const writer = await site.person("작가");
    const first = id();
    const second = id();
    const stored = await put(writer, first);
    expect(said(stored)).toEqual("200 초안이 저장되었습니다.");
    const firstRevision = stored.body.data.draftRevision;
    expect(stored.headers.get("etag")).toBe(`"${firstRevision}"`);
    site.advance(1000);
    const other = content({ title: "다른 초안", category: "스터디", revision: 3, postId: 7, at: 2 });
    const secondRevision = await putRevision(writer, second, other);
    site.advance(1000);
    expect(await putRevision(writer, first, content({ title: "더 쓴 초안" }))).toBe(firstRevision + 1);
    const named = (draftId: string, draftRevision: number) => ({ draftId, draftRevision, hasPicture: false });
    expect(await list(writer)).toEqual([
      { ...content({ title: "더 쓴 초안" }), ...named(first, firstRevision + 1) },
      { ...other, ...named(second, secondRevision) },
    ]);
    for (const other of ["article-301", "recruitment-new-12", "recruitment-new", "recruitment-5"])
      expect(await list(writer, other)).toEqual([]);
  });

  it("takes over and deletes the draft of another editor only at the revision that was read", async () => {
    const writer = await site.person("작가");
    const draftId = id();
    const seen = await putRevision(writer, draftId);
    const later = await putRevision(writer, draftId, content({ title: "더 쓴 초안" }));
    const stale = "412 다른 곳에서 먼저 수정되었습니다.";
    expect(said(await put(writer, draftId, content(), `"${seen}"`))).toEqual(stale);
    expect(said(await put(writer, id(), content(), `"${seen}"`))).toEqual(stale);
    expect(said(await remove(writer, draftId, `"${seen}"`))).toEqual(stale);
    expect(await list(writer)).toMatchObject([{ title: "더 쓴 초안", draftRevision: later }]);
    const taken = await putRevision(writer, draftId, content({ title: "이어 쓴 초안" }), `"${later}"`);
    expect(await list(writer)).toMatchObject([{ title: "이어 쓴 초안", draftRevision: taken }]);
    expect(said(await remove(writer, draftId, `"${taken}"`))).toEqual("200 초안이 삭제되었습니다.");
    expect((await remove(writer, draftId, `"${taken}"`)).status).toBe(200);
    expect(await list(writer)).toEqual([]);
    expect(await putRevision(writer, draftId)).not.toBe(seen);
  });

  it("keeps the later text of an editor whose requests arrive in another order", async () => {
    const writer = await site.person("작가");
    const draftId = id();
    await put(writer, draftId, content({ title: "나중 글", at: 2 }));
    expect((await put(writer, draftId, content({ title: "먼저 쓴 글", at: 1 }))).status).toBe(200);
    expect(await list(writer)).toMatchObject([{ title: "나중 글", at: 2 }]);
  });

  it("keeps the picture of a draft until it is removed", async () => {
    const draftId = id();
    const missing = "404 존재하지 않는 초안입니다.";
    const send = (form: Record<string, Blob>) => dotori.ask("PUT", pathOf(draftId, "/picture"), { form });
    const get = () => dotori.ask("GET", pathOf(draftId, "/picture"));
    expect(said(await send({ image: await picture() }))).toEqual(missing);
    const before = await putRevision(dotori, draftId);
    expect(said(await get())).toEqual(missing);
    const pictured = await send({ image: await picture() });
    expect(pictured.body.data).toEqual({ draftRevision: before + 1 });
    expect((await list(dotori))[0]).toMatchObject({ draftId, hasPicture: true });
    const { type, base64 } = (await get()).body.data;
    expect(type).toBe("image/jpeg");
    expect(Buffer.from(base64, "base64").subarray(0, 2).toString("hex")).toBe("ffd8");
    expect(said(await send({ image: new Blob(["kein Bild"]) }))).toBe(refusal("undecodable-picture"));
    expect((await send({})).status).toBe(200);
    expect((await list(dotori))[0]).toMatchObject({ draftId, hasPicture: false });
    await remove(dotori, draftId);
  });

  it("refuses visitors, members without a profile, malformed names and contents, and texts that are too large", async () => {
    const newcomer = await site.person("새싹", { profile: false });
    expect(said(await put(site, id()))).toBe(refusal("unauthenticated"));
    expect((await put(newcomer, id())).body).toMatchObject({ code: 100 });
    const malformed = "400 요청 형식이 올바르지 않습니다.";
    for (const wrong of ["article", "article-new", "subject-12-2026", "recruitment-0x1", "team-1"])
      expect(said(await dotori.ask("GET", `/v1/drafts/${wrong}`)), wrong).toEqual(malformed);
    expect(said(await put(dotori, "not-an-id"))).toEqual(malformed);
    expect(said(await put(dotori, id(), content({ html: 1 })))).toEqual(malformed);
    expect(said(await put(dotori, id(), content({ html: "글".repeat(400_000) })))).toBe(
      refusal("request-too-large"),
    );
    expect(await list(dotori)).toEqual([]);
  });

  it("neither shows nor changes drafts of other members", async () => {
    const writer = await site.person("작가");
    const other = await site.person("남");
    const draftId = id();
    const draftRevision = await putRevision(writer, draftId);
    expect(await list(other)).toEqual([]);
    await remove(other, draftId);
    await put(other, draftId, content({ title: "남의 초안" }));
    expect(await list(writer)).toMatchObject([{ title: "초안", draftRevision }]);
  });

  it("refuses another draft above the member's limit, and accepts changes of existing ones", async () => {
    const writer = await site.person("작가");
    const first = id();
    await put(writer, first);
    await site.query(
      `INSERT INTO drafts (member, key, draft_id, content, at)
       SELECT member, 'article-' || n, gen_random_uuid(), content, at
       FROM drafts, generate_series(2, $2::int) n WHERE member = $1`,
      [writer.uuid, draftLimits.perMember],
    );
    expect(said(await put(writer, id()))).toEqual("400 초안은 200개까지 저장할 수 있습니다.");
    expect((await put(writer, first, content({ title: "더 쓴 초안" }))).status).toBe(200);
    await remove(writer, first);
    expect((await put(writer, id())).status).toBe(200);
  });

  it("ends with the withdrawal of its writer, and is unreadable in the database before", async () => {
    const writer = await site.person("작가");
    await put(writer, id(), content({ html: "<p>낭비된 오후의 비밀</p>" }));
    expect(await findEverywhere(site, ["낭비된 오후의 비밀"])).toEqual([]);
    const rows = () => site.query("SELECT FROM drafts WHERE member = $1", [writer.uuid]);
    expect(await rows()).toHaveLength(1);
    await writer.ask("DELETE", "/v1/members");
    expect(await rows()).toEqual([]);
    expect(said(await put(writer, id()))).toBe(refusal("bad-token"));
  });
});
