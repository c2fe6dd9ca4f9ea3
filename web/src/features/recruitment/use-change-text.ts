import { useState } from "react";
import type { RecruitmentDetail } from "#contracts/recruitment/api";

/** The latest changes of the shown recruitment as one text, initially empty. */
export function useChangeText(recruitment: RecruitmentDetail): string {
  const [latest, setLatest] = useState({ recruitment, text: "" });
  if (latest.recruitment !== recruitment) {
    const news = changesBetween(latest.recruitment, recruitment);
    setLatest({ recruitment, text: news.length > 0 ? news.join(" ") : latest.text });
  }
  return latest.text;
}

/**
 * The changes between two versions of a recruitment, as sentences for screen readers. When recruiting is stopped, members
 * who may no longer see the applicants are told only that, not that each application was removed. The outcome of the own
 * application is shown separately.
 */
export function changesBetween(before: RecruitmentDetail, after: RecruitmentDetail): readonly string[] {
  const news: string[] = [];
  if (before.isRecruiting && !after.isRecruiting) news.push("모집이 중단되었어요.");
  if (!before.isRecruiting && after.isRecruiting) news.push("모집이 다시 시작되었어요.");
  if (before.teamId === null && after.teamId !== null) news.push("이 모집글에 팀이 생겼어요.");
  if (before.revision !== after.revision) news.push("모집글이 수정되었어요.");
  const isSameState = before.isRecruiting === after.isRecruiting;
  if (!isSameState && !after.isAuthor) return news;
  if (!isWhole(before) || !isWhole(after)) return [...news, ...countNews(totalOf(after) - totalOf(before))];
  for (const name of missing(before, after)) news.push(`${name} 님이 신청했어요.`);
  const gone = missing(after, before);
  // The author admits all applicants at once, so the number is announced instead of every name.
  if (gone.length > 1) news.push(`신청 ${gone.length}건이 목록에서 빠졌어요.`);
  else for (const name of gone) news.push(`${name} 님의 신청이 목록에서 빠졌어요.`);
  return news;
}

const totalOf = ({ applicationList, teamApplyResponses }: RecruitmentDetail) =>
  applicationList?.total ?? teamApplyResponses.length;
const isWhole = (recruitment: RecruitmentDetail) =>
  recruitment.teamApplyResponses.length === totalOf(recruitment);

/** Who is new on one page of a list may have moved there from the next one, so only the number is announced. */
function countNews(change: number): string[] {
  if (change > 0) return [`신청 ${change}건이 새로 들어왔어요.`];
  return change < 0 ? [`신청 ${-change}건이 목록에서 빠졌어요.`] : [];
}

/** The names of applicants, except the caller, in `there` but not in `here`. */
const missing = (here: RecruitmentDetail, there: RecruitmentDetail) =>
  there.teamApplyResponses
    .filter(
      ({ teamApplyId, isMyApply }) =>
        !isMyApply && !here.teamApplyResponses.some((other) => other.teamApplyId === teamApplyId),
    )
    .map(({ memberName }) => memberName);
