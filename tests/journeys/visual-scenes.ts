import type { Page } from "@playwright/test";
import { demoDay, type Who } from "./demo-site.ts";

export interface Scene {
  /** File name of its pictures without width and theme. */
  readonly name: string;
  readonly path: string;
  /** What has to be on the page before it is taken. */
  readonly until?: (page: Page) => Promise<void>;
  readonly isDarkToo?: boolean;
}

const text = (words: string) => (page: Page) =>
  page.getByText(words).filter({ visible: true }).first().waitFor();
const editor = (page: Page) => page.getByRole("textbox", { name: "본문" }).waitFor();

/** Every screen of spec/ui.md §4 in front of the richest role that sees it, and of a visitor where that differs. */
export const scenes: Readonly<Record<Who | "newcomer", readonly Scene[]>> = {
  visitor: [
    { name: "landing", path: "/", isDarkToo: true },
    { name: "login", path: "/login" },
    { name: "team-list-visitor", path: "/team-list" },
    { name: "team-dashboard-visitor", path: "/team-dashboard/1" },
    { name: "team-recruit-detail-visitor", path: "/team-recruit/detail/1" },
    { name: "not-found", path: "/nothing-here" },
  ],
  newcomer: [{ name: "enroll", path: "/enroll" }],
  member: [
    { name: "team-list", path: "/team-list", isDarkToo: true },
    { name: "team-registration", path: "/team-registration" },
    { name: "posting", path: "/posting/1", until: editor, isDarkToo: true },
    { name: "team-recruit-list", path: "/team-recruit/list" },
    { name: "team-recruit-detail-applicant", path: "/team-recruit/detail/2" },
    { name: "my-dashboard-profile", path: "/my-dashboard/profile" },
    { name: "modification", path: "/modification" },
    { name: "my-dashboard-teams", path: "/my-dashboard/teams" },
    { name: "my-dashboard-applications", path: "/my-dashboard/applications" },
  ],
  manager: [
    { name: "team-dashboard", path: "/team-dashboard/1", until: text("코딩 테스트"), isDarkToo: true },
    { name: "team-admin", path: "/team-admin/1", until: text("코딩 테스트") },
    { name: "team-setting-team", path: "/team-setting/team/1" },
    { name: "team-setting-members", path: "/team-setting/members/1", isDarkToo: true },
    { name: "team-subject", path: `/team-subject/1/${demoDay}`, until: editor },
    { name: "team-recruit-detail", path: "/team-recruit/detail/1", isDarkToo: true },
    { name: "team-recruit-posting", path: "/team-recruit/posting", until: editor },
  ],
};
