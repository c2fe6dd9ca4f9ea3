import { isVisuallyEmpty } from "#contracts/html";

const emptyBullets = "<ul><li></li><li></li></ul>";

/** Initial body of a recruitment: each heading with two empty bullets; 18 px, on mobile 14 (spec/ui.md §17.6). */
export function bodyTemplate(isMobile: boolean): string {
  const size = isMobile ? 14 : 18;
  return sections
    .map((heading) => `<h5><span style="font-size: ${size}px;">${heading}</span></h5>${emptyBullets}`)
    .join("");
}

/** A body without the headings of the template that nothing was written under, and without empty items below the others. */
export function withoutUntouchedParts(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  let changed = false;
  for (const heading of [...body.children].filter(isTemplateHeading)) {
    const part: Element[] = [heading];
    for (let next = heading.nextElementSibling; next && !isHeading(next); next = next.nextElementSibling)
      part.push(next);
    const content = part
      .slice(1)
      .map((one) => one.outerHTML)
      .join("");
    const empty = isVisuallyEmpty(content) ? part : part.flatMap(emptyItemsOf);
    for (const one of empty) one.remove();
    changed ||= empty.length > 0;
  }
  // The stored form of everything else stays as it is.
  return changed ? body.innerHTML : html;
}

const emptyItemsOf = (list: Element) =>
  [...list.querySelectorAll(":scope > li")].filter((item) => isVisuallyEmpty(item.innerHTML));

const isTemplateHeading = ({ textContent }: Element) =>
  sections.some((heading) => heading === textContent?.trim());
const isHeading = (element: Element) => /^H\d$/.test(element.tagName) || isTemplateHeading(element);

/** The headings of the template (spec/ui.md §17.6). */
export const sections = [
  "📣 스터디 이름 및 소개",
  "📌 스터디 진행방식",
  "🗓️ 스터디 일정(횟수)",
  "✅ 참여 조건",
  "📃 신청 시 작성 내용",
] as const;
