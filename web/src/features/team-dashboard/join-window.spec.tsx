// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pretendServer, reply, tokenOf } from "#tests/support/pretend-server";
import { seenAt } from "#web/lib/my-applications.ts";
import { endSession, setToken } from "#web/lib/session.ts";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { JoinWindow } from "./join-window.tsx";

const me = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
/** What shows the team is fetched again. */
const membership = vi.fn<() => Promise<void>>();
let answers: (() => Response | Promise<Response>)[];
let server: ReturnType<typeof pretendServer>;

beforeEach(() => {
  setToken(tokenOf(me));
  membership.mockReset().mockResolvedValue();
  answers = [];
  server = pretendServer(() => answers.shift()?.() ?? reply({}));
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const login = { pathname: "/login", state: { from: "/team-dashboard/12?day=1" } };
const refuse = (message: string) => () => reply({ status: 400, message });
const silence = () => Promise.reject(new TypeError("offline"));
const input = () => screen.findByPlaceholderText<HTMLInputElement>("PASSWORD");
const submit = () => fireEvent.click(screen.getByRole("button", { name: "팀 참가하기 →" }));
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

function open() {
  const router = createMemoryRouter(
    [
      { path: "/team-dashboard/12", element: <JoinWindow teamId={12} presses={1} /> },
      { path: "*", element: "elsewhere" },
    ],
    { initialEntries: ["/team-dashboard/12?day=1"] },
  );
  const client = new QueryClient();
  vi.spyOn(client, "refetchQueries").mockImplementation(({ queryKey } = {}) =>
    queryKey?.[0] === "my-teams" ? membership() : Promise.resolve(),
  );
  render(
    <QueryClientProvider client={client}>
      <DialogProvider>
        <RouterProvider router={router} />
      </DialogProvider>
    </QueryClientProvider>,
  );
  return router;
}
async function type(password: string) {
  fireEvent.change(await input(), { target: { value: password } });
  submit();
}
async function confirmAlert(text: string) {
  await screen.findByRole("alertdialog", { name: text });
  fireEvent.click(screen.getByRole("button", { name: "확인" }));
}

describe("joining by password", () => {
  it("sends a visitor to the login with the way back, without a window", async () => {
    endSession();
    const router = open();
    await screen.findByText("elsewhere");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(router.state.location).toMatchObject(login);
  });

  it("leads to the login when it has ended while typing, and sends nothing", async () => {
    const router = open();
    await input();
    act(() => endSession());
    await type("4821");
    await screen.findByText("elsewhere");
    expect(router.state.location).toMatchObject(login);
    expect(server.seen).toEqual([]);
  });

  it.each(["", "482", "48211", "  48 "])("refuses «%s» without asking the server", async (password) => {
    open();
    await type(password);
    await confirmAlert("비밀번호 4자리를 입력해 주세요.");
    expect((await input()).value).toBe(password);
    expect(server.seen).toEqual([]);
  });

  it("trims, joins once, refreshes and closes; the acceptance of own applications is no news", async () => {
    const before = Date.now();
    open();
    await type(" 4821 ");
    submit();
    await isClosed();
    expect(server.seen.map(({ body }) => body)).toEqual([JSON.stringify({ password: "4821" })]);
    expect(membership).toHaveBeenCalledOnce();
    expect(seenAt(me)).toBeGreaterThanOrEqual(before);
  });

  it.each([
    ["the server's message", refuse("팀 비밀번호가 옳지 않습니다."), "팀 비밀번호가 옳지 않습니다."],
    ["a fixed text without an answer", silence, "팀 가입 요청에 실패했습니다."],
  ])("shows %s, keeps what was typed and allows another try", async (_, answer, text) => {
    answers = [answer];
    open();
    await type("4821");
    await confirmAlert(text);
    expect((await input()).value).toBe("4821");
    expect(membership).not.toHaveBeenCalled();
    submit();
    await isClosed();
    expect(membership).toHaveBeenCalledOnce();
  });

  it("treats an existing membership as joined", async () => {
    answers = [refuse("이미 팀에 가입했습니다.")];
    open();
    await type("4821");
    await isClosed();
    expect(membership).toHaveBeenCalledOnce();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("says that the lists could not be refreshed, and closes all the same", async () => {
    membership.mockRejectedValue(new Error("offline"));
    open();
    await type("4821");
    await confirmAlert("팀 목록 최신화에 실패했습니다");
    await isClosed();
  });
});
