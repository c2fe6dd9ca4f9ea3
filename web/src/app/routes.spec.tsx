// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isOff, openPage, press } from "#tests/support/page.tsx";
import { leaveInCookie, reply, stubServer, tokenOf } from "#tests/support/stub-server";
import { makeQueryClient } from "../lib/calls/query-client.ts";
import { forgetMissingProfile } from "../lib/missing-profile.ts";
import { isOnProtectedPage } from "../lib/navigation.ts";
import { rememberedReturnPath, rememberReturnPath } from "../lib/return-path.ts";
import { currentToken, setToken } from "../lib/session.ts";
import { prefetchPage, routes } from "./routes.tsx";

const token = tokenOf("8f14e45f-ceea-467f-a8a0-0000000000aa");
const missing = () => reply({ status: 401, code: 100, message: "회원가입이 마무리되지 않았습니다." });

function show(path: string, state?: unknown) {
  const { pathname, search } = new URL(path, "http://localhost");
  return openPage(routes, { pathname, search, state }).router;
}

beforeEach(() => {
  forgetMissingProfile();
  window.scrollTo = vi.fn();
  stubServer(missing);
});
afterEach(() => void vi.unstubAllGlobals());

describe("routes", () => {
  it("redirect a visitor from a protected page to login, whose button has the return path", async () => {
    const router = show("/enroll?x=1");
    const button = await screen.findByRole("link", { name: "카카오로 시작하기" });
    expect(router.state.location.pathname).toBe("/login");
    expect(button.getAttribute("href")).toBe("/oauth2/authorization/kakao?redirect=%2Fenroll%3Fx%3D1");
    button.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(button);
    expect(rememberedReturnPath()).toBe("/enroll?x=1");
    await waitFor(() => expect(document.title).toBe("로그인 | 알고모임"));
  });

  it("admit a member whose login is in the cookie, and mark the page as protected", async () => {
    leaveInCookie(token);
    const router = show("/enroll");
    await waitFor(() => expect(isOnProtectedPage()).toBe(true));
    expect(router.state.location.pathname).toBe("/enroll");
    expect(currentToken()).toBe(token);
  });

  it("redirect a member from the login to the stored path, which is then removed", async () => {
    stubServer(() => reply({ data: { memberName: "도토리묵", teamAbstractResponses: [] } }));
    setToken(token);
    rememberReturnPath("/nowhere");
    const router = show("/login", { from: "/team-list" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/nowhere"));
    expect(rememberedReturnPath()).toBeNull();
  });

  it("mark in the header where they belong; a member's day is a link of its own", async () => {
    stubServer(() => reply({ data: { memberName: "도토리묵", teamAbstractResponses: [] } }));
    setToken(token);
    /** Link and mark of each entry. */
    const menu = async () => {
      await screen.findByRole("link", { name: "오늘" });
      const links = within(screen.getByRole("navigation", { name: "주 메뉴" })).getAllByRole("link");
      return links.map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")]);
    };
    show("/team-registration");
    expect(await menu()).toEqual([
      ["/", null],
      ["/team-list", "true"],
      ["/team-recruit/list", null],
    ]);
    cleanup();
    show("/team-list");
    expect(await menu()).toContainEqual(["/team-list", "page"]);
  });

  it("remount for another member and keep the draft of the former one", async () => {
    const other = tokenOf("8f14e45f-ceea-467f-a8a0-0000000000bb");
    const name = () => screen.findByLabelText<HTMLInputElement>("닉네임");
    setToken(token);
    show("/enroll");
    fireEvent.change(await name(), { target: { value: "도토리묵" } });
    act(() => setToken(other));
    await waitFor(async () => expect((await name()).value).toBe(""));
    act(() => setToken(token));
    await waitFor(async () => expect((await name()).value).toBe("도토리묵"));
    expect(screen.getByText(/작성 중이던 내용을 불러왔어요/)).toBeTruthy();
  });

  it("finish a navigation during which another member logged in", async () => {
    stubServer(() => reply({ data: { content: [], page: {}, memberName: "", teamAbstractResponses: [] } }));
    const other = tokenOf("8f14e45f-ceea-467f-a8a0-0000000000bb");
    setToken(token);
    const router = show("/team-registration");
    await screen.findByLabelText("팀 이름");
    leaveInCookie(other);
    await router.navigate("/my-dashboard/applications");
    await waitFor(() => expect(screen.queryByLabelText("팀 이름")).toBeNull());
    await waitFor(() => expect(router.state.navigation.state).toBe("idle"));
    expect([router.state.location.pathname, currentToken()]).toEqual(["/my-dashboard/applications", other]);
  });

  it.each([
    ["cancelled", "로그인이 취소되었어요."],
    ["failed", "로그인에 실패했어요. 다시 시도해 주세요."],
    ["unavailable", "지금은 로그인할 수 없어요. 잠시 뒤에 다시 시도해 주세요."],
  ])("show why a login was %s, beside the button for another attempt", async (error, text) => {
    rememberReturnPath("/team-list");
    show(`/login?error=${error}`);
    await screen.findByText(text);
    const retry = screen.getByRole("link", { name: "카카오로 시작하기" });
    expect(retry.getAttribute("href")).toBe("/oauth2/authorization/kakao?redirect=%2Fteam-list");
  });

  it.each([false, true])(
    "say on a plain http address that no login is kept (secure: %s)",
    async (isSecure) => {
      vi.stubGlobal("isSecureContext", isSecure);
      show("/login?error=failed");
      await screen.findByText("로그인에 실패했어요. 다시 시도해 주세요.");
      expect(screen.queryByText(/^http 주소에서는 로그인할 수 없어요/) === null).toBe(isSecure);
    },
  );

  it("show the not-found page for an unknown address", async () => {
    show("/team-recruit/nowhere");
    await screen.findByRole("img", { name: /존재하지 않는 페이지/ });
    await waitFor(() => expect(document.title).toBe("페이지를 찾을 수 없어요 | 알고모임"));
  });

  it.each(["/posting", "/team-subject", "/team-subject/3"])("redirect %s to the team list", async (path) => {
    const router = show(path);
    await waitFor(() => expect(router.state.location.pathname).toBe("/team-list"));
  });

  it("scroll to the top when the first segment changes, not when a later one does", async () => {
    const router = show("/lost/1");
    await screen.findByRole("img", { name: /존재하지 않는 페이지/ });
    await router.navigate("/lost/2");
    expect(window.scrollTo).not.toHaveBeenCalled();
    await router.navigate("/other");
    await waitFor(() => expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0));
    expect(document.activeElement?.id).toBe("content");
  });
});

describe("the profile form", () => {
  beforeEach(() => setToken(token));
  const fill = async () => {
    fireEvent.change(await screen.findByLabelText("닉네임"), {
      target: { value: "도토리묵" },
    });
    fireEvent.change(screen.getByLabelText("프로필 설명"), { target: { value: "하루 한 문제" } });
    fireEvent.click(screen.getByRole("checkbox"));
  };
  const start = () => screen.getByRole<HTMLButtonElement>("button", { name: /알고모임 시작하기/ });

  it("requires both texts and the consent, shows a refusal and keeps the typed text", async () => {
    stubServer(({ method }) =>
      method === "POST" ? reply({ status: 400, message: "이름은 필수 입력 항목입니다." }) : missing(),
    );
    show("/enroll");
    await fill();
    expect(isOff(start())).toBe(false);
    expect(screen.queryByText("지키는 기간")).toBeNull();
    await press("자세히보기");
    expect(screen.getByText("지키는 기간")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("프로필 설명"), { target: { value: "  " } });
    expect(isOff(start())).toBe(true);
    fireEvent.change(screen.getByLabelText("프로필 설명"), { target: { value: "하루" } });
    fireEvent.click(start());
    expect((await screen.findByRole("alertdialog")).textContent).toBe(
      "회원가입에 실패했어요이름은 필수 입력 항목입니다.확인",
    );
    await press("확인");
    expect(screen.getByLabelText<HTMLInputElement>("닉네임").value).toBe("도토리묵");
  });

  it("is not shown to a member who has a profile", async () => {
    stubServer(() => reply({ data: { memberName: "도토리묵", teamAbstractResponses: [] } }));
    const router = show("/enroll");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });

  it("returns to the stored path", async () => {
    let created = false;
    const { seen } = stubServer(({ method }) => {
      if (method === "POST") created = true;
      return created ? reply({ data: { memberName: "도토리묵", teamAbstractResponses: [] } }) : missing();
    });
    rememberReturnPath("/nowhere");
    const router = show("/enroll");
    await fill();
    fireEvent.click(start());
    await screen.findByText("회원가입에 성공했습니다");
    await waitFor(() => expect(router.state.location.pathname).toBe("/nowhere"));
    const form = seen.find(({ method }) => method === "POST")?.body as FormData;
    expect([...form.entries()]).toEqual([
      ["memberName", "도토리묵"],
      ["memberExplain", "하루 한 문제"],
    ]);
  });

  it("queries a missing profile once for several components", async () => {
    const { paths } = stubServer(missing);
    setToken(tokenOf("8f14e45f-ceea-467f-a8a0-0000000000bb", Math.floor(Date.now() / 1000)));
    show("/enroll");
    await screen.findByLabelText("닉네임");
    fireEvent.click(screen.getByRole("button", { name: /내정보/ }));
    await screen.findByText("로그아웃");
    expect(paths()).toEqual(["GET /api/v1/members/info"]);
    cleanup();

    setToken(token);
    show("/nowhere");
    await waitFor(() => expect(paths()).toHaveLength(2));
    cleanup();
    show("/enroll");
    await screen.findByLabelText("닉네임");
    expect(paths()).toHaveLength(2);
  });
});

it("prefetches the module and the first queries of a link's page once", async () => {
  const { paths } = stubServer(() => reply({ data: { content: [], page: {} } }));
  const client = makeQueryClient();
  for (const address of ["/team-recruit/list?status=open&page=2", "/team-recruit/detail/5"]) {
    prefetchPage(address, client);
    prefetchPage(address, client);
  }
  prefetchPage("/team-list");
  await waitFor(() => expect(paths()).toHaveLength(2));
  expect(paths().sort()).toEqual([
    "GET /api/v1/recruitments/5?applications=20&page=0",
    "GET /api/v1/recruitments?status=open&page=1&size=5",
  ]);
});
