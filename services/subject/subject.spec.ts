import { describe, it } from "vitest";
import type { SubjectEvent } from "#contracts/subject/events";
import { bamtol, dotori } from "#tests/examples/people";
import { given } from "#tests/support/given";
import type { Roster } from "../team/facts.ts";
import { type SubjectCommand, subject } from "./subject.ts";

const team: Roster = {
  phase: "live",
  members: new Map([
    [dotori, "MANAGER"],
    [bamtol, "MEMBER"],
  ]),
};
const by = { teamId: 12, date: "2025-09-03", articleId: 77, callerId: dotori, team };
const place = { articleId: 77, teamId: 12, date: "2025-09-03" };
const text = { category: "코딩 테스트" as const, title: "오늘의 두 문제", body: "<p>둘</p>", imageUrl: null };
const posted: SubjectEvent = {
  type: "SubjectPosted",
  data: { ...place, authorId: dotori, ...text, revision: 1 },
};
const deleted: SubjectEvent = { type: "SubjectDeleted", data: place };
const post: SubjectCommand = { type: "PostSubject", ...by, ...text };
const edit: SubjectCommand = {
  type: "EditSubject",
  ...by,
  ifMatch: undefined,
  category: undefined,
  title: "오늘의 세 문제",
  body: undefined,
  imageUrl: undefined,
};

describe("posting", () => {
  it("takes a manager's problem", () => given(subject).when(post).then(posted));
  it("takes one problem a day", () =>
    given(subject, posted)
      .when({ ...post, articleId: 78 })
      .thenRefused("subject-exists"));
  it("takes another once the first is deleted", () =>
    given(subject, posted, deleted)
      .when({ ...post, articleId: 78 })
      .then({ ...posted, data: { ...posted.data, articleId: 78 } } as SubjectEvent));
  it("refuses members", () =>
    given(subject)
      .when({ ...post, callerId: bamtol })
      .thenRefused("not-a-manager"));
  it("refuses a day that no calendar has, after the permission", () => {
    given(subject)
      .when({ ...post, date: "2025-02-30" })
      .thenRefused("impossible-date");
    given(subject)
      .when({ ...post, date: "2025-02-30", callerId: bamtol })
      .thenRefused("not-a-manager");
  });
  it("refuses a taken day before an unknown tag", () => {
    given(subject, posted)
      .when({ ...post, category: "잡담" })
      .thenRefused("subject-exists");
    given(subject)
      .when({ ...post, category: "잡담" })
      .thenRefused("unknown-category");
  });
  it("refuses for a team that is gone", () =>
    given(subject)
      .when({ ...post, team: { phase: "deleted", members: new Map() } })
      .thenRefused("team-not-found"));
});

describe("editing", () => {
  it("keeps date and author and grows the revision", () =>
    given(subject, posted)
      .when(edit)
      .then({
        type: "SubjectEdited",
        data: { ...place, editorId: dotori, ...text, title: "오늘의 세 문제", revision: 2 },
      }));
  it("changes the tag, to a known one", () => {
    given(subject, posted)
      .when({ ...edit, title: undefined, category: "스터디 복습" })
      .then({
        type: "SubjectEdited",
        data: { ...place, editorId: dotori, ...text, category: "스터디 복습", revision: 2 },
      });
    given(subject, posted)
      .when({ ...edit, category: "잡담" })
      .thenRefused("unknown-category");
  });
  it("is nothing when nothing differs", () =>
    given(subject, posted)
      .when({ ...edit, title: text.title })
      .thenNothing());
  it("refuses another problem's id", () =>
    given(subject, posted)
      .when({ ...edit, articleId: 5 })
      .thenRefused("article-not-found"));
  it("refuses a stale revision before an unknown tag", () =>
    given(subject, posted)
      .when({ ...edit, ifMatch: 9, category: "잡담" })
      .thenRefused("stale-revision"));
});

describe("deleting", () => {
  it("is a manager's right", () =>
    given(subject, posted)
      .when({ type: "DeleteSubject", ...by })
      .then(deleted));
  it("happens once", () =>
    given(subject, posted, deleted)
      .when({ type: "DeleteSubject", ...by })
      .thenRefused("article-not-found"));
});
