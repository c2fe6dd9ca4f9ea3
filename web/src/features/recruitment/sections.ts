/** The headings that every recruitment begins with (spec/ui.md §17.6). */
export const sections = [
  "📣 스터디 이름 및 소개",
  "📌 스터디 진행방식",
  "🗓️ 스터디 일정(횟수)",
  "✅ 참여 조건",
  "📃 신청 시 작성 내용",
] as const;
