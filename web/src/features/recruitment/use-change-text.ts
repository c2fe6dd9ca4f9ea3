import { useState } from "react";
import type { RecruitmentDetail } from "#contracts/recruitment/api";

/** The latest changes of a recruitment on show, as one text; empty at first. */
export function useChangeText(recruitment: RecruitmentDetail): string {
  const [latest, setLatest] = useState({ recruitment, text: "" });
  if (latest.recruitment !== recruitment) {
    const news = changesBetween(latest.recruitment, recruitment);
    setLatest({ recruitment, text: news.length > 0 ? news.join(" ") : latest.text });
  }
  return latest.text;
}

/**
 * What changed between two looks at a recruitment, in sentences for those who do not see the highlight. Names leave the
 * list with a closing for those who may not see it any more: that is announced as a closing, not as departures. What became of
 * the own application stands on the page in words of its own.
 */
export function changesBetween(before: RecruitmentDetail, after: RecruitmentDetail): readonly string[] {
  const news: string[] = [];
  if (before.isRecruiting && !after.isRecruiting) news.push("모집이 중단되었어요.");
  if (!before.isRecruiting && after.isRecruiting) news.push("모집이 다시 시작되었어요.");
  if (before.teamId === null && after.teamId !== null) news.push("이 모집글에 팀이 생겼어요.");
  if (before.revision !== after.revision) news.push("모집글이 수정되었어요.");
  const isSameState = before.isRecruiting === after.isRecruiting;
  if (!isSameState && !after.isAuthor) return news;
  for (const name of missing(before, after)) news.push(`${name} 님이 신청했어요.`);
  const gone = missing(after, before);
  // The author admits all applicants at once: a screen reader gets the number, not every name.
  if (gone.length > 1) news.push(`신청 ${gone.length}건이 목록에서 빠졌어요.`);
  else for (const name of gone) news.push(`${name} 님의 신청이 목록에서 빠졌어요.`);
  return news;
}

/** Whose applications, but for the own one, stand there and not here. */
const missing = (here: RecruitmentDetail, there: RecruitmentDetail) =>
  there.teamApplyResponses
    .filter(
      ({ teamApplyId, isMyApply }) =>
        !isMyApply && !here.teamApplyResponses.some((other) => other.teamApplyId === teamApplyId),
    )
    .map(({ memberName }) => memberName);
