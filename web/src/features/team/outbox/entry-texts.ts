import { serverDay, serverTime } from "#web/lib/server-clock.ts";
import type { BlockedCode } from "#web/lib/unsent/command.ts";
import type { QueuedRecord } from "#web/lib/unsent/record.ts";
import { clockTime } from "#web/ui/date-texts.ts";
import { dayLabel } from "#web/ui/month-calendar-days.ts";

const blockedTexts: Partial<Record<BlockedCode, string>> = {
  "author-not-in-team": "팀에서 나와 보낼 수 없어요",
  "stale-revision": "다른 곳에서 먼저 수정되었습니다.",
  "article-not-found": "글이 삭제되어 보낼 수 없어요",
  "subject-exists": "그날의 문제가 이미 있어요",
  "login-lost": "로그인하면 보내요",
  expired: "30일이 지나 보내지 않았어요",
};

/** The state of an unsent text on this device (spec/daily-use.md §7.7). */
export function stateText({ state, command }: QueuedRecord, isLoggedIn: boolean): string {
  const { isSending, blocked } = command;
  if (state === "unsure") return "이미 보냈는지 확실하지 않아요";
  if (blocked) return blockedTexts[blocked.code] ?? blocked.message ?? "보내지 못했어요";
  if (!isLoggedIn) return "로그인하면 보내요";
  return isSending ? "보내는 중…" : "보내기 기다리는 중";
}

/** `12:40에 씀`, preceded by its day unless that is today. */
export function writtenText({ command: { createdAt } }: QueuedRecord): string {
  const day = serverDay(createdAt);
  const time = `${clockTime(new Date(serverTime(createdAt)))}에 씀`;
  return day === serverDay() ? time : `${dayLabel(day)} ${time}`;
}

const blocks = "p, li, h1, h2, h3, h4, pre, blockquote, br";

/** Title and body as plain text for the clipboard. */
export function plainText(title: string, html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const block of body.querySelectorAll(blocks)) block.after("\n");
  return `${title}\n\n${body.textContent.trim()}`;
}
