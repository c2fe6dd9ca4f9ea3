import type { Page } from "@playwright/test";
import { call, type Site, type Somebody } from "./site.ts";

const team = {
  teamExplain: "쓰다 만 글도 소중해요",
  topic: "코딩테스트",
  memberLimit: "10",
  password: "4821",
};

const memberId = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).uuid as string;

/** A team led by somebody, with others in it. */
export async function teamOf(
  site: Site,
  leader: Somebody,
  { teamName = "초안반", others = [] }: { teamName?: string; others?: readonly Somebody[] } = {},
): Promise<number> {
  const fields = { teamName, ...team };
  const { teamId } = await call<{ teamId: number }>(site, await leader.token(), "POST", "teams", fields);
  for (const other of others) await join(site, teamId, other);
  return teamId;
}

export async function join(site: Site, teamId: number, other: Somebody): Promise<void> {
  const { password } = team;
  await call(site, await other.token(), "POST", `teams/${teamId}/join`, { password }, true);
}

/** A regular member becomes a manager, or a manager a regular member. */
export async function change(
  site: Site,
  teamId: number,
  leader: Somebody,
  other: Somebody,
  way: "promote" | "demote",
): Promise<void> {
  const chosen = { memberInfo: memberId(await other.token()) };
  const path = `teams/${teamId}/team-manager${way === "demote" ? "/demotion" : ""}`;
  await call(site, await leader.token(), "POST", path, chosen, true);
}

/** A member is removed from the team. */
export async function remove(site: Site, teamId: number, leader: Somebody, other: Somebody): Promise<void> {
  const chosen = { memberInfo: memberId(await other.token()) };
  await call(site, await leader.token(), "POST", `teams/${teamId}/remove/team-member`, chosen, true);
}

export const body = (page: Page) => page.locator("[contenteditable=true]");
export const title = (page: Page) => page.getByPlaceholder(/제목을 입력하세요|문제를 입력하세요/);
export const draftQuestion = (page: Page) => page.getByText("쓰던 글이 있어요");
export const draftKept = (page: Page) => page.getByText("초안 저장됨", { exact: true });

/** Types at the end of the text. */
export async function type(page: Page, text: string, delay = 0): Promise<void> {
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text, { delay });
}
