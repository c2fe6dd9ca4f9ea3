// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postArticle } from "#contracts/article/api";
import { logIn, openPage } from "#tests/support/page.tsx";
import { commandOf } from "#web/lib/calls/command.ts";
import { entryOf, type OutboxEntry } from "#web/lib/outbox/entry.ts";
import { outboxStore } from "#web/lib/outbox/store.ts";
import { ConnectionBar } from "./connection-bar.tsx";

let member: string;
const add = (more: Partial<OutboxEntry> = {}) => {
  const command = commandOf(postArticle, {
    body: { teamId: 12, articleTitle: "글", articleBody: "<p>글</p>" },
  });
  const entry = entryOf({ ...command, memberId: member }, { teamId: 12, teamName: "", day: null }, undefined);
  return outboxStore.add({ ...entry, ...more });
};
const goOffline = () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
const open = () => openPage({ "/": ConnectionBar }, "/");
const bar = () => screen.getAllByRole("status")[1]?.textContent;
const says = (text: string) => waitFor(() => expect(bar()).toBe(text));

beforeEach(() => {
  member = crypto.randomUUID();
  logIn(member);
});
afterEach(() => vi.restoreAllMocks());

it("promises an offline member that texts are sent later", async () => {
  goOffline();
  open();
  await says("인터넷 연결이 끊겼어요. 글은 쓸 수 있고, 연결되면 보내요.");
});

it("tells that written texts are kept, and how many", async () => {
  goOffline();
  await add();
  await add();
  open();
  await says("인터넷 연결이 끊겼어요. 쓴 글은 이 기기에 남고, 연결되면 보내요.보낼 글 2");
});

it("stays when online for texts that cannot be sent, but not for a text that a form has just submitted", async () => {
  await add();
  const list = vi.spyOn(outboxStore, "list");
  const { unmount } = open();
  await act(() => list.mock.results[0]?.value);
  expect(bar()).toBe("");
  unmount();
  await add({ state: { kind: "unsure" } });
  await add({ state: { kind: "blocked", code: "not-a-team-member", message: null } });
  open();
  await says("보내지 못한 글 2");
});
