import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Feed, FeedItem, SearchTexts } from "#contracts/search/api";
import { changeRole, join, ownSite, type Person, said } from "./site.ts";
import { differencesIn } from "./verify-read-models.ts";

const [site, dotori, bamtol, hodu] = ownSite("도토리", "밤톨", "호두");
let teamId: number;
let otherTeam: number;
beforeAll(async () => {
  teamId = await site.team(dotori);
  otherTeam = await site.team(hodu);
  await join(bamtol, teamId);
});

const ask = (person: Pick<Person, "ask">, query: Record<string, string> = {}, team = teamId) =>
  person.ask("GET", `/v1/teams/${team}/search-feed?${new URLSearchParams(query)}`);
const feed = async (query: Record<string, string> = {}, person: Person = dotori, team = teamId) => {
  const answer = await ask(person, query, team);
  expect(answer.status).toBe(200);
  return answer.body.data as Feed;
};
/** All pages of this size, from a cursor or the beginning. */
async function pages(size: number, over: Record<string, string> = {}, team = teamId, person = dotori) {
  const items: FeedItem[] = [];
  let page = await feed({ limit: String(size), ...over }, person, team);
  for (;;) {
    expect(page.reset).toBe(false);
    expect(page.items.length).toBeLessThanOrEqual(size);
    items.push(...page.items);
    if (!page.more) return { items, next: page.next };
    expect(page.items.length).toBeGreaterThan(0);
    page = await feed({ ...over, limit: String(size), after: page.next }, person, team);
  }
}
const post = async (person: Person, title: string, body = "<p>글</p>", team = teamId, problems = "[]") => {
  const form = { teamId: String(team), articleTitle: title, articleBody: body, problems };
  return (await person.ask("POST", "/v1/articles", { form })).body.data.articleId as number;
};
const postSubject = async (day: string, title: string, team = teamId, person: Person = dotori) => {
  const form = { articleTitle: title, articleBody: "<p>문제</p>", articleCategory: "스터디" };
  const problems = JSON.stringify([{ provider: "boj", number: "1260", title: "DFS와 BFS" }]);
  const path = `/v1/articles/teams/${team}/subjects`;
  const answer = await person.ask("POST", path, { form: { ...form, selectedDate: day, problems } });
  return answer.body.data.articleId as number;
};
const removeArticle = (person: Person, id: number) => person.ask("DELETE", `/v1/articles/${id}`);
/** All pages of the newest texts, of all teams by default. */
async function texts(person: Person, limit: number, teams: readonly number[] = []) {
  const found: SearchTexts["items"] = [];
  for (let before: string | null = ""; before !== null; ) {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(before !== "" && { before }),
      ...(teams.length > 0 && { teams: teams.join(",") }),
    });
    const answer = await person.ask("GET", `/v1/members/search-texts?${query}`);
    expect(answer.status).toBe(200);
    const page = answer.body.data as SearchTexts;
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items);
    before = page.next;
  }
  return found;
}
const cursors = async (person: Person) =>
  (await person.ask("GET", "/v1/members/search-cursors")).body.data as { teamId: number; next: string }[];
/** How often a handler has let other requests be served between two parts of its work. */
const pauses = vi.hoisted(() => ({ count: 0 }));
vi.mock("node:timers/promises", async (original) => {
  const timers = await original<typeof import("node:timers/promises")>();
  const setImmediate: typeof timers.setImmediate = (...given) => {
    pauses.count += 1;
    return timers.setImmediate(...given);
  };
  return { ...timers, setImmediate };
});
/** A search index as a client keeps it. */
class Index {
  readonly documents = new Map<string, FeedItem>();
  next: string | undefined;
  take(items: readonly FeedItem[]) {
    for (const item of items) {
      const key = `${item.kind} ${item.id}`;
      if (item.gone) this.documents.delete(key);
      else this.documents.set(key, item);
    }
  }
}
const byKey = ({ documents }: Index) => [...documents].sort(([one], [other]) => (one < other ? -1 : 1));

describe("the feed of a team's texts", () => {
  it("contains the beginnings of texts, inline code and chips, and tombstones of deleted texts", async () => {
    const code = '<code class="editor-text-code">popleft()</code>';
    const body = `<p>큐에서 ${code} &amp; 다시</p><pre class="codeblock">deque</pre><p>${"가".repeat(900)}</p>`;
    const id = await post(dotori, "그래프", body, teamId, '[{"provider":"boj","number":"1260"}]');
    const gone = await post(bamtol, "지울 글");
    const subject = await postSubject("2025-12-11", "그래프 한 바퀴");
    await removeArticle(bamtol, gone);
    const { items } = await pages(100);
    const boj = { provider: "boj", number: "1260" };
    expect(items).toEqual([
      {
        kind: "article",
        id,
        gone: false,
        date: site.today(),
        title: "그래프",
        memberName: "도토리",
        category: null,
        problems: [{ ...boj, title: null, url: null }],
        code: ["popleft()"],
        text: `큐에서 popleft() & 다시 deque ${"가".repeat(575)}`,
      },
      {
        kind: "subject",
        id: subject,
        gone: false,
        date: "2025-12-11",
        title: "그래프 한 바퀴",
        memberName: "도토리",
        category: "스터디",
        problems: [{ ...boj, title: "DFS와 BFS", url: null }],
        code: [],
        text: "문제",
      },
      { kind: "article", id: gone, gone: true },
    ]);
  });

  it("returns the same items in pages of any size, and after any changes those of a new index, without other teams' texts", async () => {
    const days = ["2025-12-01", "2025-12-02", "2025-12-03"];
    const step = fc.record({
      what: fc.constantFrom("post", "edit", "remove", "subject", "remove subject", "elsewhere", "feed"),
      pick: fc.nat(1000),
      size: fc.integer({ min: 1, max: 100 }),
    });
    const own: number[] = [];
    const subjects = new Map<string, number>();
    const index = new Index();
    let written = 0;
    const numbered = () => {
      written += 1;
      return written;
    };
    const steps: Record<string, (pick: number, size: number) => Promise<unknown>> = {
      async post() {
        own.push(await post(bamtol, `우리 글 ${numbered()}`));
      },
      async edit(pick) {
        const id = own[pick % Math.max(own.length, 1)];
        const form = { articleTitle: `고친 글 ${numbered()}` };
        if (id !== undefined) await bamtol.ask("PUT", `/v1/articles/${id}`, { form });
      },
      async remove(pick) {
        const [id] = own.splice(pick % Math.max(own.length, 1), 1);
        if (id !== undefined) await removeArticle(bamtol, id);
      },
      async subject(pick) {
        const day = days[pick % days.length]!;
        if (!subjects.has(day)) subjects.set(day, await postSubject(day, `우리 문제 ${numbered()}`));
      },
      async "remove subject"(pick) {
        const day = days[pick % days.length]!;
        const path = `/v1/articles/teams/${teamId}/subjects/${subjects.get(day)}`;
        if (subjects.delete(day)) await dotori.ask("DELETE", path);
      },
      async elsewhere() {
        await post(hodu, `남의 글 ${numbered()}`, "<p>남의 것</p>", otherTeam);
      },
      async feed(_, size) {
        const fed = await pages(size, index.next ? { after: index.next } : {});
        index.take(fed.items);
        index.next = fed.next;
      },
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (plan) => {
        for (const { what, pick, size } of plan) await steps[what]!(pick, size);
        const size = plan[0]!.size;
        const fresh = await pages(100);
        const other = await pages((size % 7) + 1);
        expect(other).toEqual(fresh);
        await steps["feed"]!(0, size);
        const built = new Index();
        built.take(fresh.items);
        expect(byKey(index)).toEqual(byKey(built));
        expect(JSON.stringify(fresh.items)).not.toContain("남의");
        const newest = await texts(bamtol, size);
        expect(await texts(bamtol, 100)).toEqual(newest);
        const filled = new Index();
        filled.take(newest.map(({ item }) => item));
        expect(byKey(filled)).toEqual(byKey(built).filter(([, { gone }]) => !gone));
        const days = newest.map(({ item }) => (item.gone ? "" : item.date));
        expect(days).toEqual([...days].sort().reverse());
        expect(await cursors(bamtol)).toEqual([{ teamId, next: fresh.next }]);
      }),
      { numRuns: 6 },
    );
    const all = [...index.documents.values()];
    expect(all.filter(({ kind }) => kind === "article").length).toBeGreaterThanOrEqual(own.length);
    expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
  });

  it("of one day contains that day", async () => {
    const day = await pages(2, { date: "2025-12-11" });
    expect(day.items.map(({ kind }) => kind)).toEqual(["subject"]);
    const today = await pages(3, { date: site.today() });
    const whole = await pages(100);
    expect(today.items).toEqual(whole.items.filter((item) => today.items.some(({ id }) => id === item.id)));
  });

  it("omits texts older than a year, and ends after their changes", async () => {
    const kept = await postSubject("2030-01-01", "나중");
    const { next: before } = await pages(100);
    const old = await postSubject("2024-01-01", "오래된 문제");
    const { items, next } = await pages(100);
    const ids = items.map(({ id }) => id);
    expect([ids.includes(old), ids.includes(kept)]).toEqual([false, true]);
    expect(next).not.toBe(before);
    expect(await cursors(bamtol)).toEqual([{ teamId, next }]);
    for (const after of [before, next]) expect(await pages(1, { after })).toEqual({ items: [], next });
  });

  it("resets for a cursor of another format, or beyond the end of the log", async () => {
    const { next } = await feed();
    const later = next.replace(/^\d/, "9");
    const elsewhere = next.replace(/^(\d+)\./, "C:$1/");
    for (const after of [
      "x",
      "1~article",
      "한글~article~1",
      `${"9".repeat(400)}~article~1`,
      later,
      elsewhere,
    ]) {
      const page = await feed({ after });
      expect([after, page.reset, page.items, page.more]).toEqual([after, true, [], true]);
      expect((await feed({ after: page.next })).reset).toBe(false);
    }
    const empty = await site.team(dotori);
    const { next: start, ...rest } = await feed({}, dotori, empty);
    expect(rest).toEqual({ reset: false, more: false, items: [] });
    const id = await post(dotori, "첫 글", "<p>글</p>", empty);
    expect((await feed({ after: start }, dotori, empty)).items.map((item) => item.id)).toEqual([id]);
  });

  it("returns at most a megabyte, with the beginnings of long bodies", async () => {
    const team = await site.team(dotori);
    // The first is one user-perceived character of many bytes.
    const wide = "\u1100".repeat(5000);
    const long = "가".repeat(200_000);
    await post(dotori, "긴 글", `<p>${long}</p>`, team);
    for (let n = 0; n < 80; n += 1) await post(dotori, `글 ${n}`, `<p>${wide}</p>`, team);
    const before = pauses.count;
    const page = await feed({ limit: "1000" }, dotori, team);
    expect(pauses.count - before).toBeGreaterThanOrEqual(81);
    expect([page.more, Buffer.byteLength(JSON.stringify(page)) <= 1024 * 1024]).toEqual([true, true]);
    const first = page.items[0];
    expect(first?.gone === false && first.text).toBe("가".repeat(600));
    expect((await pages(1000 as 100, {}, team)).items).toHaveLength(81);
  });

  it("contains the newest texts of all teams, or of some, of which the caller is a member", async () => {
    const person = await site.person("두팀");
    const one = await site.team(person);
    const two = await site.team(person);
    const ids = [
      await post(person, "하나", "<p>글</p>", one),
      await post(person, "둘", "<p>글</p>", two),
      await post(person, "셋", "<p>글</p>", one),
    ];
    const idsOf = (found: SearchTexts["items"]) => found.map(({ teamId: of, item }) => [of, item.id]);
    expect(idsOf(await texts(person, 2))).toEqual([
      [one, ids[2]],
      [two, ids[1]],
      [one, ids[0]],
    ]);
    expect(idsOf(await texts(person, 1, [two, otherTeam]))).toEqual([[two, ids[1]]]);
    const known = new Map((await cursors(person)).map(({ teamId: of, next }) => [of, next]));
    expect([...known.keys()].sort()).toEqual([one, two].sort());
    await post(person, "넷", "<p>글</p>", two);
    expect((await feed({ after: known.get(one)! }, person, one)).items).toEqual([]);
    expect((await feed({ after: known.get(two)! }, person, two)).items).toHaveLength(1);
    for (const query of ["before=x", "before=2025-02-30~article~1", "teams=", "teams=1,x", "limit=0"])
      expect(said(await person.ask("GET", `/v1/members/search-texts?${query}`))).toBe(
        "400 요청 형식이 올바르지 않습니다.",
      );
  });

  it("cuts between user-perceived characters", async () => {
    const team = await site.team(dotori);
    for (const sign of ["👨‍👩‍👧", "각\u0301", "❤️", "→", "가"])
      await post(dotori, "글", `<p>${"a".repeat(599)}${sign.repeat(3)}</p>`, team);
    const { items } = await pages(100, {}, team);
    const ends = items.map((item) => (item.gone ? "" : item.text.slice(599)));
    expect(ends).toEqual(["👨‍👩‍👧", "각\u0301", "❤️", "→", "가"]);
  });

  it("is only for members; a withdrawn author's articles and name are removed", async () => {
    const team = await site.team(dotori);
    const kicked = await site.person("쫓겨난이");
    const leaver = await site.person("떠난이");
    for (const person of [kicked, leaver]) await join(person, team);
    const article = await post(leaver, "떠난이의 글", "<p>비밀</p>", team);
    await changeRole("promote", dotori, team, leaver);
    const subject = await postSubject("2025-12-12", "떠난이의 문제", team, leaver);
    const { next } = await feed({}, kicked, team);
    await changeRole("kick", dotori, team, kicked);
    expect(said(await ask(kicked, {}, team))).toBe("400 팀의 멤버가 아닙니다.");
    expect(said(await ask(dotori, {}, 99_999))).toBe("404 팀이 존재하지 않습니다.");
    for (const query of [{ limit: "0" }, { limit: "x" }, { date: "2025-02-30" }, { date: "x" }])
      expect(said(await ask(dotori, query, team))).toBe("400 요청 형식이 올바르지 않습니다.");
    await leaver.ask("DELETE", "/v1/members");
    const { items } = await pages(1, { after: next }, team);
    expect(items.filter(({ kind, id }) => kind === "article" && id === article)).toEqual([
      { kind: "article", id: article, gone: true },
    ]);
    expect(items.find(({ kind, id }) => kind === "subject" && id === subject)).toMatchObject({
      memberName: "탈퇴한 회원",
      title: "떠난이의 문제",
    });
    expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
    const metrics = await (await fetch(`${site.origin}/metrics`)).text();
    expect(metrics).toMatch(/algomoim_search_feed_items_total [1-9]/);
  });
});
