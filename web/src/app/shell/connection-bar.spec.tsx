// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { logIn, openPage } from "#tests/support/page.tsx";
import { queuedOf, storeRecord } from "#tests/support/unsent";
import { unsent } from "#web/lib/unsent/device-store.ts";
import type { PostRecord } from "#web/lib/unsent/record.ts";
import { ConnectionBar } from "./connection-bar.tsx";

let member: string;
const add = (state: PostRecord["state"] = "waiting") => storeRecord(queuedOf(member, "글", {}, { state }));
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
  const { unmount } = open();
  await act(() => unsent.load());
  expect(bar()).toBe("");
  unmount();
  await add("unsure");
  await add("blocked");
  open();
  await says("보내지 못한 글 2");
});
