// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { postArticle } from "#contracts/article/api";
import { getTeamPage } from "#contracts/team/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage } from "#tests/support/page.tsx";
import { commandOf } from "#web/lib/calls/command.ts";
import { entryOf } from "#web/lib/outbox/entry.ts";
import { outboxStore } from "#web/lib/outbox/store.ts";
import { TeamDashboardPage } from "./team-dashboard-page.tsx";

it("shows a text that waits to be sent while the team has not been loaded", async () => {
  const memberId = crypto.randomUUID();
  logIn(memberId);
  fakeServer().on(getTeamPage, () => new Promise<never>(() => {}));
  const body = { teamId: 12, articleTitle: "오프라인에서 쓴 글", articleBody: "<p>글</p>" };
  const command = { ...commandOf(postArticle, { body }), memberId };
  await outboxStore.add(entryOf(command, { teamId: 12, teamName: "", day: null }, undefined));
  openPage({ "/team-dashboard/:teamId": TeamDashboardPage }, "/team-dashboard/12");
  const unsent = within(await screen.findByRole("list", { name: "보낼 글" }));
  expect(unsent.getByRole("button").textContent).toContain("오프라인에서 쓴 글");
  // The call has not failed yet.
  expect(document.querySelector("[aria-busy=true]")).not.toBeNull();
});
