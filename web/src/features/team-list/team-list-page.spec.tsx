// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { page } from "#contracts/endpoint";
import { getMemberInfo } from "#contracts/member/api";
import { getCombinedTeams, searchTeams, type Team } from "#contracts/team/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage, press } from "#tests/support/page.tsx";
import { memberInfoOf, teamOf } from "#tests/support/views";
import { TeamListPage } from "./team-list-page.tsx";

const team = (teamId: number, memberCount = 1): Team =>
  teamOf({
    teamId,
    teamName: `팀 ${teamId}`,
    topic: "스터디",
    memberCount,
    members: Array.from({ length: memberCount }, (_, index) => ({
      memberName: `사람${index}`,
      imageUrl: "/images/a.jpg",
      memberExplain: "",
      isTeamManager: index === 0,
      uuid: `6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a1${index}`,
    })),
  });

let myTeams: Team[];
let server: ReturnType<typeof fakeServer>;

const open = (address = "/team-list") => openPage({ "/team-list": TeamListPage }, address);
/** The front of the card in the grid. */
const front = async (name: string) => {
  const grid = within(screen.getByRole("region", { name: "활동 팀 찾기" }));
  return (await grid.findByText(name)).closest("button") as HTMLButtonElement;
};

beforeEach(() => {
  myTeams = [];
  server = fakeServer();
  const at = (query: URLSearchParams) => ({ page: Number(query.get("page")), size: 6 });
  server.on(getCombinedTeams, ({ query }) => ({
    myTeams,
    allTeams: page([team(3, 8), team(2), team(1)], at(query), 20),
  }));
  server.on(getMemberInfo, memberInfoOf([2]));
  server.on(searchTeams, ({ query }) => page([], at(query), 0));
});

it("shows visitors all teams and a link to the login instead of the form of a new team", async () => {
  open();
  await screen.findByText("팀 3");
  expect(screen.queryByText("나의 팀")).toBeNull();
  expect(screen.getByRole("link", { name: /팀 생성하기/ }).getAttribute("href")).toBe("/login");
  expect(server.paths()).toEqual(["GET /api/v1/teams/combined?sort=recent&page=0&size=6&members=6"]);
});

it("turns a card to its back and front again", async () => {
  open();
  const card = await front("팀 2");
  fireEvent.click(card);
  expect(card.getAttribute("aria-expanded")).toBe("true");
  const invitation = screen.getByRole("link", { name: "팀 2 팀 둘러보기" });
  expect(invitation.getAttribute("href")).toBe("/team-dashboard/2");
  expect(invitation.closest("div")?.textContent).toBe("활동 중인 팀을 편하게 둘러보세요팀 둘러보기");
  await press("팀 2 카드 앞면 보기");
  expect(card.getAttribute("aria-expanded")).toBe("false");
});

it("shows up to six members of a team and the number of the others", async () => {
  open();
  const faces = within(await front("팀 3")).getByRole("img", { name: "팀원 8명" });
  expect(faces.querySelectorAll("img")).toHaveLength(6);
  expect(faces.textContent).toContain("+2");
});

it("shows the member's own teams in a carousel and disables their cards", async () => {
  logIn();
  myTeams = [team(2)];
  open();
  const link = await screen.findByRole("link", { name: /팀 2.*스터디.*1명.*팀 페이지로 이동하기/ });
  expect(link.closest("section")).toBe(screen.getByRole("region", { name: "나의 팀" }));
  expect(link.getAttribute("href")).toBe("/team-dashboard/2");
  expect((await front("팀 2")).disabled).toBe(true);
  expect(screen.queryByRole("link", { name: "팀 2 팀 둘러보기" })).toBeNull();
  expect(screen.getByRole("link", { name: /팀 생성하기/ }).getAttribute("href")).toBe("/team-registration");
});

it("reserves space for own teams while they load, except for a member known to have none", async () => {
  const place = () => screen.queryByRole("region", { name: "나의 팀" })?.getAttribute("aria-busy");
  server.on(getCombinedTeams, () => new Promise(() => {}));
  server.on(getMemberInfo, memberInfoOf());
  logIn();
  open();
  expect(place()).toBe("true");
  await waitFor(() => expect(place()).toBeUndefined());
});

it("moves the focus between own teams with the arrow keys", async () => {
  myTeams = [team(1), team(2)];
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

it("requests order, keyword and page from the address", async () => {
  open("/team-list?keyword=반&sort=members&page=2");
  await waitFor(() =>
    expect(server.paths()).toContain(
      `GET /api/v1/teams/search?keyword=${encodeURIComponent("반")}&sort=members&page=1&size=6&members=6`,
    ),
  );
  await screen.findByText("존재하지 않는 팀이에요.");
});

it("writes a chosen order and page to the address", async () => {
  const { router } = open();
  await screen.findByText("팀 3");
  await press("2쪽");
  await waitFor(() => expect(router.state.location.search).toBe("?page=2"));
  await press("이름순");
  await waitFor(() => expect(router.state.location.search).toBe("?sort=name"));
  await waitFor(() =>
    expect(server.paths().at(-1)).toBe("GET /api/v1/teams/combined?sort=name&page=0&size=6&members=6"),
  );
});

it("shows the last page when the requested one no longer exists", async () => {
  const { router } = open("/team-list?page=9");
  await waitFor(() => expect(router.state.location.search).toBe("?page=4"));
});
