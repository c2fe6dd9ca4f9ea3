// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getMemberInfo } from "#contracts/member/api";
import { joinTeam } from "#contracts/membership/api";
import { createTeam, getCombinedTeams, getTeam } from "#contracts/team/api";
import { leaveInCookie, reply, stubServer, tokenOf } from "#tests/support/stub-server";
import { enterProtectedPage, setNavigate } from "../navigation.ts";
import { cookieToken, currentToken, endSession, setToken } from "../session.ts";
import { call, read } from "./api.ts";
import { ApiError } from "./api-error.ts";

const acorn = "8f14e45f-ceea-467f-a8a0-0000000000aa";
const stale = tokenOf(acorn, 100);
const fresh = tokenOf(acorn, 200);
const expired = () => reply({ status: 401, code: 101, message: "토큰이 만료되었습니다." });
const badToken = () => reply({ status: 401, message: "잘못된 Token 입니다." });
const reissued = () => reply({ headers: { Authorization: `Bearer ${fresh}` } });
const isReissue = (path: string) => path === "/api/v1/reissue";
const navigate = vi.fn();
let leavePage = () => {};

beforeEach(() => {
  endSession();
  sessionStorage.clear();
  navigate.mockReset();
  setNavigate(navigate);
  window.history.pushState(null, "", "/team-dashboard/3?tab=1");
});
afterEach(() => {
  leavePage();
  leavePage = () => {};
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a token that has expired", () => {
  beforeEach(() => setToken(stale));

  it("is renewed once for all failed calls, and each is sent again with the new token and its old key", async () => {
    const { seen, paths } = stubServer(({ path, token }) => {
      if (isReissue(path)) return reissued();
      return token === fresh ? reply({ data: "done" }) : expired();
    });
    await Promise.all([
      ...[1, 2, 3, 4].map((teamId) => read(getTeam, { params: { teamId } })),
      call(joinTeam, { params: { teamId: 5 }, body: { password: "1234" } }),
    ]);
    expect(paths().filter((path) => path.endsWith("/reissue"))).toHaveLength(1);
    expect(seen.find(({ path }) => isReissue(path))?.token).toBeNull();
    const joins = seen.filter(({ path }) => path.endsWith("/join"));
    expect(joins.map(({ token }) => token)).toEqual([stale, fresh]);
    expect(joins[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(joins[1]?.headers.get("Idempotency-Key")).toBe(joins[0]?.headers.get("Idempotency-Key"));
    expect(currentToken()).toBe(fresh);
  });

  it("is not renewed again for a late response", async () => {
    let isRenewed = () => {};
    const renewed = new Promise<void>((resolve) => {
      isRenewed = resolve;
    });
    const { paths } = stubServer(async ({ path, token }) => {
      if (isReissue(path)) return reissued();
      if (token === fresh) return reply({});
      if (path.endsWith("/2")) await renewed;
      return expired();
    });
    const late = read(getTeam, { params: { teamId: 2 } });
    await read(getTeam, { params: { teamId: 1 } });
    isRenewed();
    await late;
    expect(paths().filter((path) => path.endsWith("/reissue"))).toHaveLength(1);
  });

  it("is replaced by the newer one of the cookie that another tab has renewed, without a reissue", async () => {
    leaveInCookie(fresh);
    const { paths } = stubServer(({ token }) => (token === fresh ? reply({}) : expired()));
    await read(getTeam, { params: { teamId: 1 } });
    expect(paths()).toEqual(["GET /api/v1/teams/1", "GET /api/v1/teams/1"]);
  });

  it("waits for another tab's renewal in progress and uses its token", async () => {
    const request = vi.fn(async (_name: string, _options: LockOptions, work: () => Promise<void>) => {
      leaveInCookie(fresh);
      await work();
    });
    vi.stubGlobal("navigator", { locks: { request } });
    const { paths } = stubServer(({ token }) => (token === fresh ? reply({}) : expired()));
    await read(getTeam, { params: { teamId: 1 } });
    expect(request).toHaveBeenCalledOnce();
    expect(paths()).toEqual(["GET /api/v1/teams/1", "GET /api/v1/teams/1"]);
  });

  it("ends the session when the renewal is refused: calls fail, token and cookie are removed, /login has the return path", async () => {
    leaveInCookie(stale);
    const { paths } = stubServer(({ path }) => (isReissue(path) ? badToken() : expired()));
    const calls = await Promise.allSettled([1, 2, 3].map((teamId) => read(getTeam, { params: { teamId } })));
    expect(calls.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(paths().filter((path) => path.endsWith("/reissue"))).toHaveLength(1);
    expect([currentToken(), cookieToken()]).toEqual([null, null]);
    expect(navigate).toHaveBeenCalledExactlyOnceWith("/login", {
      state: { from: "/team-dashboard/3?tab=1" },
    });
  });

  it.each([
    ["no answer", () => Promise.reject(new TypeError("no network")), { noAnswer: true }],
    ["an error of the server", () => reply({ status: 503 }), { status: 503 }],
  ])("is kept when the renewal gets %s", async (_, answer, error) => {
    stubServer(({ path }) => (isReissue(path) ? answer() : expired()));
    await expect(read(getTeam, { params: { teamId: 1 } })).rejects.toMatchObject(error);
    expect(currentToken()).toBe(stale);
    expect(navigate).not.toHaveBeenCalled();
  });

  it("is renewed by a second request if the response to the first is lost", async () => {
    let isLost = true;
    const { paths } = stubServer(({ path, token }) => {
      if (!isReissue(path)) return token === fresh ? reply({ data: "done" }) : expired();
      if (!isLost) return reissued();
      isLost = false;
      return Promise.reject(new TypeError("no network"));
    });
    expect(await read(getTeam, { params: { teamId: 1 } })).toBe("done");
    expect(paths().filter((path) => path.endsWith("/reissue"))).toHaveLength(2);
    expect(currentToken()).toBe(fresh);
  });

  it("repeats a query, but no command, as another member who logged in meanwhile", async () => {
    const other = tokenOf("8f14e45f-ceea-467f-a8a0-0000000000bb", 300);
    leaveInCookie(other);
    const { paths } = stubServer(({ token }) => (token === other ? reply({ data: "theirs" }) : expired()));
    expect(await read(getTeam, { params: { teamId: 1 } })).toBe("theirs");
    setToken(stale);
    leaveInCookie(other);
    const join = call(joinTeam, { params: { teamId: 5 }, body: { password: "1" } });
    await expect(join).rejects.toThrow(ApiError);
    expect(paths()).toHaveLength(3);
    endSession();
  });

  it("fails when every new token has expired too", async () => {
    const { seen } = stubServer(({ path }) => (isReissue(path) ? reissued() : expired()));
    await expect(read(getTeam, { params: { teamId: 1 } })).rejects.toMatchObject({ code: 101 });
    expect(seen.length).toBeLessThan(9);
  });
});

describe("other 401 responses", () => {
  it("drops a bad token and reads a public view again as a visitor", async () => {
    setToken(stale);
    const { seen } = stubServer(({ token }) => (token ? badToken() : reply({ data: { myTeams: [] } })));
    expect(await read(getCombinedTeams, {})).toEqual({ myTeams: [] });
    expect(seen.map(({ token }) => token)).toEqual([stale, null]);
    expect(currentToken()).toBeNull();
    expect(navigate).not.toHaveBeenCalled();
  });

  it("navigates from a protected page to /login with the return path", async () => {
    setToken(stale);
    leavePage = enterProtectedPage();
    stubServer(badToken);
    await expect(read(getCombinedTeams, {})).rejects.toMatchObject({ code: 401 });
    expect(navigate).toHaveBeenCalledWith("/login", { state: { from: "/team-dashboard/3?tab=1" } });
  });

  it("navigates a visitor without a token to /login", async () => {
    stubServer(() => reply({ status: 401, message: "인증 되지 않은 사용자 입니다." }));
    await expect(read(getMemberInfo, {})).rejects.toThrow("인증 되지 않은 사용자 입니다.");
    expect(navigate).toHaveBeenCalledWith("/login", { state: { from: "/team-dashboard/3?tab=1" } });
  });

  it("navigates to /enroll while the profile is missing, and keeps the token", async () => {
    setToken(stale);
    stubServer(() => reply({ status: 401, code: 100 }));
    await expect(read(getMemberInfo, {})).rejects.toMatchObject({ status: 401, code: 100 });
    expect(navigate).toHaveBeenCalledWith("/enroll", { replace: true });
    expect(sessionStorage.getItem("redirect")).toBe("/team-dashboard/3?tab=1");
    expect(currentToken()).toBe(stale);
  });
});

describe("a call", () => {
  it("reads the result of its own last command, and sends no checkpoint with commands", async () => {
    const { seen } = stubServer(() => reply({ headers: { "X-Checkpoint": "c-17" } }));
    await call(joinTeam, { params: { teamId: 5 }, body: { password: "1234" } });
    await read(getTeam, { params: { teamId: 5 } });
    await call(joinTeam, { params: { teamId: 5 }, body: { password: "1234" } });
    expect(seen.map(({ headers }) => headers.get("X-After-Checkpoint"))).toEqual([null, "c-17", null]);
    expect(seen[0]?.body).toBe('{"password":"1234"}');
  });

  it("sends texts and the picture in a multipart body, without absent fields", async () => {
    const { seen } = stubServer(() => reply({ status: 201 }));
    const body = {
      teamName: "새벽네시반",
      teamExplain: undefined,
      topic: "스터디",
      memberLimit: "5",
      password: "1234",
    };
    await call(createTeam, { body, picture: new Blob(["…"], { type: "image/jpeg" }) });
    const form = seen[0]?.body as FormData;
    expect([...form.keys()]).toEqual(["teamName", "topic", "memberLimit", "password", "image"]);
    expect(seen[0]?.headers.get("Content-Type")).toBeNull();
  });

  it("puts parameters into path and query and returns the revision", async () => {
    const { paths } = stubServer(() => reply({ headers: { ETag: '"7"' }, data: {} }));
    expect(await call(getTeam, { params: { teamId: "a/b" } })).toMatchObject({ revision: 7 });
    await read(getCombinedTeams, { query: { page: 2, size: undefined } });
    expect(paths()).toEqual(["GET /api/v1/teams/a%2Fb", "GET /api/v1/teams/combined?page=2"]);
  });

  it("times out after 5 s", async () => {
    vi.useFakeTimers();
    stubServer(() => new Promise(() => {}));
    const outcome = expect(read(getCombinedTeams, {})).rejects.toMatchObject({ noAnswer: true, status: 0 });
    await vi.advanceTimersByTimeAsync(5000);
    await outcome;
  });

  it("rejects with the reason of its signal", async () => {
    stubServer(() => new Promise(() => {}));
    const controller = new AbortController();
    const outcome = expect(read(getCombinedTeams, { signal: controller.signal })).rejects.toBe("left");
    controller.abort("left");
    await outcome;
  });

  it("rejects a stale change with the current state and revision", async () => {
    const { seen } = stubServer(() =>
      reply({ status: 412, data: { teamName: "달" }, headers: { ETag: '"9"' } }),
    );
    const change = call(joinTeam, { params: { teamId: 5 }, body: { password: "1" }, ifMatch: 8 });
    await expect(change).rejects.toMatchObject({ status: 412, data: { teamName: "달" }, revision: 9 });
    expect(seen[0]?.headers.get("If-Match")).toBe('"8"');
  });
});
