// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { limits } from "#contracts/limits";
import { getRoleHistory, type RoleHistoryEntry } from "#contracts/membership/api";
import { fakeServer, pageAsked } from "#tests/support/fake-server";
import { openPage, press } from "#tests/support/page.tsx";
import { HistoryPane } from "./history-pane.tsx";

const person = (number: number) => ({ uuid: `uuid-${number}`, memberName: `멤버 ${number}` });
const entryOf = (number: number, change: Partial<RoleHistoryEntry> = {}): RoleHistoryEntry => ({
  entryId: `entry-${number}`,
  action: "JOINED",
  actor: person(number),
  target: person(number),
  occurredAt: "2026-11-21T21:07:00",
  before: null,
  after: "MEMBER",
  reason: null,
  invitedBy: null,
  position: `${number}`,
  ...change,
});

/** Renders a history with this number of entries, newest first; `grow` adds one as a live message would. */
function show(count: number) {
  let entries = Array.from({ length: count }, (_, index) => entryOf(count - index));
  fakeServer().on(getRoleHistory, (request) => pageAsked(entries, request));
  const { container, changed } = openPage({ "/": () => <HistoryPane teamId={12} members={[]} /> }, "/");
  return {
    marked: () => [...container.querySelectorAll("li")].filter(({ className }) => /arrived/.test(className)),
    grow() {
      entries = [entryOf(entries.length + 1), ...entries];
      return changed("role-history/12");
    },
  };
}

it("marks an entry that arrives, and none that it moves to the next page", async () => {
  const size = limits.roleHistoryPageSize;
  const { marked, grow } = show(size + 1);
  await screen.findByText(`멤버 ${size + 1}`, { ignore: "option" });
  await grow();
  await screen.findByText(`멤버 ${size + 2}`, { ignore: "option" });
  expect(marked()).toHaveLength(1);
  fireEvent.click(await screen.findByRole("button", { name: /^2/ }));
  await screen.findByText("멤버 1", { ignore: "option" });
  await grow();
  await screen.findByText("멤버 3", { ignore: "option" });
  expect(marked()).toHaveLength(0);
});

it("tells whose link a member used to join, and nothing for other entries", async () => {
  fakeServer().on(getRoleHistory, (request) =>
    pageAsked([entryOf(2, { invitedBy: person(7) }), entryOf(1)], request),
  );
  openPage({ "/": () => <HistoryPane teamId={12} members={[]} /> }, "/");
  await screen.findByText("멤버 7님의 초대 링크로");
  expect(screen.getAllByText(/초대 링크로/)).toHaveLength(1);
});

it("offers members by their current names first, then former members of any page of the history", async () => {
  const dotori = person(1);
  const left = person(2);
  const present = { ...person(3), memberExplain: "", imageUrl: "", registerDate: "", isTeamManager: false };
  const renamed = { ...present, memberName: "옛이름" };
  const old = Array.from({ length: limits.pageSizeMax }, (_, at) =>
    entryOf(at, { target: renamed, actor: null }),
  );
  const entries = [...old, entryOf(1000, { actor: dotori, target: left })];
  fakeServer().on(getRoleHistory, (request) => pageAsked(entries, request));
  const members = [{ ...present, ...dotori }, present];
  openPage({ "/": () => <HistoryPane teamId={12} members={members} /> }, "/");
  const choice = screen.getByLabelText<HTMLSelectElement>("누구의 이력");
  fireEvent.focus(choice);
  const offered = () => [...choice.options].map(({ label }) => label).join(" ");
  await waitFor(() => expect(offered()).toMatch(/^모든 멤버 멤버 [13] 멤버 [13] 멤버 2$/));
});

it("opens with one call, and chooses members and pages without one once somebody has turned to the filter", async () => {
  const entries = Array.from({ length: 60 }, (_, at) =>
    entryOf(60 - at, { target: person((60 - at) % 2), actor: null }),
  );
  const server = fakeServer();
  server.on(getRoleHistory, (request) => pageAsked(entries, request));
  const { router } = openPage({ "/": () => <HistoryPane teamId={12} members={[]} /> }, "/?x=1");
  const shown = () => screen.getAllByRole("listitem").length;
  const choice = await screen.findByLabelText<HTMLSelectElement>("누구의 이력");
  await waitFor(() => expect(shown()).toBe(20));
  expect(server.paths()).toHaveLength(1);
  fireEvent.focus(choice);
  await waitFor(() => expect(choice.options).toHaveLength(3));
  await waitFor(() => expect(server.paths()).toHaveLength(3));
  const calls = server.paths().length;
  await press("3쪽");
  await waitFor(() => expect(router.state.location.search).toBe("?x=1&page=3"));
  fireEvent.change(choice, { target: { value: "uuid-1" } });
  await waitFor(() => expect(router.state.location.search).toBe("?x=1&member=uuid-1"));
  await press("2쪽");
  await waitFor(() => expect(shown()).toBe(10));
  expect(screen.queryByText("멤버 0", { ignore: "option" })).toBeNull();
  await act(() => router.navigate(-2));
  expect(choice.value).toBe("all");
  await waitFor(() => expect(shown()).toBe(20));
  screen.getByRole("button", { name: "3쪽", current: "page" });
  expect(server.paths()).toHaveLength(calls);
});
