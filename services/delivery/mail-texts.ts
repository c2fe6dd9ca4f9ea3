import { escapeHtml } from "./html-text.ts";
import type { Mail } from "./mailer.ts";

type Text = Pick<Mail, "subject" | "text" | "html">;

const page = (...lines: readonly string[]) =>
  `<!doctype html><html lang="ko"><head><meta charset="utf-8"></head><body>${lines.join("\n")}</body></html>`;
const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** Says nothing of who asked for it: the address may be another person's. */
export function confirmationMail(origin: string, token: string): Text {
  const url = `${origin}/mail/confirm/${token}`;
  const said = "알고모임의 알림 요약을 이 주소로 받으려면 24시간 안에 아래 링크를 열어 확인해 주세요.";
  const otherwise =
    "요청하지 않았다면 이 메일을 무시해 주세요. 확인하지 않은 주소로는 아무것도 보내지 않아요.";
  return {
    subject: "[알고모임] 메일 주소를 확인해 주세요",
    text: [said, url, otherwise].join("\n\n"),
    html: page(paragraph(said), `<p>${link(url, "메일 주소 확인하기")}</p>`, paragraph(otherwise)),
  };
}

/** For operators. */
export const testMail = (): Text => ({
  subject: "[알고모임] 테스트 메일",
  text: "테스트 메일이에요.",
  html: page(paragraph("테스트 메일이에요.")),
});
