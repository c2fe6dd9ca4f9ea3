import { seoulDate } from "#contracts/dates";
import type { FoundDraft } from "../../lib/unsent/found-draft.ts";
import { clockTime } from "../../ui/date-texts.ts";
import { monthDay } from "../../ui/month-calendar-days.ts";

/** `12월 11일 21:07에 씀` */
export function writtenText(at: number): string {
  const time = new Date(at);
  return `${monthDay(seoulDate(time))} ${clockTime(time)}에 씀`;
}

export const titleOf = ({ title }: { readonly title: string }): string => title.trim() || "제목 없는 글";

const longest = 80;

/** The first line of a body that is not blank; empty without one. */
function firstLine(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const end of body.querySelectorAll("br, p, li, pre, td, th, blockquote, h1, h2, h3, h4, h5, h6"))
    end.after("\n");
  const line = body.textContent.split("\n").find((one) => one.trim() !== "") ?? "";
  const letters = [...line.trim()];
  return letters.length > longest ? `${letters.slice(0, longest).join("")}…` : letters.join("");
}

/** Title, time and first line of a found draft. */
export const foundText = ({ fields, at }: FoundDraft): string =>
  [`‘${titleOf(fields)}’ · ${writtenText(at)}`, firstLine(fields.html)].filter(Boolean).join("\n");
