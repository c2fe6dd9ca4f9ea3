// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { pretendServer, reply } from "#tests/support/pretend-server";
import type { Member } from "./queries.ts";
import { useHistoryPeople } from "./use-history-people.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const person = (uuid: string, memberName: string) => ({ uuid, memberName });
const [dotori, bamtol, left] = [person("a", "도토리"), person("b", "밤톨"), person("c", "떠난이")];
const entry = (entryId: string, action: string, actor: object | null, target: object) => ({
  entryId,
  action,
  actor,
  target,
  occurredAt: "2026-11-21T21:07:00",
  before: null,
  after: "MEMBER",
  reason: null,
  position: entryId,
});

it("offers members by their present names first, then whoever stands in any page of the history and has left", async () => {
  const pages = [
    [entry("2", "JOINED", null, person("b", "옛이름"))],
    [entry("1", "KICKED", dotori, left), entry("0", "CREATED", dotori, dotori)],
  ];
  pretendServer(({ path }) => {
    const number = Number(new URL(path, "http://x").searchParams.get("page"));
    const page = { size: 50, number, totalElements: 51, totalPages: 2 };
    return reply({ data: { content: pages[number], page } });
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const members = [dotori, bamtol] as Member[];
  const { result } = renderHook(() => useHistoryPeople(12, members, undefined), { wrapper });
  const names = () => result.current.map(({ label }) => label);
  await waitFor(() => expect(names()).toContain("떠난이"));
  expect(names().at(-1)).toBe("떠난이");
  expect(names().sort()).toEqual(["도토리", "떠난이", "밤톨"]);
});
