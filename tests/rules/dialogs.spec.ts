import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Every file that renders a dialog, and the line of the journey that opens it at 390 px and narrows it to 320. */
const openedBy: Readonly<Record<string, readonly [journey: string, line: string]>> = {
  "editor/editor-frame.tsx": ["route-table.ts", 'openDialog("이미지", "이미지 첨부")'],
  "editor/pictures/image-dialog.tsx": ["route-table.ts", 'openDialog("이미지", "이미지 첨부")'],
  "editor/tables/table-tools.tsx": ["route-table.ts", 'openDialog("표", "표 넣기")'],
  "editor/writing/discarded-drafts.tsx": ["states.journey.ts", 'look("지운 초안")'],
  "editor/writing/write-conflict.tsx": ["states.journey.ts", 'look.at("conflict")'],
  "features/inbox/inbox-panel.tsx": ["route-table.ts", "panel: press(/^알림/)"],
  "features/inbox/settings-conflict.tsx": ["states.journey.ts", 'call("PUT", "notifications/settings"'],
  "features/search/palette.tsx": ["search.journey.ts", "phoneFaults(page)"],
  "features/team-dashboard/join-window.tsx": ["route-table.ts", "비밀번호 입력"],
  "features/team-dashboard/members-list.tsx": ["route-table.ts", "people: press(/^멤버 \\d+명/)"],
  "features/team-settings/attendance-box.tsx": ["rhythm.journey.ts", 'name: "출석 인정"'],
  "features/team-settings/member-name.tsx": ["route-table.ts", "who: press(/밤톨/)"],
  "features/team-settings/queue-entry-dialog.tsx": ["problem-queue.journey.ts", 'name: "문제 고치기"'],
  "features/team-settings/role-sheet.tsx": ["states.journey.ts", 'look.at("sheet of roles")'],
  "features/team-settings/team-conflict.tsx": ["states.journey.ts", 'teamName: "그사이이름"'],
  "features/team/discussion/acknowledgement.tsx": ["discussion.journey.ts", 'name: "확인한 사람 1명"'],
  "features/team/discussion/comment-dialogs.tsx": ["discussion.journey.ts", 'name: "의견을 삭제하시겠어요?"'],
  "features/team/invitation/invite-dialog.tsx": ["invitation.journey.ts", "screenFaults(page, width)"],
  "features/team/outbox/outbox-list.tsx": ["outbox.journey.ts", "phoneFaults(page)"],
  "ui/conflict-dialog.tsx": ["states.journey.ts", 'look.at("conflict")'],
  "ui/message-dialog.tsx": ["states.journey.ts", 'look.at("deletion of an article")'],
};

const web = fileURLToPath(new URL("../../web/src/", import.meta.url));
const journeys = new URL("../journeys/", import.meta.url);
const isDialog = /<(?:\w*Dialog|Sheet|dialog)\s[^>]*\bopen\b|<dialog\b|role="(?:alert)?dialog"/;

it("every dialog of the client is opened on a phone by a journey", () => {
  const found = readdirSync(web, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".spec.tsx"))
    .filter((file) => isDialog.test(readFileSync(web + file, "utf8")));
  expect(found.sort()).toEqual(Object.keys(openedBy).sort());
  for (const [file, [journey, line]] of Object.entries(openedBy))
    expect(readFileSync(new URL(journey, journeys), "utf8").includes(line), `${file}: ${line}`).toBe(true);
});
