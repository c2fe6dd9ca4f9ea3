// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { joinTeam } from "#contracts/membership/api";
import { reply, stubServer } from "#tests/support/stub-server";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { type CommandSettings, useCommand } from "./use-command.ts";

let answer: () => Promise<Response> | Response;
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  answer = () => reply({ message: "done" });
  server = stubServer(() => answer());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const offline = () => Promise.reject(new TypeError("offline"));
const joining = (password: string) => ({ params: { teamId: 5 }, body: { password } });
const keys = () => server.seen.map(({ headers }) => headers.get("Idempotency-Key"));

function given(settings: Partial<CommandSettings<typeof joinTeam>> = {}) {
  const { result } = renderHook(() => useCommand(joinTeam, { failure: () => null, ...settings }), {
    wrapper: DialogProvider,
  });
  return (password: string) => act(() => result.current.run(joining(password)));
}

it("keeps the idempotency key when a command without a response is repeated unchanged", async () => {
  const run = given();
  answer = offline;
  expect(await run("1234")).toBeNull();
  answer = () => reply({ message: "done" });
  expect(await run("1234")).toMatchObject({ message: "done" });
  expect(keys()[0]).toBeTruthy();
  expect(keys()[1]).toBe(keys()[0]);
  await run("1234");
  expect(keys()[2]).not.toBe(keys()[1]);
});

it("uses a new idempotency key when the content has changed, and after a refusal", async () => {
  const run = given();
  answer = offline;
  await run("1234");
  answer = () => reply({ status: 400, message: "no" });
  await run("5678");
  await run("5678");
  expect(new Set(keys()).size).toBe(3);
});

it("sends one command while another is pending", async () => {
  const run = given();
  await Promise.all([run("1234"), run("1234")]);
  expect(server.seen).toHaveLength(1);
});

it("rolls an optimistic change back when the command fails, and refreshes either way", async () => {
  const steps: string[] = [];
  const run = given({
    optimistic: () => {
      steps.push("shown");
      return () => steps.push("rolled back");
    },
    refresh: () => steps.push("refreshed"),
  });
  await run("1234");
  expect(steps).toEqual(["shown", "refreshed"]);
  answer = () => reply({ status: 400, message: "no" });
  await run("1234");
  expect(steps.slice(2)).toEqual(["shown", "rolled back", "refreshed"]);
});
