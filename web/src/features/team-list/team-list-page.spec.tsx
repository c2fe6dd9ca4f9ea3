// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "#contracts/endpoint";
import type { Team } from "#contracts/team/api";
import { pretendServer, reply, tokenOf } from "#tests/support/pretend-server";
import { endSession, setToken } from "#web/lib/session.ts";
import { TeamListPage } from "./team-list-page.tsx";

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    memberName: `사람${index}`,
    imageUrl: "/images/a.jpg",
    memberExplain: "",
    uuid: `6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a1${index}`,
  }));
const team = (teamId: number, memberCount = 1): Team => ({
  teamId,
  teamName: `팀 ${teamId}`,
  teamExplain: `${teamId}번째 팀`,
  imageUrl: "/images/t.png",
  topic: "스터디",
  memberLimit: 10,
  memberCount,
  teamAnnouncement: "",
  teamRecruitId: null,
  createdAt: "2025-09-01",
  members: people(memberCount),
});

let server: { mine: Team[]; all: Team[]; found: Team[] };
let paths: () => string[];

function open(address = "/team-list") {
  const router = createMemoryRouter(
    [
      { path: "/team-list", Component: TeamListPage },
      { path: "*", Component: () => "elsewhere" },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
/** The front of the card in the grid. */
const front = async (name: string) => {
  const grid = within(screen.getByRole("region", { name: "활동 팀 찾기" }));
  return (await grid.findByText(name)).closest("button") as HTMLButtonElement;
};

beforeEach(() => {
  server = { mine: [], all: [team(3, 8), team(2), team(1)], found: [] };
  const seen = vi.fn(() => ({ observe: vi.fn(), unobserve: vi.fn(), disconnect: vi.fn() }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe = seen;
      unobserve = seen;
      disconnect = seen;
    },
  );
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = seen;
      unobserve = seen;
      disconnect = seen;
    },
  );
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: seen,
    removeEventListener: seen,
  }));
  ({ paths } = pretendServer(({ path }) => {
    const size = { page: Number(/page=(\d+)/.exec(path)?.[1]), size: 6 };
    return path.includes("/search")
      ? reply({ data: page(server.found, size, server.found.length) })
      : reply({ data: { myTeams: server.mine, allTeams: page(server.all, size, 20) } });
  }));
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

describe("the team list", () => {
  it("shows a visitor all teams, and founding one through the login", async () => {
    open();
    await screen.findByText("팀 3");
    expect(screen.queryByText("나의 팀")).toBeNull();
    expect(screen.getByRole("link", { name: /팀 생성하기/ }).getAttribute("href")).toBe("/login");
    expect(paths()).toEqual(["GET /api/v1/teams/combined?sort=recent&page=0&size=6"]);
  });

  it("turns a card to its invitation and back", async () => {
    open();
    const card = await front("팀 2");
    fireEvent.click(card);
    expect(card.getAttribute("aria-expanded")).toBe("true");
    const invitation = screen.getByRole("link", { name: "팀 2 팀 둘러보기" });
    expect(invitation.getAttribute("href")).toBe("/team-dashboard/2");
    expect(invitation.closest("div")?.textContent).toBe("활동 중인 팀을 편하게 둘러보세요팀 둘러보기");
    fireEvent.click(screen.getByRole("button", { name: "팀 2 카드 앞면 보기" }));
    expect(card.getAttribute("aria-expanded")).toBe("false");
  });

  it("shows up to six people of a team and how many more there are", async () => {
    open();
    const faces = within(await front("팀 3")).getByRole("img", { name: "팀원 8명" });
    expect(faces.querySelectorAll("img")).toHaveLength(6);
    expect(faces.textContent).toContain("+2");
  });

  it("keeps the person's own teams still and in a carousel of their own", async () => {
    setToken(tokenOf("6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11"));
    server.mine = [team(2)];
    open();
    const link = await screen.findByRole("link", { name: /팀 2.*스터디.*1명.*팀 페이지로 이동하기/ });
    expect(link.closest("section")).toBe(screen.getByRole("region", { name: "나의 팀" }));
    expect(link.getAttribute("href")).toBe("/team-dashboard/2");
    expect((await front("팀 2")).disabled).toBe(true);
    expect(screen.queryByRole("link", { name: "팀 2 팀 둘러보기" })).toBeNull();
    expect(screen.getByRole("link", { name: /팀 생성하기/ }).getAttribute("href")).toBe("/team-registration");
  });

  it("keeps their place while they load, but not again for somebody who turned out to have none", async () => {
    const place = () => screen.queryByRole("region", { name: "나의 팀" })?.getAttribute("aria-busy");
    setToken(tokenOf("6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a12"));
    open();
    expect(place()).toBe("true");
    await screen.findByText("팀 3");
    expect(place()).toBeUndefined();
    cleanup();
    open();
    expect(place()).toBeUndefined();
    await screen.findByText("팀 3");
    server.mine = [team(2)];
    cleanup();
    open();
    await screen.findByRole("link", { name: /팀 2.*팀 페이지로 이동하기/ });
    cleanup();
    open();
    expect(place()).toBe("true");
  });

  it("walks from one of the own teams to the next with the arrow keys", async () => {
    server.mine = [team(1), team(2)];
    open();
    const own = within(await screen.findByRole("region", { name: "나의 팀" }));
    const [first, second] = own.getAllByRole("link");
    first?.focus();
    fireEvent.keyDown(first as HTMLElement, { key: "ArrowRight" });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second as HTMLElement, { key: "ArrowRight" });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second as HTMLElement, { key: "ArrowLeft" });
    expect(document.activeElement).toBe(first);
  });

  it("asks for order, keyword and page as the address says", async () => {
    open("/team-list?keyword=반&sort=members&page=2");
    await waitFor(() =>
      expect(paths()).toContain(
        `GET /api/v1/teams/search?keyword=${encodeURIComponent("반")}&sort=members&page=1&size=6`,
      ),
    );
    await screen.findByText("존재하지 않는 팀이에요.");
  });

  it("puts another order and page into the address", async () => {
    const router = open();
    await screen.findByText("팀 3");
    fireEvent.click(screen.getByRole("button", { name: "2쪽" }));
    await waitFor(() => expect(router.state.location.search).toBe("?page=2"));
    fireEvent.click(screen.getByRole("button", { name: "이름순" }));
    await waitFor(() => expect(router.state.location.search).toBe("?sort=name"));
    await waitFor(() => expect(paths().at(-1)).toBe("GET /api/v1/teams/combined?sort=name&page=0&size=6"));
  });

  it("goes back to the last page when teams have vanished", async () => {
    const router = open("/team-list?page=9");
    await waitFor(() => expect(router.state.location.search).toBe("?page=4"));
  });
});
