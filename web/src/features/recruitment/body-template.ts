import { isVisuallyEmpty } from "#contracts/html";

const emptyBullets = "<ul><li></li><li></li></ul>";

/** Initial body of a recruitment: each heading with two empty bullets; 18 px, on mobile 14 (spec/ui.md §17.6). */
export function bodyTemplate(isMobile: boolean): string {
  const size = isMobile ? 14 : 18;
  return sections
    .map((heading) => `<h5><span style="font-size: ${size}px;">${heading}</span></h5>${emptyBullets}`)
    .join("");
}

/** Whether a body has no content besides the headings of the template. */
export const isUnchangedTemplate = (html: string): boolean =>
  isVisuallyEmpty(sections.reduce((rest, heading) => rest.replace(heading, ""), html));

/** The headings of the template (spec/ui.md §17.6). */
export const sections = [
  "📣 스터디 이름 및 소개",
  "📌 스터디 진행방식",
  "🗓️ 스터디 일정(횟수)",
  "✅ 참여 조건",
  "📃 신청 시 작성 내용",
] as const;
