// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pretendServer, reply, tokenOf } from "#tests/support/pretend-server";
import { makeQueryClient } from "#web/lib/calls/query-client.ts";
import { forgetMissingProfile } from "#web/lib/missing-profile.ts";
import { endSession, setToken } from "#web/lib/session.ts";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { EnrollPage } from "./enroll-page.tsx";

const info = { memberName: "도토리", memberImageUrl: "/x.png", teamAbstractResponses: [] };
let hasProfile: boolean;
let seen: ReturnType<typeof pretendServer>;

function open() {
  const router = createMemoryRouter(
    [
      { path: "/enroll", Component: EnrollPage },
      { path: "/", element: <p>홈</p> },
    ],
    { initialEntries: ["/enroll"] },
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DialogProvider>
        <RouterProvider router={router} />
      </DialogProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  // Of the sign-in that has just led here.
  setToken(tokenOf("8f14e45f-ceea-467f-a8a0-0000000000aa", Math.floor(Date.now() / 1000)));
  window.history.pushState(null, "", "/enroll");
  seen = pretendServer(({ method }) => {
    if (method === "POST") hasProfile = true;
    if (hasProfile) return reply({ data: info });
    return reply({ status: 401, code: 100, message: "회원가입이 마무리되지 않았습니다." });
  });
});
afterEach(() => {
  cleanup();
  endSession();
  forgetMissingProfile();
  vi.unstubAllGlobals();
});

it("sends somebody home whose profile exists, however fresh the sign-in is", async () => {
  hasProfile = true;
  open();
  await screen.findByText("홈");
});

it("stays for a newcomer, is asked about once, and leads on when the profile is made", async () => {
  hasProfile = false;
  open();
  await waitFor(() => expect(seen.paths()).toEqual(["GET /api/v1/members/info"]));
  fireEvent.change(screen.getByLabelText("닉네임"), { target: { value: "도토리" } });
  fireEvent.change(screen.getByLabelText("프로필 설명"), { target: { value: "그래프" } });
  fireEvent.click(screen.getByRole("checkbox"));
  fireEvent.click(screen.getByRole("button", { name: /시작하기/ }));
  await screen.findByText("회원가입에 성공했습니다");
  fireEvent.click(screen.getByRole("button", { name: "확인" }));
  await screen.findByText("홈");
});
