// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getMemberInfo } from "#contracts/member/api";
import {
  changeAutoPosting,
  changeProblemEntry,
  getProblemQueue,
  type ProblemEntry,
  proposeProblems,
  removeProblemEntry,
} from "#contracts/problem-queue/api";
import { getRhythm } from "#contracts/rhythm/api";
import { fakeServer, refused } from "#tests/support/fake-server";
import { answerDialog, isOff, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { memberInfoOf, problemEntryOf, rhythmOf } from "#tests/support/views";
import { ProblemQueuePage } from "./problem-queue-page.tsx";

const other = { uuid: "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22", memberName: "밤톨", imageUrl: "" };
const queued = ["프로그래머스 67259", "백준 1260", "LeetCode two-sum"].map((title, index) =>
  problemEntryOf({ entryId: index + 1, title, problems: [], date: `2025-12-1${index + 2}` }),
);
const ownProposal = problemEntryOf({ entryId: 7, title: "내 제안", accepted: false, date: null });
const proposal = problemEntryOf({ ...ownProposal, entryId: 8, title: "밤톨의 제안", proposedBy: other });

let server: ReturnType<typeof fakeServer>;
let entries: readonly ProblemEntry[];
let isManager: boolean;
let autoPosting: boolean;

beforeEach(() => {
  entries = [ownProposal, proposal, ...queued];
  isManager = true;
  autoPosting = true;
  server = fakeServer();
  server.on(getRhythm, () => rhythmOf({ discord: isManager ? { linked: false, lastFour: null } : null }));
  server.on(getProblemQueue, () => ({ entries: [...entries], autoPosting }));
  server.on(proposeProblems, { entryIds: [] });
  server.on(getMemberInfo, memberInfoOf([12]));
});

function open() {
  logIn();
  return openPage({ "/team-setting/problems/:teamId": ProblemQueuePage }, "/team-setting/problems/12");
}
const area = () => screen.findByLabelText<HTMLTextAreaElement>("문제 링크");
const listed = async () =>
  within(await screen.findByRole("list", { name: "대기 중인 문제" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
const fromMenu = async (entry: string, item: string) => {
  await press(`${entry}, 메뉴`);
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};
const sentBodies = () => server.sent.map(({ method, path, fields }) => [method, path, fields]);

describe("the problem queue", () => {
  it("lists the problems in order with their days, and all proposals to a manager", async () => {
    open();
    expect(await listed()).toEqual([
      "12월 12일 (금)프로그래머스 67259",
      "12월 13일 (토)백준 1260",
      "12월 14일 (일)LeetCode two-sum",
    ]);
    screen.getByRole("region", { name: "제안 2개" });
    screen.getByRole("button", { name: "밤톨의 제안, 받기" });
  });

  it.each([
    ["a host", "sw.example.com", { provider: "own", number: "", url: "https://sw.example.com/p/7" }],
    [
      "a name too long for a title",
      "LeetCode longest-substring-without-repeating-char…",
      { provider: "leetcode", number: "longest-substring-without-repeating-characters", url: null },
    ],
  ] as const)("links a title that is that of a pasted address, %s", async (_, title, problem) => {
    entries = [problemEntryOf({ title, problems: [{ ...problem, title: "" }] })];
    open();
    const list = await screen.findByRole("list", { name: "대기 중인 문제" });
    expect(
      within(list)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual([`${title}(새 탭)`]);
  });

  it("shows a member the list and the own proposals, and no control of managers", async () => {
    isManager = false;
    open();
    expect(await listed()).toHaveLength(3);
    screen.getByRole("region", { name: "제안 1개" });
    screen.getByRole("button", { name: "내 제안, 빼기" });
    expect(screen.queryByText("밤톨의 제안")).toBeNull();
    expect(screen.queryByRole("switch")).toBeNull();
    expect(screen.queryByRole("button", { name: /메뉴|받기|끌어서/ })).toBeNull();
    expect(screen.queryByLabelText("문제 링크")).toBeNull();
    await press("문제 제안하기");
    expect(document.activeElement).toBe(await area());
    await screen.findByRole("button", { name: "문제 제안하기" });
    expect(screen.queryByRole("button", { name: "대기열에 넣기" })).toBeNull();
  });

  it("sends what was recognised and keeps the other lines", async () => {
    open();
    expect(isOff(await screen.findByRole("button", { name: "대기열에 넣기" }))).toBe(true);
    type("문제 링크", "https://boj.kr/1260\n두 포인터 연습\nhttps://sw.example.com/7");
    await screen.findByText("2번째 줄은 넣을 수 있는 주소가 아니에요");
    await press("대기열에 넣기");
    await screen.findByText("대기열에 넣었습니다.");
    expect(sentBodies()).toEqual([
      [
        "POST",
        "/api/v1/teams/12/problem-queue",
        {
          entries: [
            { title: "백준 1260", problems: [{ provider: "boj", number: "1260", title: "", url: null }] },
            {
              title: "sw.example.com",
              problems: [{ provider: "own", number: "", title: "", url: "https://sw.example.com/7" }],
            },
          ],
        },
      ],
    ]);
    expect((await area()).value).toBe("두 포인터 연습");
  });

  it("asks for a number that the address does not contain", async () => {
    open();
    const address =
      "https://swexpertacademy.com/main/code/problem/problemDetail.do?contestProbId=AV5LnipaDvwDFAXc";
    await area();
    type("문제 링크", address);
    const number = await screen.findByLabelText("1번째 줄: SWEA 문제 번호를 적어 주세요.");
    expect(isOff(screen.getByRole("button", { name: "대기열에 넣기" }))).toBe(true);
    fireEvent.change(number, { target: { value: "1206번" } });
    await waitFor(() => expect(number.getAttribute("aria-invalid")).toBe("true"));
    fireEvent.change(number, { target: { value: "1206" } });
    await press("대기열에 넣기");
    await screen.findByText("대기열에 넣었습니다.");
    expect(server.sent[0]?.fields).toEqual({
      entries: [
        { title: "SWEA 1206", problems: [{ provider: "swea", number: "1206", title: "", url: address }] },
      ],
    });
  });

  it("sends more than twenty lines in several calls, and keeps those that were refused", async () => {
    open();
    await area();
    const lines = Array.from({ length: 45 }, (_, index) => `boj.kr/${1000 + index}`);
    let calls = 0;
    server.on(proposeProblems, () => {
      calls += 1;
      return calls === 3 ? refused("queue-full") : { entryIds: [] };
    });
    type("문제 링크", lines.join("\n"));
    await press("대기열에 넣기");
    await screen.findByText("대기열에는 60개까지 넣을 수 있습니다.");
    expect(server.sent.map(({ fields }) => (fields.entries as unknown[]).length)).toEqual([20, 20, 5]);
    expect((await area()).value.split("\n")).toEqual(lines.slice(40));
  });

  it("shows what was recognised of sixty lines at most", async () => {
    open();
    await area();
    type("문제 링크", Array.from({ length: 5000 }, (_, index) => `boj.kr/${1000 + index}`).join("\n"));
    await screen.findByText("외 4940줄");
    const found = within(screen.getByRole("list", { name: "알아본 문제" })).getAllByRole("listitem");
    expect(found).toHaveLength(60 + 1);
  });

  it("keeps text and numbers for the next visit, until they are sent", async () => {
    open();
    await area();
    type("문제 링크", "https://leetcode.com/problemset/");
    fireEvent.change(await screen.findByLabelText(/^1번째 줄: LeetCode/), { target: { value: "two-sum" } });
    cleanup();
    open();
    await screen.findByText(/작성 중이던 내용을 불러왔어요/);
    expect((await area()).value).toBe("https://leetcode.com/problemset/");
    await press("대기열에 넣기");
    await screen.findByText("대기열에 넣었습니다.");
    expect(server.sent[0]?.fields).toMatchObject({ entries: [{ title: "LeetCode two-sum" }] });
    cleanup();
    open();
    expect((await area()).value).toBe("");
  });

  it("moves an entry at once, and back if that fails", async () => {
    open();
    await listed();
    let answer: (response: Response) => void = () => {};
    server.on(changeProblemEntry, () => new Promise<Response>((resolve) => (answer = resolve)));
    await fromMenu("LeetCode two-sum", "위로");
    const moved = [
      "12월 12일 (금)프로그래머스 67259",
      "12월 13일 (토)LeetCode two-sum",
      "12월 14일 (일)백준 1260",
    ];
    await waitFor(async () => expect(await listed()).toEqual(moved));
    await waitFor(() =>
      expect(sentBodies()).toEqual([["PATCH", "/api/v1/teams/12/problem-queue/3", { before: 2 }]]),
    );
    answer(refused("entry-not-found"));
    await screen.findByText("대기열을 바꾸지 못했어요");
    await answerDialog("확인");
    expect((await listed())[1]).toContain("백준 1260");
  });

  it("moves the last but one to the end, and offers no move beyond the list", async () => {
    open();
    await listed();
    const offered = async (entry: string) => {
      await press(`${entry}, 메뉴`);
      const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
      await press(`${entry}, 메뉴`);
      return items;
    };
    expect(await offered("프로그래머스 67259")).toEqual(["아래로", "고치기", "빼기"]);
    expect(await offered("LeetCode two-sum")).toEqual(["위로", "고치기", "빼기"]);
    await fromMenu("백준 1260", "아래로");
    await waitFor(() => expect(server.sent[0]?.fields).toEqual({ before: null }));
  });

  it("accepts and removes proposals", async () => {
    server.on(changeProblemEntry, () => {
      entries = entries.map((entry) => (entry.entryId === 8 ? { ...entry, accepted: true } : entry));
      return null;
    });
    server.on(removeProblemEntry, () => {
      entries = entries.filter(({ entryId }) => entryId !== 7);
      return null;
    });
    open();
    await press("밤톨의 제안, 받기");
    await screen.findByRole("region", { name: "제안 1개" });
    expect(await listed()).toHaveLength(4);
    await press("내 제안, 빼기");
    await screen.findByText("대기열에서 뺐습니다.");
    expect(screen.queryByRole("region", { name: /^제안/ })).toBeNull();
    expect(sentBodies()).toEqual([
      ["PATCH", "/api/v1/teams/12/problem-queue/8", { accepted: true }],
      ["DELETE", "/api/v1/teams/12/problem-queue/7", {}],
    ]);
  });

  it("sends quick presses in turn, each once", async () => {
    let answer: () => void = () => {};
    server.on(changeProblemEntry, () => new Promise((resolve) => (answer = () => resolve(null))));
    open();
    await press("내 제안, 받기");
    await press("밤톨의 제안, 받기");
    const waiting = await screen.findByRole("button", { name: "밤톨의 제안, 받기" });
    await waitFor(() => expect(isOff(waiting)).toBe(true));
    fireEvent.click(waiting);
    expect(sentBodies()).toHaveLength(1);
    for (const entryId of [7, 8]) {
      await waitFor(() => expect(server.sent.at(-1)?.path).toBe(`/api/v1/teams/12/problem-queue/${entryId}`));
      entries = entries.map((entry) => (entry.entryId === entryId ? { ...entry, accepted: true } : entry));
      answer();
    }
    await waitFor(() => expect(screen.queryByRole("region", { name: /^제안/ })).toBeNull());
    expect(await listed()).toHaveLength(5);
    expect(sentBodies()).toHaveLength(2);
  });

  it("keeps what was typed into an entry if saving fails", async () => {
    open();
    await listed();
    await fromMenu("백준 1260", "고치기");
    const dialog = within(await screen.findByRole("dialog", { name: "문제 고치기" }));
    fireEvent.change(dialog.getByLabelText(/^제목/), { target: { value: "DFS와 BFS" } });
    fireEvent.click(dialog.getByRole("button", { name: "스터디" }));
    server.refuse(changeProblemEntry, "entry-not-found");
    fireEvent.click(dialog.getByRole("button", { name: "저장하기" }));
    await screen.findByText("문제를 고치지 못했어요");
    expect(dialog.getByLabelText<HTMLInputElement>(/^제목/).value).toBe("DFS와 BFS");
    expect(server.sent[0]?.fields).toEqual({ title: "DFS와 BFS", category: "스터디", problems: [] });
  });

  it("keeps what is being typed into an entry that others remove", async () => {
    const { changed } = open();
    await listed();
    await fromMenu("백준 1260", "고치기");
    const dialog = within(await screen.findByRole("dialog", { name: "문제 고치기" }));
    fireEvent.change(dialog.getByLabelText(/^제목/), { target: { value: "DFS와 BFS" } });
    entries = queued.filter(({ entryId }) => entryId !== 2);
    await changed("problem-queue/12");
    await waitFor(() => expect(screen.queryByText("백준 1260")).toBeNull());
    server.refuse(changeProblemEntry, "entry-not-found");
    fireEvent.click(dialog.getByRole("button", { name: "저장하기" }));
    await screen.findByText("대기열에 없는 문제입니다.");
    expect(dialog.getByLabelText<HTMLInputElement>(/^제목/).value).toBe("DFS와 BFS");
  });

  it("switches automatic posting, without which no day is shown", async () => {
    open();
    await listed();
    server.on(changeAutoPosting, () => {
      autoPosting = false;
      entries = queued.map((entry) => ({ ...entry, date: null }));
      return null;
    });
    fireEvent.click(screen.getByRole("switch", { name: "매일 자동으로 올리기" }));
    await waitFor(async () =>
      expect(await listed()).toEqual(["프로그래머스 67259", "백준 1260", "LeetCode two-sum"]),
    );
    expect(sentBodies()).toEqual([["PUT", "/api/v1/teams/12/auto-posting", { isOn: false }]]);
  });

  it("says that it is empty, and shows live what others put in", async () => {
    entries = [];
    const { changed } = open();
    await screen.findByText("대기열이 비어 있어요");
    entries = queued;
    await changed("problem-queue/12");
    expect(await listed()).toHaveLength(3);
  });
});
