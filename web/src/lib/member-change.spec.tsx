// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getTeamPage } from "#contracts/team/api";
import { reply, type Seen, stubServer, tokenOf } from "#tests/support/stub-server";
import { read } from "./calls/api.ts";
import { emptyOnMemberChange } from "./calls/query-client.ts";
import { useMemberInfo } from "./member-info.ts";
import { setNavigate } from "./navigation.ts";
import { endSession, setToken } from "./session.ts";

let seen: Seen[];
let stop = () => {};
const navigate = vi.fn();

/** A public page for a member: its public content, and the member info in its header. */
function Page() {
  useMemberInfo();
  const { data } = useQuery({
    queryKey: ["team-page", "12"],
    queryFn: ({ signal }) =>
      read(getTeamPage, { params: { teamId: 12 }, query: { year: 2026, month: 11 }, signal }),
  });
  return <p>{JSON.stringify(data)}</p>;
}

beforeEach(async () => {
  setToken(tokenOf("uuid-of-acorn"));
  setNavigate(navigate);
  ({ seen } = stubServer(async ({ path, token }) => {
    // Responses arrive in a later turn than their requests.
    await new Promise((done) => setTimeout(done));
    if (path.includes("/team-page")) return reply({ data: { teamManager: token !== null } });
    return token ? reply({ data: { teamAbstractResponses: [] } }) : reply({ status: 401, message: "" });
  }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = emptyOnMemberChange(client);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(document.body.textContent).toContain("true"));
  await waitFor(() => expect(seen).toHaveLength(2));
});
afterEach(() => {
  stop();
  cleanup();
  endSession();
  vi.unstubAllGlobals();
  navigate.mockClear();
});

const paths = () => seen.splice(0).map(({ path, token }) => [path.split("?")[0], token && "member"]);

it("requests only public views as a visitor once the session has ended in another tab", async () => {
  paths();
  act(endSession);
  await waitFor(() => expect(document.body.textContent).toContain("false"));
  expect(paths()).toEqual([["/api/v1/teams/12/team-page", null]]);
  expect(navigate).not.toHaveBeenCalled();
});

it("requests each view once as another member", async () => {
  paths();
  act(() => setToken(tokenOf("uuid-of-penguin")));
  await waitFor(() => expect(seen).toHaveLength(2));
  expect(paths().sort()).toEqual([
    ["/api/v1/members/info", "member"],
    ["/api/v1/teams/12/team-page", "member"],
  ]);
});
