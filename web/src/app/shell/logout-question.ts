import { unsent } from "#web/lib/unsent/device-store.ts";
import { formsOf } from "#web/lib/unsent/form-draft.ts";
import { isDraft, isOnlyHere, isQueued, latestFirst, type UnsentRecord } from "#web/lib/unsent/record.ts";
import type { Question } from "#web/ui/message-dialog.tsx";

/** Forms by the first part of their draft's name (lib/unsent/form-draft.ts). */
const formNames: Readonly<Record<string, string>> = {
  announcement: "공지",
  application: "신청 글",
  comment: "의견",
  "comment-edit": "의견",
  "comment-reply": "의견",
  "comment-sent": "의견",
  enroll: "가입 정보",
  excuse: "출석 인정 사유",
  "problem-queue": "문제 링크",
  profile: "프로필",
  reason: "사유",
  team: "팀 정보",
};

const nameOf = (title: string) => (title.trim() === "" ? "제목 없는 글" : `‘${title.trim()}’`);

/** The texts that neither the server nor the outbox has, by name. */
function onlyHere(records: readonly UnsentRecord[]): readonly string[] {
  const drafts = records.flatMap((one) => (isDraft(one) && isOnlyHere(one) ? [one] : [])).sort(latestFirst);
  const forms = formsOf(records).map((form) => formNames[form.split("/")[0] ?? ""] ?? "글");
  return [...drafts.map(({ fields }) => nameOf(fields.title)), ...forms];
}

/** `의견 2개`, `프로필` */
const listed = (names: readonly string[]) =>
  [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    return count === 1 ? name : `${name} ${count}개`;
  });

/** Asks before a logout about what only this device has, and names what stays; undefined if there is nothing. */
export async function logoutQuestion(memberId: string): Promise<Question | undefined> {
  const records = await unsent.read(memberId);
  const entries = records.filter(isQueued);
  const kept = onlyHere(records);
  const stays = kept.length > 0 ? [`로그아웃해도 이 기기에 남는 글: ${listed(kept).join(", ")}`] : [];
  if (entries.length > 0)
    return {
      title: `보내지 않은 글이 ${entries.length}개 있어요`,
      text: ["로그아웃하면 이 기기에서 지워져요.", ...stays].join(" "),
      yes: "로그아웃",
      danger: true,
    };
  if (kept.length === 0) return undefined;
  return { title: `이 기기에만 있는 글이 ${kept.length}개 있어요`, text: stays.join(" "), yes: "로그아웃" };
}
