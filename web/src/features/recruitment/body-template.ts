import { isVisuallyEmpty } from "#contracts/html";

const emptyBullets = "<ul><li></li><li></li></ul>";

/** What a new recruitment starts with: each heading and two empty bullets; 18 px, on mobile 14 (spec/ui.md §17.6). */
export function bodyTemplate(isMobile: boolean): string {
  const size = isMobile ? 14 : 18;
  return sections
    .map((heading) => `<h5><span style="font-size: ${size}px;">${heading}</span></h5>${emptyBullets}`)
    .join("");
}

/** Whether a body says nothing beyond the headings it began with. */
export const isBareTemplate = (html: string): boolean =>
  isVisuallyEmpty(sections.reduce((rest, heading) => rest.replace(heading, ""), html));

/** The headings that every recruitment begins with (spec/ui.md §17.6). */
export const sections = [
  "📣 스터디 이름 및 소개",
  "📌 스터디 진행방식",
  "🗓️ 스터디 일정(횟수)",
  "✅ 참여 조건",
  "📃 신청 시 작성 내용",
] as const;
