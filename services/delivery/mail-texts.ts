import { escapeHtml } from "./html-text.ts";
import type { Digest } from "./inboxes.ts";
import type { Mail } from "./mailer.ts";

type Text = Pick<Mail, "subject" | "text" | "html">;

const page = (...lines: readonly string[]) =>
  `<!doctype html><html lang="ko"><head><meta charset="utf-8"></head><body>${lines.join("\n")}</body></html>`;
const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** Does not name the member: the address may be another person's. */
export function confirmationMail(origin: string, token: string): Text {
  const url = `${origin}/mail/confirm/${token}`;
  const request = "알고모임의 알림 요약을 이 주소로 받으려면 24시간 안에 아래 링크를 열어 확인해 주세요.";
  const otherwise =
    "요청하지 않았다면 이 메일을 무시해 주세요. 확인하지 않은 주소로는 아무것도 보내지 않아요.";
  return {
    subject: "[알고모임] 메일 주소를 확인해 주세요",
    text: [request, url, otherwise].join("\n\n"),
    html: page(paragraph(request), `<p>${link(url, "메일 주소 확인하기")}</p>`, paragraph(otherwise)),
  };
}

/** Further notifications are only counted. */
const linesShown = 20;

/** Sentences and links of notifications, newest first (spec/notifications.md rules 12 and 13). */
export function digestMail(origin: string, lines: Digest["lines"], unsubscribeToken: string): Text {
  const subject = `[알고모임] 안 읽은 알림 ${lines.length}개가 있어요`;
  const shown = lines
    .slice(0, linesShown)
    .map(({ notificationId, text }) => ({ text, url: `${origin}/notifications/open/${notificationId}` }));
  const left = lines.length - shown.length;
  const more = left > 0 ? [`외 ${left}개`] : [];
  const footer = [
    ["알림 설정", `${origin}/my-dashboard/notifications`],
    ["메일 요약 그만 받기", `${origin}/mail/unsubscribe/${unsubscribeToken}`],
  ] as const;
  return {
    subject,
    text: [
      ...shown.map(({ text, url }) => `${text}\n${url}`),
      ...more,
      footer.map(([name, url]) => `${name}: ${url}`).join("\n"),
    ].join("\n\n"),
    html: page(
      `<ul>${shown.map(({ text, url }) => `<li>${link(url, text)}</li>`).join("\n")}</ul>`,
      ...more.map(paragraph),
      `<p>${footer.map(([name, url]) => link(url, name)).join(" · ")}</p>`,
    ),
  };
}

/** Sent by `ops notifications test`. */
export const testMail = (): Text => ({
  subject: "[알고모임] 테스트 메일",
  text: "테스트 메일이에요.",
  html: page(paragraph("테스트 메일이에요.")),
});
