// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { subjectRoom } from "#contracts/documents/api";
import { getMyTeams } from "#contracts/membership/api";
import { editSubject, getSubject, type Subject } from "#contracts/subject/api";
import { fakeDocuments } from "#tests/support/fake-documents";
import { fakeDrafts, hurryDrafts } from "#tests/support/fake-drafts";
import { fakeServer, refused } from "#tests/support/fake-server";
import { logIn, openPage, press, type } from "#tests/support/page.tsx";
import { subjectOf } from "#tests/support/views";
import { emptyOnMemberChange } from "#web/lib/calls/query-client.ts";
import { endSession } from "#web/lib/session.ts";
import { SubjectPage } from "./subject-page.tsx";

// This spec takes longer than others on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

vi.mock("#web/editor/collaboration/document-connection.ts", async () => ({
  connectDocument: (await import("#tests/support/fake-documents")).connectDocument,
}));

const date = "2026-11-21";
const room = subjectRoom(12, date, { subjectId: 77, revision: 1 });
const notes = { stale: "다른 곳에서 먼저 수정되었습니다.", exists: "이미 주제를 작성했습니다." };

const problem = (revision: number, title: string, subjectId = 77): Subject =>
  subjectOf({ articleId: subjectId, articleTitle: title, createdDate: `${date} 08:00:00`, revision });

let uuid: string;
let stored: Subject | null;
let hasTeam: boolean;
/** The role in the list of the caller's teams. */
let isManager: boolean;
let server: ReturnType<typeof fakeServer>;
let drafts: ReturnType<typeof fakeDrafts>;
let answer: () => null | Response | Promise<Response>;

/** Simulates that another manager saves the problem. */
function saveElsewhere(next: Subject): void {
  stored = next;
  fakeDocuments.saveElsewhere(room);
}

function open() {
  const page = openPage({ "/team-subject/:id/:selectedDate": SubjectPage }, `/team-subject/12/${date}`);
  onTestFinished(emptyOnMemberChange(page.client));
  return page;
}

const title = () => screen.getByLabelText<HTMLInputElement>(/^제목/);
const ready = (text: string) =>
  waitFor(() => {
    expect(title().value).toBe(text);
    expect(title().disabled).toBe(false);
  });
const retitle = (value: string) => type(/^제목/, value);
const sent = () => server.sent.filter(({ path }) => !path.startsWith("/api/v1/drafts"));
const lastMatch = () => sent().at(-1)?.headers.get("If-Match");
const readAgain = async () => {
  await screen.findByText("다른 사람이 먼저 저장했어요");
  await press("확인");
};
const stale = () => refused("stale-revision", stored);

beforeEach(() => {
  uuid = crypto.randomUUID();
  logIn(uuid);
  stored = problem(1, "물류 창고 로봇");
  answer = () => null;
  hasTeam = true;
  isManager = true;
  hurryDrafts();
  server = fakeServer();
  drafts = fakeDrafts(server);
  server.on(editSubject, () => answer());
  server.on(getMyTeams, () => [{ teamId: 12, teamManager: isManager } as never]);
  server.on(getSubject, () => (hasTeam ? stored : refused("team-not-found")));
});
afterEach(() => fakeDocuments.reset());

describe("two managers save at the same time", () => {
  /** Both managers save at the same time, and the other's command is accepted first. */
  async function loseTheRace() {
    open();
    await ready("물류 창고 로봇");
    retitle("내 제목");
    let refuse = () => {};
    answer = () =>
      new Promise((resolve) => {
        refuse = () => resolve(stale());
      });
    await press("작성 완료");
    await waitFor(() => expect(sent()).toHaveLength(1));
    const problems = [{ provider: "programmers", number: "42576", title: "", url: null } as const];
    act(() => saveElsewhere({ ...problem(2, "남의 제목"), problems }));
    refuse();
    await screen.findByText(notes.stale);
  }

  it("shows both texts, and fetches again on closing without losing the own one", async () => {
    await loseTheRace();
    expect(screen.getByText("남의 제목")).toBeTruthy();
    expect(screen.getByText("프로그래머스 42576").closest("section")?.ariaLabel).toBe("현재 저장된 내용");
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await readAgain();
    await screen.findByText("쓰던 글이 있어요");
    await press("이어쓰기");
    await ready("내 제목");
    answer = stale;
    await press("작성 완료");
    await screen.findByText(notes.stale);
    expect(lastMatch()).toBe('"1"');
  });

  it("overwrites the other's text with the own one when that is selected", async () => {
    await loseTheRace();
    answer = () => null;
    await press("내 내용으로 저장");
    await screen.findByText("문제 수정이 완료되었습니다.");
    expect(lastMatch()).toBe('"2"');
  });

  it("continues with the other's text when that is selected, and offers no draft", async () => {
    await loseTheRace();
    await press("저장된 내용 사용");
    await readAgain();
    await ready("남의 제목");
    retitle("남의 제목!");
    answer = () => null;
    await press("작성 완료");
    await screen.findByText("문제 수정이 완료되었습니다.");
    expect(lastMatch()).toBe('"2"');
    expect(screen.queryByText("쓰던 글이 있어요")).toBeNull();
  });

  it("keeps an open conflict dialog open", async () => {
    open();
    await ready("물류 창고 로봇");
    retitle("내 제목");
    const other = problem(2, "남의 제목");
    answer = () => refused("stale-revision", other);
    await press("작성 완료");
    await screen.findByText(notes.stale);
    act(() => saveElsewhere(other));
    answer = () => null;
    await press("내 내용으로 저장");
    await screen.findByText("문제 수정이 완료되었습니다.");
  });
});

it("is titled by its day and the action", async () => {
  open();
  await screen.findByRole("heading", { name: /11월 21일 문제 수정하기$/, level: 1 });
  await waitFor(() => expect(document.title).toMatch(/11월 21일 문제 수정하기 \| 알고모임$/));
  cleanup();
  stored = null;
  open();
  await screen.findByRole("heading", { name: /11월 21일 문제 쓰기$/, level: 1 });
});

it("shows a link to the team instead of the editor without the manager role", async () => {
  isManager = false;
  const { changed } = open();
  await screen.findByRole("heading", { name: "방장만 문제를 쓸 수 있어요", level: 1 });
  expect(screen.getByRole("link", { name: "팀 페이지로" }).getAttribute("href")).toBe("/team-dashboard/12");
  expect(screen.queryByLabelText(/^제목/)).toBeNull();
  isManager = true;
  await changed("my-teams");
  await ready("물류 창고 로봇");
});

it("waits for the role before it opens the editor", async () => {
  let tell: (teams: never[]) => void = () => {};
  server.on(getMyTeams, () => new Promise((resolve) => (tell = resolve)));
  const { client } = open();
  const problem = () => client.getQueryCache().find({ queryKey: ["team-calendar"], exact: false });
  await waitFor(() => expect(problem()?.state.status).toBe("success"));
  expect(screen.queryByLabelText(/^제목/)).toBeNull();
  act(() => tell([]));
  await screen.findByText("방장만 문제를 쓸 수 있어요");
});

it("opens the editor when the query for the role fails", async () => {
  server.on(getMyTeams, () => Promise.reject(new TypeError("offline")));
  open();
  await ready("물류 창고 로봇");
});

it("opens an empty editor without co-editing when the query for the day fails", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  server.on(getSubject, () => Promise.reject(new TypeError("offline")));
  server.on(getMyTeams, () => Promise.reject(new TypeError("offline")));
  open();
  await ready("");
  await screen.findByRole("heading", { name: /11월 21일 문제 쓰기$/, level: 1 });
  expect(screen.queryByText("문제를 불러오지 못했어요")).toBeNull();
});

it("navigates to the day on the admin page, which replaces the form in the history", async () => {
  const { router } = open();
  await ready("물류 창고 로봇");
  retitle("물류 창고 로봇 둘");
  await press("작성 완료");
  await screen.findByText("문제 수정이 완료되었습니다.");
  await waitFor(() =>
    expect(router.state).toMatchObject({
      historyAction: "REPLACE",
      location: { pathname: "/team-admin/12", state: { day: date } },
    }),
  );
});

it("refuses a merged title above the limit, and does not shorten it", async () => {
  open();
  await ready("물류 창고 로봇");
  const shared = fakeDocuments.doc(room).getText("title");
  act(() => shared.insert(shared.length, "나".repeat(44)));
  const merged = `물류 창고 로봇${"나".repeat(44)}`;
  await ready(merged);
  await press("작성 완료");
  await screen.findByText("글자 수를 초과했습니다.");
  expect(sent()).toEqual([]);
  expect(title().value).toBe(merged);
  await press("확인");
  retitle(merged.slice(1));
  expect(title().value).toBe(merged.slice(1));
  retitle(merged.slice(2));
  expect(shared.toString()).toBe(merged.slice(2));
  await press("작성 완료");
  await screen.findByText("문제 수정이 완료되었습니다.");
});

it("disables a text saved by another manager until the next one is loaded", async () => {
  open();
  await ready("물류 창고 로봇");
  act(() => saveElsewhere(problem(2, "남의 제목")));
  expect(title().disabled).toBe(true);
  expect(document.querySelector("[contenteditable=true]")).toBeNull();
  await readAgain();
  await ready("남의 제목");
});

it("does not report a text saved by another manager that equals its own", async () => {
  const text = (revision: number) => ({
    ...problem(revision, "물류 창고 로봇"),
    articleBody: `<p><span style="white-space: pre-wrap;">최소 배터리</span></p>`,
  });
  stored = text(1);
  open();
  await ready("물류 창고 로봇");
  act(() => saveElsewhere(text(2)));
  expect(title().disabled).toBe(true);
  await ready("물류 창고 로봇");
  expect(screen.queryByText("다른 사람이 먼저 저장했어요")).toBeNull();
  await press("작성 완료");
  await screen.findByText("문제 수정이 완료되었습니다.");
  expect(lastMatch()).toBe('"2"');
});

describe("a draft never overwrites a version that it is not based on", () => {
  it.each([
    ["created before there was a problem", { revision: null }],
    ["of a problem that has since been deleted", { revision: 1, postId: 70 }],
  ])("%s", async (_, draft) => {
    drafts.leave({ category: "스터디", html: "<p>초안</p>", ...draft });
    open();
    await screen.findByText("쓰던 글이 있어요");
    await press("이어쓰기");
    await ready("초안");
    answer = stale;
    await press("작성 완료");
    await screen.findByText(notes.stale);
    expect(lastMatch()).toBe('"0"');
    expect(screen.getByText("물류 창고 로봇")).toBeTruthy();
  });

  it("of the same problem is saved with its revision", async () => {
    drafts.leave({ category: "스터디", html: "<p>초안</p>", revision: 1, postId: 77 });
    open();
    await screen.findByText("쓰던 글이 있어요");
    await press("이어쓰기");
    await ready("초안");
    await press("작성 완료");
    await screen.findByText("문제 수정이 완료되었습니다.");
    expect(lastMatch()).toBe('"1"');
  });
});

describe("a manager whose text can no longer be sent", () => {
  it("keeps an open form when the team is deleted, and shows a message", async () => {
    const { changed } = open();
    await ready("물류 창고 로봇");
    retitle("내 제목");
    hasTeam = false;
    await changed("team-calendar");
    await screen.findByText("팀이 삭제되어 문제를 올릴 수 없어요.");
    expect(title().value).toBe("내 제목");
    // No page offers the draft of a deleted team.
    screen.getByRole("button", { name: "글 복사하기" });
    expect(screen.queryByText(/초안/)).toBeNull();
  });

  it("shows a lost role, keeps the text, and can send it once the role is back", async () => {
    const note = "이 팀의 방장이 아니라서 문제를 올릴 수 없어요.";
    const lose = () => live.say({ type: "gone", view: "team-members", key: "12", code: "revoked" });
    const { live } = open();
    const asks = () => live.sent.filter((one) => one.type === "subscribe" && one.view === "team-members");
    await ready("물류 창고 로봇");
    retitle("내 제목");
    live.greet();
    expect(screen.queryByText(note)).toBeNull();
    isManager = false;
    lose();
    await screen.findByText(note);
    expect(title().value).toBe("내 제목");
    await waitFor(() => expect(server.paths().join()).toContain("/teams/my-page"));
    expect(screen.getByText(note)).toBeTruthy();
    expect(asks()).toHaveLength(1);
    isManager = true;
    live.say({ type: "changed", view: "my-teams", key: uuid, checkpoint: "c2" });
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
    await waitFor(() => expect(asks()).toHaveLength(2));
    isManager = false;
    lose();
    await screen.findByText(note);
  });

  it("shows that the session has ended in another tab, keeps the text, and continues after the next login", async () => {
    const { live } = open();
    await ready("물류 창고 로봇");
    retitle("내 제목");
    // The member's query data are removed with the session, and visitors cannot fetch them.
    hasTeam = false;
    act(endSession);
    live.greet();
    live.say({ type: "gone", view: "team-members", key: "12", code: "revoked" });
    await screen.findByText("로그인이 끝나 글을 올릴 수 없어요.");
    expect(title().value).toBe("내 제목");
    hasTeam = true;
    act(() => logIn(uuid));
    await waitFor(() => expect(screen.queryByText(/올릴 수 없어요/)).toBeNull());
    expect(title().value).toBe("내 제목");
  });

  it("is shown the not-found page for a team that does not exist", async () => {
    hasTeam = false;
    open();
    await screen.findByText("이 주소는 어디에도 이어져 있지 않아요");
  });
});
