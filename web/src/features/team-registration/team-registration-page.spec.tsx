// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refusals } from "#contracts/errors";
import { pretendServer, reply, type Seen, tokenOf } from "#tests/support/pretend-server";
import { endSession, setToken } from "#web/lib/session.ts";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { TeamRegistrationPage } from "./team-registration-page.tsx";

const [stays, gone] = ["5f0d2c1a-0000-4000-8000-00000000000a", "5f0d2c1a-0000-4000-8000-00000000000b"];
let seen: Seen[];

beforeEach(() => {
  setToken(tokenOf("8f14e45f-ceea-467f-a8a0-0000000000aa"));
  ({ seen } = pretendServer(({ method, body }) => {
    if (method === "GET") return reply({ data: { teamMemberUuids: [stays] } });
    const wanted = (body as FormData).getAll("teamMemberUuids");
    if (wanted.includes(gone)) return reply(refusals["not-an-applicant"]);
    return reply({ status: 201, data: { teamId: 12 } });
  }));
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

function open(address: string, state?: unknown) {
  const [pathname = "", search = ""] = address.split("?");
  const router = createMemoryRouter(
    [
      { path: "/team-registration", Component: TeamRegistrationPage },
      { path: "*", element: <p>팀 페이지</p> },
    ],
    { initialEntries: [{ pathname, search: `?${search}`, state }] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DialogProvider>
        <RouterProvider router={router} />
      </DialogProvider>
    </QueryClientProvider>,
  );
}

it("goes on with those who still wait when one of the applicants has taken the application back", async () => {
  open("/team-registration?recruitId=5", { teamMemberUuids: [stays, gone], teamRecruitId: 5 });
  type(/^팀 이름/, "새벽네시반");
  type(/^팀 설명/, "하루 한 문제");
  press("코딩테스트");
  type("인원 제한", "10");
  type("입장 비밀번호", "4821");
  press("팀 생성하기");
  await screen.findByText(/지금 신청한 1명과 다시 준비했어요/);
  expect(screen.getByText(new RegExp(refusals["not-an-applicant"].message))).toBeTruthy();
  press("확인");
  await waitFor(() => expect(screen.queryByText(/다시 준비했어요/)).toBeNull());
  press("팀 생성하기");
  await screen.findByText("팀 생성을 완료했어요");
  const posts = seen.filter(({ method }) => method === "POST").map(({ body }) => body as FormData);
  expect(posts.map((form) => form.getAll("teamMemberUuids"))).toEqual([[stays, gone], [stays]]);
  expect(posts[1]?.get("teamName")).toBe("새벽네시반");
});

it("has what was typed again after a login, with those who wait for the recruitment of the address", async () => {
  open("/team-registration?recruitId=5", { teamMemberUuids: [stays], teamRecruitId: 5 });
  type(/^팀 이름/, "새벽네시반");
  type(/^팀 설명/, "하루 한 문제");
  press("코딩테스트");
  type("인원 제한", "10");
  type("입장 비밀번호", "4821");
  expect(JSON.stringify(localStorage)).not.toContain("4821");
  cleanup();
  open("/team-registration?recruitId=5");
  await screen.findByText(/작성 중이던 내용을 불러왔어요/);
  type("입장 비밀번호", "1234");
  press("팀 생성하기");
  await screen.findByText("팀 생성을 완료했어요");
  const sent = seen.find(({ method }) => method === "POST")?.body as FormData;
  expect(Object.fromEntries(sent)).toEqual({
    teamName: "새벽네시반",
    teamExplain: "하루 한 문제",
    topic: "코딩테스트",
    memberLimit: "10",
    password: "1234",
    teamMemberUuids: stays,
    teamRecruitId: "5",
  });
  expect(localStorage).toHaveLength(0);
});

it("keeps a team without a recruitment apart from one of a recruitment", () => {
  open("/team-registration?recruitId=5");
  type(/^팀 이름/, "새벽네시반");
  cleanup();
  open("/team-registration");
  expect(screen.getByLabelText<HTMLInputElement>(/^팀 이름/).value).toBe("");
});
