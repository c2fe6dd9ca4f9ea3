import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn } from "#tests/support/sign-in";
import { type Answer, type Asked, ownSite, refusal, said, teamFields } from "./site.ts";

const [site, dotori] = ownSite("도토리");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(dotori);
});

interface Envelope {
  readonly code: number;
  readonly message: string;
}
const error = (code: number, message: string) => ({ status: "error", code, message, data: null });
const fail = (data: Record<string, string>) => ({
  status: "fail",
  code: 400,
  message: "유효성 검사를 통과하지 못했습니다.",
  data,
});
const malformed = error(400, "요청 형식이 올바르지 않습니다.");
const long = (length: number) => "가".repeat(length);
const family = "👨‍👩‍👧";
const tooLarge = error(413, "요청 크기가 너무 큽니다.");
const unsupported = error(415, "지원하지 않는 요청 형식입니다.");
const wrongDate = error(400, "날짜 및 날짜 형식이 올바르지 않습니다.");
const get = (path: string) => () => site.ask("GET", path);
const join = (asked: Asked) => () => dotori.ask("POST", `/v1/teams/${teamId}/join`, asked);
const raw = (body: string | Uint8Array, type = "application/json"): Asked => ({ raw: { type, body } });
const createTeam =
  (form: Record<string, string>, headers = {}) =>
  () =>
    dotori.ask("POST", "/v1/teams", { form: { ...teamFields, ...form }, headers });
const article = (form: Record<string, string | Blob>) => () =>
  dotori.ask("POST", "/v1/articles", {
    form: { teamId: String(teamId), articleTitle: "정렬 풀이", articleBody: "<p>글</p>", ...form },
  });

const packed = () =>
  dotori.ask("POST", `/v1/teams/${teamId}/join`, {
    ...raw(gzipSync('{"password":"4821"}')),
    headers: { "Content-Encoding": "gzip" },
  });

type Row = readonly [string, () => Promise<Answer>, Envelope];

/** Each call gets an envelope, writes nothing and keeps the process alive. */
const refuses = (rows: readonly Row[]) =>
  it.each(rows)("refuses %s", async (_, call, body) => {
    const before = await site.eventCount();
    expect(await call()).toMatchObject({ status: body.code, body });
    expect(await site.eventCount()).toBe(before);
    expect((await fetch(`${site.origin}/health/live`)).status).toBe(200);
  });

const unknown = error(404, "존재하지 않는 경로입니다.");

/** The whole response of the server until it closes the connection. */
const sent = (text: string) =>
  new Promise<string>((resolve) => {
    const { hostname, port } = new URL(site.origin);
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text));
    let said = "";
    socket.on("data", (data) => {
      said += data;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(said));
  });

async function expectEnvelope(text: string, status: number, body: unknown) {
  const [head = "", content = ""] = (await sent(text)).split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toContain(`HTTP/1.1 ${status} `);
  for (const header of ["X-Request-Id: ", "Content-Security-Policy: ", "Cache-Control: no-store"])
    expect(head).toContain(header);
  expect(JSON.parse(content)).toEqual(body);
}

it("does not wait for the body of a caller without access", async () => {
  const { hostname, port } = new URL(site.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    "POST /api/v1/articles HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 50\r\n\r\n",
  );
  const status = await new Promise<string>((resolve) =>
    socket.once("data", (data) => resolve(String(data).slice(0, 12))),
  );
  socket.destroy();
  expect(status).toBe("HTTP/1.1 401");
}, 120_000);

describe("an invalid request", () => {
  it("responds to an address that is too long", () =>
    expectEnvelope(
      `GET /api/v1/teams/search?keyword=${"%EA%B0%80".repeat(3000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      413,
      error(413, "요청 크기가 너무 큽니다."),
    ));
  it("responds to headers that cannot be parsed", () =>
    expectEnvelope(
      "POST /api/v1/apply HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
      400,
      malformed,
    ));
  it.each(["GET /api/v1/recruitments HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"])(
    "refuses a request without a host: %j",
    (text) => expectEnvelope(text, 400, malformed),
  );
  it.each(["GET /api/v1/recruitments", "GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket"])(
    "refuses a request that names two hosts: %j",
    (text) =>
      expectEnvelope(
        `${text.includes("HTTP") ? text : `${text} HTTP/1.1`}\r\nHost: localhost\r\nhost: evil.test\r\n\r\n`,
        400,
        malformed,
      ),
  );
  it("upgrades no connection that names two hosts", async () => {
    const handshake =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    const hosts = "Host: localhost\r\nHost: evil.test";
    expect(await sent(`GET /live HTTP/1.1\r\n${hosts}\r\n${handshake}\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
  });
  it("accepts HTTP/1.0 without a host", async () => {
    expect(await sent("GET /health/live HTTP/1.0\r\n\r\n")).toContain("200 OK");
  });

  const head = "Host: localhost\r\nConnection: close\r\n";
  it("responds to an unknown expectation as without it", async () => {
    const expecting = `GET /api/v1/recruitments HTTP/1.1\r\n${head}Expect: miracles\r\n\r\n`;
    expect(await sent(expecting)).toMatch(/^HTTP\/1.1 200 OK\r\n.*"status":"success"/s);
    await expectEnvelope(expecting.replace("recruitments", "nothing"), 404, unknown);
  });
  it("lets a client that expects 100-continue send its body", async () => {
    const call = "POST /api/v1/reissue HTTP/1.1";
    const answer = await sent(`${call}\r\n${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`);
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /);
  });
});

it("renews no session for another site, and leaves it unchanged", async () => {
  const { cookies } = await signIn(site.origin, dotori.handle);
  const renewed = (headers: Record<string, string>) =>
    cookies.fetch(`${site.origin}/api/v1/reissue`, { method: "POST", headers });
  for (const origin of ["https://evil.test", `${site.origin}0`, "null"]) {
    const refused = await renewed({ origin });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
  }
  expect((await renewed({ origin: site.origin })).status).toBe(200);
  expect((await renewed({})).status).toBe(200);
});

describe("a request to upgrade to another protocol", () => {
  const wishing = (line: string, protocol: string, body = "") =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\n` +
    `HTTP2-Settings: AAMAAABk\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n` +
    `Authorization: Bearer ${dotori.token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `Content-Type: application/json\r\n\r\n${body}`;

  it.each(["h2c", "websocket", "TLS/1.0"])("gets the response of the plain request: %s", async (protocol) => {
    const read = await sent(wishing("GET /api/v1/recruitments?page=0", protocol));
    expect(read).toMatch(/^HTTP\/1.1 200 OK\r\n.*X-Request-Id: .*"status":"success"/s);
    const announcement = `PATCH /api/v1/teams/${teamId}/announcement`;
    const written = await sent(wishing(announcement, protocol, '{"teamAnnouncement":"그래프"}'));
    expect(written).toContain("팀 공지가 성공적으로 업데이트되었습니다.");
    await expectEnvelope(wishing("GET /api/v1/nothing", protocol), 404, unknown);
  });
});

describe("routes and methods", () => {
  refuses([
    ["an unknown route", get("/v1/nowhere"), unknown],
    ["an unknown route with a token", () => dotori.ask("POST", "/v2/teams"), unknown],
    ["the root", get("/"), unknown],
    ["a path that cannot be decoded", get("/v1/teams/%E0%A4%A/team-page"), malformed],
  ]);

  it("responds to a wrong method with 405 and Allow, before it requires a token, also on the paths of the login", async () => {
    const wrongMethod = error(405, "지원하지 않는 요청 방식입니다.");
    const answer = await site.ask("DELETE", "/v1/teams/combined");
    expect(answer).toMatchObject({ status: 405, body: wrongMethod });
    expect(answer.headers.get("allow")).toContain("GET");
    expect((await site.ask("PATCH", "/v1/articles")).headers.get("allow")).toBe("POST");
    expect(said(await site.ask("OPTIONS", "/v1/articles"))).toBe(refusal("wrong-method"));
    for (const path of ["/oauth2/authorization/kakao", "/login/oauth2/code/kakao"]) {
      const response = await fetch(site.origin + path, { method: "POST" });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(await response.json()).toEqual(wrongMethod);
    }
  });
});

describe("JSON bodies", () => {
  const blank = fail({ password: "팀 비밀번호는 필수 항목입니다." });
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  refuses([
    ...["", "{", '{"password":', "null", "[]", '"4821"', "4821", "\u0000"].map(
      (body): Row => [JSON.stringify(body), join(raw(body)), malformed],
    ),
    ["no UTF-8", join(raw(Buffer.from('{"password":"4821","x":"\xb0\xa1"}', "latin1"))), malformed],
    ["endless nesting of an unknown key", join(raw(`{"password":"4821","x":${deep}}`)), malformed],
    ...["4821", '["4821"]', '{"a":1}'].map(
      (value): Row => [`the type of ${value}`, join(raw(`{"password":${value}}`)), malformed],
    ),
    ["text", join(raw('{"password":"4821"}', "text/plain")), unsupported],
    ["XML", join(raw("<password/>", "application/xml")), unsupported],
    ["JSON instead of a form", () => dotori.ask("POST", "/v1/teams", { json: teamFields }), unsupported],
    ["packed JSON", packed, unsupported],
    [
      "another character set",
      join(raw('{"password":"4821"}', "application/json; charset=utf-16")),
      unsupported,
    ],
    ["a long text without end", join(raw(`{"password":"${'\\"'.repeat(500_000)}`)), malformed],
    [
      "a long list of an unknown key",
      join(raw(`{"password":"4821","x":[${"1,".repeat(9000)}1]}`)),
      malformed,
    ],
    ["3 MB", join({ json: { password: "4".repeat(3_000_000) } }), tooLarge],
    ["a blank field", join({ json: { password: "  " } }), blank],
    ["a missing field", join({ json: {} }), blank],
    ["a field that is null", join({ json: { password: null } }), blank],
  ]);

  it("ignores unknown keys, including prototype tricks", async () => {
    const body =
      '{"teamAnnouncement":"이번 주는 그래프!","__proto__":{"isManager":true},"constructor":1,"extra":[]}';
    const answer = await dotori.ask("PATCH", `/v1/teams/${teamId}/announcement`, raw(body));
    expect(answer.body.message).toBe("팀 공지가 성공적으로 업데이트되었습니다.");
  });
});

describe("ids and queries", () => {
  const page = (query: string) => () => site.ask("GET", `/v1/teams/${teamId}/team-page${query}`);
  const year = "년도는 양의 정수 입니다.";
  const month = "달은 양의 정수 입니다.";
  refuses([
    ...["abc", "1.5", "-1", "0x10", "99999999999999999999", "1e3", "%20", "1%20", "1%EF%BB%BF"].map(
      (id): Row => [
        `the team id ${id}`,
        get(`/v1/teams/${id}/team-page?year=2025&month=9`),
        error(404, "존재하지 않는 경로입니다."),
      ],
    ),
    [
      "an id of no team",
      get("/v1/teams/9007199254740991/team-page?year=2025&month=9"),
      error(404, "팀이 존재하지 않습니다."),
    ],
    ["missing numbers", page(""), fail({ year: "년도는 필수입니다.", month: "달은 필수입니다." })],
    ["numbers that are not positive", page("?year=0&month=-1"), fail({ year, month })],
    ["no number", page("?year=2025&month=x"), fail({ month })],
    ["a 13th month", page("?year=2025&month=13"), wrongDate],
    ["a year of nine digits", page("?year=123456789&month=1"), wrongDate],
    ["two years", page("?year=2025&year=2026&month=1"), malformed],
    ...["page=-1", "page=a", "page=1.5", "size=0", "size=-2", "page=0&page=1"].map(
      (query): Row => [query, get(`/v1/teams/combined?${query}`), malformed],
    ),
    ...["", "?date=", "?date=2025-02-30", "?date=20250903", "?date=2025-9-3", "?date=x"].map(
      (query): Row => [
        `the date of ${query || "nothing"}`,
        () => site.ask("GET", `/v1/articles/${teamId}/by-date${query}`),
        wrongDate,
      ],
    ),
  ]);

  it("accepts a month with a leading zero", async () => {
    expect((await page("?year=2025&month=09")()).status).toBe(200);
  });
  it("caps a size over 50 and returns nothing on a page beyond the end, however far", async () => {
    for (const size of ["5000", "9".repeat(20), "9".repeat(400)]) {
      const { body } = await site.ask("GET", `/v1/teams/combined?size=${size}`);
      expect(body.data.allTeams.page.size).toBe(50);
    }
    const { body } = await site.ask("GET", `/v1/teams/combined?size=50&page=${"9".repeat(20)}`);
    expect(body.data.allTeams).toMatchObject({ content: [], page: { totalPages: 1 } });
  });
});

describe("Korean texts", () => {
  const profile =
    (memberName: string, memberExplain = "소개") =>
    () =>
      dotori.ask("PUT", "/v1/members", { form: { memberName, memberExplain } });
  const tooLong = "글자 수를 초과했습니다.";
  refuses([
    [
      "blank ones, each named",
      profile(" ", "\u3000"),
      fail({ memberName: "이름은 필수 입력 항목입니다.", memberExplain: "소개는 필수 입력 항목입니다." }),
    ],
    ["long ones", profile(long(11), long(51)), fail({ memberName: tooLong, memberExplain: tooLong })],
    ["eleven visible characters", profile(family.repeat(11)), fail({ memberName: tooLong })],
    [
      "every field of a team",
      createTeam({ teamName: "", topic: " ", memberLimit: "51", password: "12a4" }),
      fail({
        teamName: "팀 이름은 필수 입력 항목입니다.",
        topic: "팀 주제는 필수 항목입니다.",
        memberLimit: "1 ~ 50 사이의 숫자를 입력해주세요.",
        password: "숫자 4자리를 입력해주세요.",
      }),
    ],
  ]);

  it("counts user-perceived characters and accepts characters that are difficult for databases", async () => {
    expect((await profile(family.repeat(10))()).status).toBe(200);
    for (const [given, kept] of [
      ["각".normalize("NFD").repeat(10), "각".repeat(10)],
      ["\ud800a\u0000b'\";--\\", "\ufffdab'\";--\\"],
    ] as const)
      expect((await profile(given)()).body.data.memberName).toBe(kept);
    await profile("도토리")();
  });
});

describe("tokens", () => {
  const withToken = (token: string, path = "/v1/members/info") =>
    site.ask("GET", path, { headers: { authorization: `Bearer ${token}` } });
  refuses([["a call without one", get("/v1/members/info"), error(401, "인증 되지 않은 사용자 입니다.")]]);

  it("refuses invalid and forged ones, on public paths too", async () => {
    const [head, body, mark] = dotori.token.split(".") as [string, string, string];
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const token of [
      "x",
      `${head}.${body}.`,
      `${head}.${body}.${mark.slice(0, -4)}AAAA`,
      `${encode({ alg: "none" })}.${body}.`,
      `${head}.${encode({ ...claims, uuid: "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11" })}.${mark}`,
      `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ ...claims, category: "refresh_token" })}.${mark}`,
    ])
      for (const path of ["/v1/members/info", "/v1/teams/combined"])
        expect((await withToken(token, path)).body).toEqual(error(401, "잘못된 Token 입니다."));
  });
  it("reports an expired one, on public paths too, and accepts a new one", async () => {
    const late = await site.person("밤톨");
    site.advance(25 * 60_000 + 1000);
    for (const path of ["/v1/members/info", "/v1/teams/combined"])
      expect(await late.ask("GET", path)).toMatchObject({
        status: 401,
        body: error(101, "토큰이 만료되었습니다."),
      });
    site.advance(-25 * 60_000 - 1000);
    expect((await late.ask("GET", "/v1/members/info")).status).toBe(200);
  });
  it("requires a profile first", async () => {
    const newcomer = await site.person("호두", { profile: false });
    const missing = { status: 401, body: error(100, "회원가입이 마무리되지 않았습니다.") };
    expect(await newcomer.ask("GET", "/v1/members/info")).toMatchObject(missing);
    expect(await newcomer.ask("POST", "/v1/teams", { form: teamFields })).toMatchObject(missing);
    expect((await newcomer.ask("GET", "/v1/teams/combined")).status).toBe(200);
  });
});

describe("pictures and multipart", () => {
  const noTitle = fail({ articleTitle: "게시글 제목은 필수요소입니다" });
  const emptyBody = fail({ articleBody: "게시글 내용은 필수요소입니다" });
  const large = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]);
  const multipart = "multipart/form-data; boundary=x";
  const part = '--x\r\nContent-Disposition: form-data; name="memberName"\r\n\r\n';
  const latin = Buffer.from(`${part}\xb0\xa1\r\n--x--\r\n`, "latin1");
  refuses([
    ["a missing field before a large picture", article({ articleTitle: "", image: large }), noTitle],
    ["a text of more than 1 MB", article({ articleBody: "가".repeat(1_000_000) }), tooLarge],
    ...["", part, "garbage"].map(
      (body): Row => [
        `broken multipart: ${JSON.stringify(body)}`,
        () => dotori.ask("POST", "/v1/teams", raw(body, multipart)),
        malformed,
      ],
    ),
    [
      "multipart without a boundary",
      () => dotori.ask("POST", "/v1/teams", raw("--x--", "multipart/form-data")),
      malformed,
    ],
    ["texts that are no UTF-8", () => dotori.ask("PUT", "/v1/members", raw(latin, multipart)), malformed],
    ...["", "<p><br></p>", "<p>&nbsp;\u200b</p>", "<script>alert(1)</script>", "<!-- x -->"].map(
      (articleBody): Row => [
        `a body that shows nothing: ${articleBody}`,
        article({ articleBody }),
        emptyBody,
      ],
    ),
  ]);
});

describe("idempotency keys", () => {
  const headers = { "idempotency-key": "abc" };
  refuses([
    ["one that is no UUID", createTeam({}, headers), error(400, "요청 키가 올바르지 않습니다.")],
    [
      "wrong fields before it",
      createTeam({ teamName: " " }, headers),
      fail({ teamName: "팀 이름은 필수 입력 항목입니다." }),
    ],
  ]);
});
