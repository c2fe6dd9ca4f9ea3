// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { getTeamPage } from "#contracts/team/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage } from "#tests/support/page.tsx";
import { queuedOf, storeRecord } from "#tests/support/unsent";
import { TeamDashboardPage } from "./team-dashboard-page.tsx";

it("shows a text that waits to be sent while the team has not been loaded", async () => {
  const memberId = crypto.randomUUID();
  logIn(memberId);
  fakeServer().on(getTeamPage, () => new Promise<never>(() => {}));
  await storeRecord(queuedOf(memberId, "오프라인에서 쓴 글"));
  openPage({ "/team-dashboard/:teamId": TeamDashboardPage }, "/team-dashboard/12");
  const unsent = within(await screen.findByRole("list", { name: "보낼 글" }));
  expect(unsent.getByRole("button").textContent).toContain("오프라인에서 쓴 글");
  // The call has not failed yet.
  expect(document.querySelector("[aria-busy=true]")).not.toBeNull();
});
