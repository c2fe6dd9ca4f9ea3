import { describe } from "vitest";
import type { SubjectEvent } from "#contracts/subject/events";
import { bamtol, dotori } from "#tests/examples/people";
import { subjectDeleted as deleted, subjectPosted } from "#tests/examples/posts";
import { itDecides } from "#tests/support/given";
import type { Roster } from "../team/facts.ts";
import { type SubjectCommand, subject } from "./subject.ts";

const team: Roster = {
  phase: "live",
  members: new Map([
    [dotori, "MANAGER"],
    [bamtol, "MEMBER"],
  ]),
};
const ids = { subjectId: 77, teamId: 12, date: "2025-09-03" };
const by = { ...ids, callerId: dotori, team };
const hash = { provider: "programmers" as const, number: "42576", title: "완주하지 못한 선수", url: null };
const text = {
  category: "코딩 테스트" as const,
  title: "오늘의 두 문제",
  body: "<p>둘</p>",
  imageUrl: null,
  problems: [hash],
};
const posted = subjectPosted(text);
const post = (over: object = {}): SubjectCommand => ({ type: "PostSubject", ...by, ...text, ...over });
const edit = (over: object = {}): SubjectCommand => ({
  type: "EditSubject",
  ...by,
  ifMatch: undefined,
  category: undefined,
  title: "오늘의 세 문제",
  body: undefined,
  imageUrl: undefined,
  problems: undefined,
  ...over,
});
const edited = (changes: object, revision = 2): SubjectEvent => ({
  type: "SubjectEdited",
  data: { ...ids, editorId: dotori, ...text, ...changes, revision },
});
const twice = [posted, edited({ title: "세 문제" }), edited({ title: "네 문제" }, 3)];
const remove: SubjectCommand = { type: "DeleteSubject", ...by };
const noDay = { date: "2025-02-30" };
const noTag = { category: "잡담" };
const second = { subjectId: 78 };
const renamed = { title: text.title, problems: [{ ...hash, title: "해시" }] };
const unnamed = { title: text.title, problems: [] };
const onlyTag = { title: undefined, category: "스터디 복습" as const };

describe("a problem", () => {
  itDecides(subject, [
    ["is posted by a manager", [], post(), [posted]],
    ["is one a day", [posted], post(second), "subject-exists"],
    ["follows a deleted one", [posted, deleted], post(second), [subjectPosted({ ...text, ...second })]],
    ["is refused to members", [], post({ callerId: bamtol }), "not-a-manager"],
    ["is refused for an impossible day", [], post(noDay), "impossible-date"],
    [
      "is refused for the permission before the day",
      [],
      post({ ...noDay, callerId: bamtol }),
      "not-a-manager",
    ],
    ["is refused for a taken day before an unknown tag", [posted], post(noTag), "subject-exists"],
    ["is refused for an unknown tag", [], post(noTag), "unknown-category"],
    [
      "is refused for a deleted team",
      [],
      post({ team: { phase: "deleted", members: new Map() } }),
      "team-not-found",
    ],
    ["keeps what an edit leaves out", [posted], edit(), [edited({ title: "오늘의 세 문제" })]],
    ["changes its tag", [posted], edit(onlyTag), [edited({ category: "스터디 복습" })]],
    ["is not edited to an unknown tag", [posted], edit(noTag), "unknown-category"],
    [
      "does not change when nothing differs",
      [posted],
      edit({ title: text.title, problems: [{ ...hash }] }),
      [],
    ],
    ["names its problems", [posted], edit(renamed), [edited({ ...renamed })]],
    ["is without references", [posted], edit(unnamed), [edited({ ...unnamed })]],
    ["is not found by another id", [posted], edit({ subjectId: 5 }), "article-not-found"],
    [
      "refuses a stale revision before an unknown tag",
      [posted],
      edit({ ...noTag, ifMatch: 9 }),
      "stale-revision",
    ],
    ["refuses a past revision", twice, edit({ ifMatch: 2 }), "stale-revision"],
    [
      "takes the revision of the last edit",
      twice,
      edit({ ifMatch: 3 }),
      [edited({ title: "오늘의 세 문제" }, 4)],
    ],
    ["is deleted by a manager", [posted], remove, [deleted]],
    ["is deleted once", [posted, deleted], remove, "article-not-found"],
  ]);
});
