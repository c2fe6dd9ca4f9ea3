// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { emptyTeamForm } from "#web/ui/team-form.ts";
import { type NewTeam, useCreateTeam } from "./commands.ts";

let keys: (string | null)[];
let isOffline: boolean;

beforeEach(() => {
  keys = [];
  isOffline = true;
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get("Idempotency-Key"));
    if (isOffline) throw new TypeError("offline");
    return Response.json(
      { status: "success", code: 201, message: null, data: { teamId: 12 } },
      { status: 201 },
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const newTeam = (teamName: string): NewTeam => ({
  form: { ...emptyTeamForm, teamName, topic: "스터디" },
  picture: null,
  founders: { teamMemberUuids: [], teamRecruitId: null },
});

function given() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useCreateTeam(), { wrapper });
  return (team: NewTeam) => result.current.mutateAsync(team);
}

it("repeats a press that got no answer with its key, so that no second team arises", async () => {
  const create = given();
  const team = newTeam("새벽네시반");
  await expect(create(team)).rejects.toThrow();
  isOffline = false;
  expect(await create(team)).toBe(12);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

it("takes a new key when the form has changed meanwhile", async () => {
  const create = given();
  await expect(create(newTeam("새벽네시반"))).rejects.toThrow();
  isOffline = false;
  await create(newTeam("자정의큐"));
  expect(keys[1]).not.toBe(keys[0]);
});
