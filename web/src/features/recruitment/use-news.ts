import { useState } from "react";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { newsBetween } from "./news.ts";

/** The latest changes of a recruitment while somebody looks at it, as one text; empty at first. */
export function useNews(recruitment: RecruitmentDetail): string {
  const [told, setTold] = useState({ recruitment, text: "" });
  if (told.recruitment !== recruitment) {
    const news = newsBetween(told.recruitment, recruitment);
    setTold({ recruitment, text: news.length > 0 ? news.join(" ") : told.text });
  }
  return told.text;
}
