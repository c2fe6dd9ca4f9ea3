import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, type Site, startSite, teamFields } from "./site.ts";

let site: Site;
let dotori: Person;
let teamId: number;

beforeAll(async () => {
  site = await startSite();
  dotori = await site.person("도토리");
  teamId = await site.team(dotori);
});
afterAll(() => site.close());

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

/** Asks, expects the envelope, and that nothing was written and the process lives. */
async function refuses(ask: () => Promise<{ status: number; body: unknown }>, status: number, body: unknown) {
  const before = await site.eventCount();
  const answer = await ask();
  expect(answer).toMatchObject({ status, body });
  expect(await site.eventCount()).toBe(before);
  expect((await fetch(`${site.origin}/health/live`)).status).toBe(200);
}

const unknown = error(404, "존재하지 않는 경로입니다.");

/** Everything the server says before it hangs up. */
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

it("does not wait for the body of somebody who may not enter", async () => {
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

describe("what is no request", () => {
  it("answers an address that is too long", () =>
    expectEnvelope(
      `GET /api/v1/teams/search?keyword=${"%EA%B0%80".repeat(3000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      413,
      error(413, "요청 크기가 너무 큽니다."),
    ));
  it("answers headers that cannot be read", () =>
    expectEnvelope(
      "POST /api/v1/apply HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
      400,
      malformed,
    ));
  it.each(["GET /api/v1/recruitments HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"])(
    "answers who does not say whom it is for: %j",
    (text) => expectEnvelope(text, 400, malformed),
  );
  it("lets programs of HTTP/1.0 leave that out", async () => {
    expect(await sent("GET /health/live HTTP/1.0\r\n\r\n")).toContain("200 OK");
  });

  const head = "Host: localhost\r\nConnection: close\r\n";
  it("answers what expects something unknown as if it did not", async () => {
    const expecting = `GET /api/v1/recruitments HTTP/1.1\r\n${head}Expect: miracles\r\n\r\n`;
    expect(await sent(expecting)).toMatch(/^HTTP\/1.1 200 OK\r\n.*"status":"success"/s);
    await expectEnvelope(expecting.replace("recruitments", "nothing"), 404, unknown);
  });
  it("lets who asks first whether to send a body send it", async () => {
    const call = "POST /api/v1/reissue HTTP/1.1";
    const answer = await sent(`${call}\r\n${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`);
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /);
  });
});

describe("who would rather speak another protocol", () => {
  const wishing = (line: string, protocol: string, body = "") =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\n` +
    `HTTP2-Settings: AAMAAABk\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n` +
    `Authorization: Bearer ${dotori.token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `Content-Type: application/json\r\n\r\n${body}`;

  it.each(["h2c", "websocket", "TLS/1.0"])(
    "gets the answer to what was asked all the same: %s",
    async (protocol) => {
      const read = await sent(wishing("GET /api/v1/recruitments?page=0", protocol));
      expect(read).toMatch(/^HTTP\/1.1 200 OK\r\n.*X-Request-Id: .*"status":"success"/s);
      const announcement = `PATCH /api/v1/teams/${teamId}/announcement`;
      const written = await sent(wishing(announcement, protocol, '{"teamAnnouncement":"그래프"}'));
      expect(written).toContain("팀 공지가 성공적으로 업데이트되었습니다.");
      await expectEnvelope(wishing("GET /api/v1/nothing", protocol), 404, unknown);
    },
  );
});

describe("routes and methods", () => {
  it("answers unknown routes with 404, token or not", async () => {
    await refuses(() => site.ask("GET", "/v1/nowhere"), 404, unknown);
    await refuses(() => dotori.ask("POST", "/v2/teams"), 404, unknown);
    await refuses(() => site.ask("GET", "/"), 404, unknown);
  });
  it("answers a wrong method with 405 and Allow, before it asks for a token", async () => {
    const answer = await site.ask("DELETE", "/v1/teams/combined");
    expect(answer.status).toBe(405);
    expect(answer.body).toEqual(error(405, "지원하지 않는 요청 방식입니다."));
    expect(answer.headers.get("allow")).toContain("GET");
    expect((await site.ask("PATCH", "/v1/articles")).headers.get("allow")).toBe("POST");
    expect((await site.ask("OPTIONS", "/v1/articles")).status).toBe(405);
  });
  it("answers a wrong method on the paths of the login likewise", async () => {
    for (const path of ["/oauth2/authorization/kakao", "/login/oauth2/code/kakao"]) {
      const response = await fetch(site.origin + path, { method: "POST" });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(await response.json()).toEqual(error(405, "지원하지 않는 요청 방식입니다."));
    }
  });
  it("answers a path that cannot be decoded", () =>
    refuses(() => site.ask("GET", "/v1/teams/%E0%A4%A/team-page"), 400, malformed));
});

describe("JSON bodies", () => {
  const join = (raw: { type: string; body: string | Uint8Array }) => () =>
    dotori.ask("POST", `/v1/teams/${teamId}/join`, { raw });
  const json = "application/json";
  for (const body of ["", "{", '{"password":', "null", "[]", '"4821"', "4821", "\u0000"])
    it(`refuses ${JSON.stringify(body)}`, () => refuses(join({ type: json, body }), 400, malformed));
  it("refuses what is no UTF-8", () =>
    refuses(
      join({ type: json, body: Buffer.from('{"password":"4821","x":"\xb0\xa1"}', "latin1") }),
      400,
      malformed,
    ));
  it("refuses an unknown key that is nested without an end in sight", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    return refuses(join({ type: json, body: `{"password":"4821","x":${deep}}` }), 400, malformed);
  });
  it("refuses wrong types", async () => {
    await refuses(join({ type: json, body: '{"password":4821}' }), 400, malformed);
    await refuses(join({ type: json, body: '{"password":["4821"]}' }), 400, malformed);
    await refuses(join({ type: json, body: '{"password":{"a":1}}' }), 400, malformed);
  });
  it("refuses other content types", async () => {
    const unsupported = error(415, "지원하지 않는 요청 형식입니다.");
    await refuses(join({ type: "text/plain", body: '{"password":"4821"}' }), 415, unsupported);
    await refuses(join({ type: "application/xml", body: "<password/>" }), 415, unsupported);
    await refuses(() => dotori.ask("POST", "/v1/teams", { json: teamFields }), 415, unsupported);
  });
  it("refuses 3 MB", () =>
    refuses(
      join({ type: json, body: JSON.stringify({ password: "4".repeat(3_000_000) }) }),
      413,
      error(413, "요청 크기가 너무 큽니다."),
    ));
  it("names blank and missing fields", async () => {
    const blank = fail({ password: "팀 비밀번호는 필수 항목입니다." });
    await refuses(
      () => dotori.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "  " } }),
      400,
      blank,
    );
    await refuses(() => dotori.ask("POST", `/v1/teams/${teamId}/join`, { json: {} }), 400, blank);
    await refuses(
      () => dotori.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: null } }),
      400,
      blank,
    );
  });
  it("ignores unknown keys, prototype tricks included", async () => {
    const body =
      '{"teamAnnouncement":"이번 주는 그래프!","__proto__":{"isManager":true},"constructor":1,"extra":[]}';
    const answer = await dotori.ask("PATCH", `/v1/teams/${teamId}/announcement`, {
      raw: { type: json, body },
    });
    expect(answer.body.message).toBe("팀 공지가 성공적으로 업데이트되었습니다.");
  });
});

describe("ids and queries", () => {
  for (const id of ["abc", "1.5", "-1", "0x10", "99999999999999999999", "1e3", "%20"])
    it(`refuses the team id ${id}`, () =>
      refuses(() => site.ask("GET", `/v1/teams/${id}/team-page?year=2025&month=9`), 400, malformed));
  it("answers an id nobody has", () =>
    refuses(
      () => site.ask("GET", "/v1/teams/9007199254740991/team-page?year=2025&month=9"),
      404,
      error(404, "팀이 존재하지 않습니다."),
    ));
  it("names missing and wrong numbers", async () => {
    const page = (query: string) => () => site.ask("GET", `/v1/teams/${teamId}/team-page${query}`);
    await refuses(page(""), 400, fail({ year: "년도는 필수입니다.", month: "달은 필수입니다." }));
    await refuses(
      page("?year=0&month=-1"),
      400,
      fail({ year: "년도는 양의 정수 입니다.", month: "달은 양의 정수 입니다." }),
    );
    await refuses(page("?year=2025&month=x"), 400, fail({ month: "달은 양의 정수 입니다." }));
    await refuses(page("?year=2025&month=13"), 400, error(400, "날짜 및 날짜 형식이 올바르지 않습니다."));
    await refuses(page("?year=123456789&month=1"), 400, error(400, "날짜 및 날짜 형식이 올바르지 않습니다."));
    await refuses(page("?year=2025&year=2026&month=1"), 400, malformed);
    expect((await page("?year=2025&month=09")()).status).toBe(200);
  });
  it("refuses impossible pages and dates", async () => {
    for (const query of ["page=-1", "page=a", "page=1.5", "size=0", "size=-2", "page=0&page=1"])
      await refuses(() => site.ask("GET", `/v1/teams/combined?${query}`), 400, malformed);
    for (const query of ["", "?date=", "?date=2025-02-30", "?date=20250903", "?date=2025-9-3", "?date=x"])
      await refuses(
        () => site.ask("GET", `/v1/articles/${teamId}/by-date${query}`),
        400,
        error(400, "날짜 및 날짜 형식이 올바르지 않습니다."),
      );
    await refuses(() => site.ask("GET", "/v1/teams/search"), 400, malformed);
  });
  it("cuts a size over 50", async () => {
    for (const size of ["5000", "9".repeat(20), "9".repeat(400)]) {
      const { body } = await site.ask("GET", `/v1/teams/combined?size=${size}`);
      expect(body.data.allTeams.page.size).toBe(50);
    }
  });
  it("finds nothing on a page beyond the end, however far", async () => {
    const { body } = await site.ask("GET", `/v1/teams/combined?size=50&page=${"9".repeat(20)}`);
    expect(body.data.allTeams.content).toEqual([]);
    expect(body.data.allTeams.page.totalPages).toBe(1);
  });
});

describe("Korean texts", () => {
  const profile =
    (memberName: string, memberExplain = "소개") =>
    () =>
      dotori.ask("PUT", "/v1/members", { form: { memberName, memberExplain } });
  it("refuses blank and overlong ones and names every field", async () => {
    await refuses(
      profile(" ", "\u3000"),
      400,
      fail({ memberName: "이름은 필수 입력 항목입니다.", memberExplain: "소개는 필수 입력 항목입니다." }),
    );
    await refuses(
      profile(long(11), long(51)),
      400,
      fail({ memberName: "글자 수를 초과했습니다.", memberExplain: "글자 수를 초과했습니다." }),
    );
    await refuses(
      () =>
        dotori.ask("POST", "/v1/teams", {
          form: { teamName: "", topic: " ", memberLimit: "51", password: "12a4" },
        }),
      400,
      fail({
        teamName: "팀 이름은 필수 입력 항목입니다.",
        topic: "팀 주제는 필수 항목입니다.",
        memberLimit: "1 ~ 50 사이의 숫자를 입력해주세요.",
        password: "숫자 4자리를 입력해주세요.",
      }),
    );
  });
  it("counts what people see as characters", async () => {
    expect((await profile(family.repeat(10))()).status).toBe(200);
    await refuses(profile(family.repeat(11)), 400, fail({ memberName: "글자 수를 초과했습니다." }));
    expect((await profile("각".normalize("NFD").repeat(10))()).body.data.memberName).toBe("각".repeat(10));
    await profile("도토리")();
  });
  it("survives signs that databases dislike", async () => {
    const name = "\ud800a\u0000b'\";--\\";
    expect((await profile(name)()).body.data.memberName).toBe("\ufffdab'\";--\\");
    await profile("도토리")();
  });
});

describe("tokens", () => {
  const bad = error(401, "잘못된 Token 입니다.");
  const withToken =
    (token: string, path = "/v1/members/info") =>
    () =>
      site.ask("GET", path, { headers: { authorization: `Bearer ${token}` } });
  it("asks for one", () =>
    refuses(() => site.ask("GET", "/v1/members/info"), 401, error(401, "인증 되지 않은 사용자 입니다.")));
  it("refuses garbage and forgeries, on public paths too", async () => {
    const [head, body, mark] = dotori.token.split(".") as [string, string, string];
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const forged = [
      "x",
      `${head}.${body}.`,
      `${head}.${body}.${mark.slice(0, -4)}AAAA`,
      `${encode({ alg: "none" })}.${body}.`,
      `${head}.${encode({ ...claims, uuid: "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11" })}.${mark}`,
      `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ ...claims, category: "refresh_token" })}.${mark}`,
    ];
    for (const token of forged) {
      await refuses(withToken(token), 401, bad);
      await refuses(withToken(token, "/v1/teams/combined"), 401, bad);
    }
  });
  it("says when one has run out, on public paths too, and takes a fresh one again", async () => {
    const late = await site.person("밤톨");
    site.advance(25 * 60_000 + 1000);
    await refuses(() => late.ask("GET", "/v1/members/info"), 401, error(101, "토큰이 만료되었습니다."));
    await refuses(() => late.ask("GET", "/v1/teams/combined"), 401, error(101, "토큰이 만료되었습니다."));
    site.advance(-25 * 60_000 - 1000);
    expect((await late.ask("GET", "/v1/members/info")).status).toBe(200);
  });
  it("asks for a profile first", async () => {
    const newcomer = await site.person("호두", { profile: false });
    const missing = error(100, "회원가입이 마무리되지 않았습니다.");
    await refuses(() => newcomer.ask("GET", "/v1/members/info"), 401, missing);
    await refuses(() => newcomer.ask("POST", "/v1/teams", { form: teamFields }), 401, missing);
    expect((await newcomer.ask("GET", "/v1/teams/combined")).status).toBe(200);
  });
});

describe("pictures and multipart", () => {
  const post = (picture: Blob) => () =>
    dotori.ask("POST", "/v1/articles", {
      form: { teamId: String(teamId), articleTitle: "정렬 풀이", articleBody: "<p>글</p>", image: picture },
    });
  const undecodable = error(400, "이미지 파일 업로드 에러발생.");
  it("refuses what only claims to be a picture", async () => {
    await refuses(post(new Blob(["not a picture"], { type: "image/jpeg" })), 400, undecodable);
    await refuses(
      post(new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"], { type: "image/png" })),
      400,
      undecodable,
    );
    await refuses(
      post(new Blob([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "<script>1</script>"])),
      400,
      undecodable,
    );
  });
  it("refuses more than 10 MB, after the fields", async () => {
    const large = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]);
    await refuses(post(large), 413, error(413, "10MB 용량을 초과했습니다"));
    await refuses(
      () =>
        dotori.ask("POST", "/v1/articles", {
          form: { teamId: String(teamId), articleBody: "<p>글</p>", image: large },
        }),
      400,
      fail({ articleTitle: "게시글 제목은 필수요소입니다" }),
    );
  });
  it("refuses texts of more than 1 MB", () =>
    refuses(
      () =>
        dotori.ask("POST", "/v1/articles", {
          form: { teamId: String(teamId), articleTitle: "a", articleBody: "가".repeat(1_000_000) },
        }),
      413,
      error(413, "요청 크기가 너무 큽니다."),
    ));
  it("refuses broken multipart", async () => {
    const type = "multipart/form-data; boundary=x";
    for (const body of ["", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', "garbage"])
      await refuses(() => dotori.ask("POST", "/v1/teams", { raw: { type, body } }), 400, malformed);
    await refuses(
      () => dotori.ask("POST", "/v1/teams", { raw: { type: "multipart/form-data", body: "--x--" } }),
      400,
      malformed,
    );
  });
  it("refuses texts that are no UTF-8", () => {
    const text = '--x\r\nContent-Disposition: form-data; name="memberName"\r\n\r\n\xb0\xa1\r\n--x--\r\n';
    const raw = { type: "multipart/form-data; boundary=x", body: Buffer.from(text, "latin1") };
    return refuses(() => dotori.ask("PUT", "/v1/members", { raw }), 400, malformed);
  });
  it("refuses a body in which nothing can be seen", async () => {
    for (const articleBody of [
      "",
      "<p><br></p>",
      "<p>&nbsp;\u200b</p>",
      "<script>alert(1)</script>",
      "<!-- x -->",
    ])
      await refuses(
        () =>
          dotori.ask("POST", "/v1/articles", {
            form: { teamId: String(teamId), articleTitle: "a", articleBody },
          }),
        400,
        fail({ articleBody: "게시글 내용은 필수요소입니다" }),
      );
  });
});

describe("idempotency keys", () => {
  it("refuses one that is no UUID, after the fields", async () => {
    const headers = { "idempotency-key": "abc" };
    await refuses(
      () => dotori.ask("POST", "/v1/teams", { form: teamFields, headers }),
      400,
      error(400, "요청 키가 올바르지 않습니다."),
    );
    await refuses(
      () => dotori.ask("POST", "/v1/teams", { form: { ...teamFields, teamName: " " }, headers }),
      400,
      fail({ teamName: "팀 이름은 필수 입력 항목입니다." }),
    );
  });
});
