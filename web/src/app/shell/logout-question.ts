import { unsyncedDraftsOf } from "#web/lib/drafts/draft-device.ts";
import { formDraftsOf } from "#web/lib/drafts/form-draft.ts";
import { outboxStore } from "#web/lib/outbox/store.ts";
import type { Question } from "#web/ui/message-dialog.tsx";

/** Forms by the first part of their draft's name (lib/drafts/form-draft.ts). */
const formNames: Readonly<Record<string, string>> = {
  announcement: "공지",
  application: "신청 글",
  enroll: "가입 정보",
  profile: "프로필",
  reason: "사유",
  team: "팀 정보",
};

const nameOf = (title: string) => (title.trim() === "" ? "제목 없는 글" : `‘${title.trim()}’`);

/** The texts of a member that neither the server nor the outbox has, by name. */
async function onlyHere(memberId: string): Promise<readonly string[]> {
  const drafts = (await unsyncedDraftsOf(memberId)).map(({ title }) => nameOf(title));
  const forms = formDraftsOf(memberId).map((form) => formNames[form.split("/")[0] ?? ""] ?? "글");
  return [...drafts, ...forms];
}

/** Asks before a logout about what only this device has, and names what stays; undefined if there is nothing. */
export async function logoutQuestion(memberId: string): Promise<Question | undefined> {
  const [entries, kept] = await Promise.all([outboxStore.list(memberId), onlyHere(memberId)]);
  const stays = kept.length > 0 ? [`로그아웃해도 이 기기에 남는 글: ${kept.join(", ")}`] : [];
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
