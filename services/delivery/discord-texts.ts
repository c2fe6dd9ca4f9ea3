/** Discord refuses longer messages. */
export const messageLimit = 2000;
/** Names and titles are shorter in every form; escaped ones are at most twice as long. */
const nameLimit = 200;

const address = /(https?:\/\/[^\s<>]+)/i;
const escaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, "\\$&");

/** A name or title of a team that Discord shows as it is: without Markdown, mentions, and previews of addresses. */
export function plain(text: string): string {
  const line = Array.from(text.replace(/\s+/g, " ").trim()).slice(0, nameLimit).join("");
  return line
    .split(address)
    .map((part, index) => (index % 2 === 1 ? `<${part}>` : escaped(part)))
    .join("");
}

export const problemText = (title: string, link: string) => `오늘의 문제: ${plain(title)}\n${link}`;
export const announcementText = (link: string) => `공지가 바뀌었어요.\n${link}`;
export const weekText = (team: string, { members, articles }: { members: number; articles: number }) =>
  `지난주 ${plain(team)}: ${members}명이 ${articles}개의 글을 썼어요.`;
export const testText = "알고모임의 시험 메시지예요.";
