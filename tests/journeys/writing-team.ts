import type { Page } from "@playwright/test";
import type { Visitor } from "./site.ts";

const team = {
  teamExplain: "쓰다 만 글도 소중해요",
  topic: "코딩테스트",
  memberLimit: "10",
  password: "4821",
};

export const memberId = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).uuid as string;

/** A team managed by `leader`, with other members. */
export async function teamOf(
  leader: Visitor,
  {
    teamName = "초안반",
    memberLimit = team.memberLimit,
    others = [],
  }: { teamName?: string; memberLimit?: string; others?: readonly Visitor[] } = {},
): Promise<number> {
  const fields = { ...team, teamName, memberLimit };
  const { teamId } = await leader.call<{ teamId: number }>("POST", "teams", fields);
  for (const other of others) await join(teamId, other);
  return teamId;
}

export const join = (teamId: number, other: Visitor) =>
  other.call("POST", `teams/${teamId}/join`, { password: team.password }, true);

/** Promotes a member to manager, or demotes a manager. */
export async function change(
  teamId: number,
  leader: Visitor,
  other: Visitor,
  way: "promote" | "demote",
): Promise<void> {
  const path = `teams/${teamId}/team-manager${way === "demote" ? "/demotion" : ""}`;
  await leader.call("POST", path, { memberInfo: memberId(await other.token()) }, true);
}

export const postArticle = (
  writer: Visitor,
  teamId: number,
  articleTitle: string,
  articleBody = "<p>글</p>",
) => writer.call("POST", "articles", { teamId: String(teamId), articleTitle, articleBody });

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
