// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { applyToRecruitment } from "#contracts/application/api";
import { page } from "#contracts/endpoint";
import { getMemberInfo } from "#contracts/member/api";
import { getMyApplications } from "#contracts/my-applications/api";
import {
  getRecruitment,
  inviteApplicants,
  type RecruitmentDetail,
  setRecruiting,
} from "#contracts/recruitment/api";
import { fakeServer, refused } from "#tests/support/fake-server";
import { answerDialog, isOff, logIn, openPage, press } from "#tests/support/page.tsx";
import { applicationOf, memberInfoOf, recruitmentOf } from "#tests/support/views";
import { toast } from "#web/ui/toast.tsx";
import { DetailPage } from "./detail-page.tsx";

let server: ReturnType<typeof fakeServer>;
let recruitment: RecruitmentDetail | null;

function open(change: Partial<RecruitmentDetail> = {}, { asVisitor = false } = {}) {
  recruitment = recruitmentOf(change);
  if (!asVisitor) logIn();
  const page = openPage({ "/team-recruit/detail/:recruitId": DetailPage }, "/team-recruit/detail/5");
  const becomes = (next: Partial<RecruitmentDetail> | null, ...views: string[]) => {
    recruitment = next && recruitmentOf({ ...change, ...next });
    return page.changed("recruitment-detail/5", ...views);
  };
  return { becomes, router: page.router };
}

const box = () => screen.findByLabelText<HTMLTextAreaElement>("신청 내용");

beforeEach(() => {
  server = fakeServer();
  server.on(getMemberInfo, memberInfoOf());
  server.on(getMyApplications, page([], { page: 0, size: 50 }, 0));
  server.on(getRecruitment, () => recruitment ?? refused("recruitment-not-found"));
});

const applicants = {
  teamApplyResponses: [applicationOf(9, { memberName: "호두", teamApplyBody: "함께해요" })],
  teamMemberUuids: ["2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22"],
};

it("shows its title in the browser's title until it is deleted, and shows a message then", async () => {
  const { becomes } = open();
  await waitFor(() => expect(document.title).toBe("평일 아침 코테 스터디 | 팀 모집글 상세 | 알고모임"));
  await becomes(null);
  await waitFor(() => expect(document.title).toBe("페이지를 찾을 수 없어요 | 알고모임"));
  await screen.findByText("보던 모집글이 삭제되었어요");
  expect(screen.queryByLabelText("신청 내용")).toBeNull();
});

describe("applying", () => {
  it("refuses to send a blank text", async () => {
    open();
    fireEvent.change(await box(), { target: { value: " \n " } });
    await press("가입 신청");
    await screen.findByText("신청 내용을 입력해주세요.");
    await answerDialog("확인");
    const field = await box();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(server.sent).toEqual([]);
  });

  it("shows why it was refused and keeps the text", async () => {
    server.refuse(applyToRecruitment, "already-joined");
    open();
    fireEvent.change(await box(), { target: { value: "지원합니다" } });
    await press("가입 신청");
    await screen.findByText("가입 신청 중 오류가 발생했어요");
    expect(screen.getByText("이미 팀에 가입했습니다.")).toBeTruthy();
    expect((await box()).value).toBe("지원합니다");
  });
});

it("edits and withdraws an own application after a confirmation", async () => {
  open({ teamApplyResponses: [applicationOf(9, { isMyApply: true, teamApplyBody: "지원합니다" })] });
  await screen.findByRole("heading", { name: "신청했어요 · 답을 기다리고 있어요" });
  expect(screen.queryByLabelText("신청 내용")).toBeNull();
  expect(screen.queryByRole("button", { name: "가입 신청" })).toBeNull();
  await press("수정");
  expect(screen.queryByRole("button", { name: "수정" })).toBeNull();
  fireEvent.change(await screen.findByLabelText("신청 내용 수정"), { target: { value: "더 길게 쓴 글" } });
  await press("저장하기");
  await answerDialog("저장하기");
  await screen.findByText("신청글이 수정되었어요");
  await press("삭제");
  await answerDialog("삭제하기");
  await screen.findByText("팀 지원글이 삭제되었어요");
  expect(server.sent.map(({ method, path }) => [method, path])).toEqual([
    ["PATCH", "/api/v1/apply/9"],
    ["DELETE", "/api/v1/apply/9"],
  ]);
});

describe("unsent texts", () => {
  const note = () => screen.queryByText(/작성 중이던 내용을 불러왔어요/);
  const leave = () => cleanup();

  it("are restored when returning to the page, and deleted once they are sent", async () => {
    open();
    fireEvent.change(await box(), { target: { value: "매일 두 문제씩" } });
    expect(note()).toBeNull();
    leave();
    open();
    expect((await box()).value).toBe("매일 두 문제씩");
    expect(note()).not.toBeNull();
    await press("가입 신청");
    await screen.findByText("가입 신청을 완료했어요");
    expect(server.sent.map(({ fields }) => fields)).toEqual([
      { recruitmentId: 5, teamApplyBody: "매일 두 문제씩" },
    ]);
    expect(note()).toBeNull();
    leave();
    open();
    expect((await box()).value).toBe("");
  });

  it("are discarded only after a confirmation", async () => {
    open();
    fireEvent.change(await box(), { target: { value: "매일 두 문제씩" } });
    leave();
    open();
    await press("지우기");
    await answerDialog("취소");
    expect((await box()).value).toBe("매일 두 문제씩");
    await press("지우기");
    await answerDialog("지우기");
    await waitFor(async () => expect((await box()).value).toBe(""));
    expect(note()).toBeNull();
    leave();
    open();
    expect((await box()).value).toBe("");
  });

  it("are never shown to another member, even on the open page, and are kept for their author", async () => {
    open();
    fireEvent.change(await box(), { target: { value: "매일 두 문제씩" } });
    act(() => logIn("8f14e45f-ceea-467f-a8a0-0000000000bb"));
    expect((await box()).value).toBe("");
    fireEvent.change(await box(), { target: { value: "다른 사람" } });
    act(() => logIn());
    expect((await box()).value).toBe("매일 두 문제씩");
  });

  it("of an edited application are restored by 수정, and discarded by 취소", async () => {
    const own = applicationOf(9, { isMyApply: true, teamApplyBody: "지원합니다" });
    const changed = async () => (await screen.findByLabelText("신청 내용 수정")) as HTMLTextAreaElement;
    open({ teamApplyResponses: [own] });
    await press("수정");
    fireEvent.change(await changed(), { target: { value: "더 길게 쓴 글" } });
    leave();
    open({ teamApplyResponses: [own] });
    await press("수정");
    expect([(await changed()).value, note() !== null]).toEqual(["더 길게 쓴 글", true]);
    await press("취소");
    await press("수정");
    expect([(await changed()).value, note()]).toEqual(["지원합니다", null]);
  });

  it("of an edit with trailing whitespace are not restored if a closed page has saved them", async () => {
    const own = (teamApplyBody: string) => applicationOf(9, { isMyApply: true, teamApplyBody });
    const changed = async () => (await screen.findByLabelText("신청 내용 수정")) as HTMLTextAreaElement;
    open({ teamApplyResponses: [own("지원합니다")] });
    await press("수정");
    fireEvent.change(await changed(), { target: { value: "더 길게 쓴 글 " } });
    leave();
    open({ teamApplyResponses: [own("더 길게 쓴 글")] });
    await press("수정");
    expect([(await changed()).value, note()]).toEqual(["더 길게 쓴 글", null]);
  });

  it("are deleted when a command without a response was executed", async () => {
    const { becomes } = open();
    fireEvent.change(await box(), { target: { value: "지원합니다 " } });
    await becomes({
      teamApplyResponses: [applicationOf(9, { isMyApply: true, teamApplyBody: "지원합니다" })],
    });
    await screen.findByText("신청했어요 · 답을 기다리고 있어요");
    await waitFor(() => expect(screen.queryByLabelText("신청 내용")).toBeNull());
    leave();
    open();
    expect((await box()).value).toBe("");
  });
});

describe("the linked team", () => {
  it("has no box to apply for its members, explains why, and does not invite them to apply", async () => {
    server.on(getMemberInfo, memberInfoOf([12]));
    open({ teamId: 12 });
    await screen.findByText("이미 이 팀의 멤버예요.");
    expect(screen.queryByLabelText("신청 내용")).toBeNull();
    await screen.findByText("아직 신청자가 없어요");
    expect(screen.queryByText("첫 번째 신청자가 되어보세요")).toBeNull();
  });

  it("keeps the text of a member who joins it while writing", async () => {
    const { becomes } = open({ teamId: null });
    server.on(getMemberInfo, memberInfoOf([12]));
    fireEvent.change(await box(), { target: { value: "쓰던 글" } });
    await becomes({ teamId: 12 });
    await screen.findByText("이미 이 팀의 멤버예요. 쓰던 글은 그대로 두었어요.");
    expect([(await box()).disabled, (await box()).value]).toEqual([true, "쓰던 글"]);
  });

  it.each([
    ["another one", [13], 12],
    ["none", [12], null],
  ])("has a box for a member whose team is not the recruitment's: %s", async (_, teams, teamId) => {
    server.on(getMemberInfo, memberInfoOf(teams));
    open({ teamId });
    await waitFor(() => expect(server.paths().includes("GET /api/v1/members/info")).toBe(true));
    expect((await box()).disabled).toBe(false);
  });

  it("redirects a former manager to the team list", async () => {
    open({ isAuthor: true, teamId: 12, ...applicants });
    server.refuse(inviteApplicants, "not-a-manager");
    await press("팀에 초대하기");
    await answerDialog("초대하기");
    await screen.findByText("팀의 매니저가 옳지 않습니다.");
    expect(screen.queryByText(/^\/team-list/)).toBeNull();
    await press("확인");
    await screen.findByText(/^\/team-list/);
  });
});

describe("live", () => {
  it("keeps the text of an own application that is removed while it is being edited", async () => {
    const own = applicationOf(9, { isMyApply: true, teamApplyBody: "지원합니다" });
    const { becomes } = open({ teamApplyResponses: [own] });
    await press("수정");
    fireEvent.change(await screen.findByLabelText("신청 내용 수정"), { target: { value: "더 길게 쓴 글" } });
    await becomes({ teamApplyResponses: [] });
    await waitFor(async () => expect((await box()).value).toBe("더 길게 쓴 글"));
  });
});

it("welcomes an applicant who is accepted while the page is open, but not one accepted before", async () => {
  const own = applicationOf(9, { isMyApply: true, teamApplyBody: "지원합니다" });
  const { becomes } = open({ teamId: 12, teamApplyResponses: [own] });
  await screen.findByText("지원합니다");
  const accepted = {
    teamApplyId: 9,
    recruitmentId: 5,
    teamRecruitTitle: "평일 아침",
    teamId: 12,
    state: "accepted" as const,
    teamApplyBody: "지원합니다",
    membership: "member" as const,
    endedAt: null,
    reason: null,
    appliedAt: "2025-09-03T21:07:45+09:00",
    changedAt: "2025-09-04T21:07:45+09:00",
  };
  server.on(getMemberInfo, memberInfoOf([12]));
  server.on(getMyApplications, page([accepted], { page: 0, size: 50 }, 1));
  await becomes({ teamId: 12, teamApplyResponses: [] }, "my-teams", "my-applications");
  await screen.findByText("새벽네시반의 팀원이 되었어요");
  cleanup();
  toast.remove();
  open({ teamId: 12 });
  await screen.findByText(/신청이 수락되었어요/);
  expect(screen.queryByText("새벽네시반의 팀원이 되었어요")).toBeNull();
});

describe("authors", () => {
  it("accept one of several applicants into the linked team, by name", async () => {
    const hodu = "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22";
    const gyul = "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c23";
    const teamApplyResponses = [
      applicationOf(9, { memberName: "호두", teamApplyBody: "함께해요" }),
      applicationOf(8, { memberName: "귤", teamApplyBody: "저도요" }),
    ];
    open({ isAuthor: true, teamId: 12, teamApplyResponses, teamMemberUuids: [hodu, gyul] });
    fireEvent.click((await screen.findAllByRole("button", { name: "수락" }))[1] as Element);
    await screen.findByText("귤 님을 팀에 초대하시겠어요?");
    await answerDialog("수락");
    await screen.findByText("귤 님을 팀에 초대했어요");
    expect(server.sent[0]?.fields).toEqual({ teamId: 12, recruitId: 5, memberUuids: [gyul] });
  });

  describe("who choose among many applicants", () => {
    const uuid = (n: number) => `2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c${n}`;
    const three = [21, 22, 23];
    const list = (waiting: readonly number[], shown = waiting, seats: number | null = 2) => ({
      isAuthor: true,
      teamApplyResponses: shown.map((n) => applicationOf(n, { memberUuid: uuid(n), teamApplyBody: "함께" })),
      teamMemberUuids: waiting.map(uuid),
      applicationList: {
        page: { size: 20, number: 0, totalElements: shown.length, totalPages: 1 },
        total: waiting.length,
        seats,
      },
    });
    /** The announcement has the same text. */
    const counted = (text: string) => screen.findByText(text, { selector: "b" });
    const box = (n: number) => screen.getByRole<HTMLInputElement>("checkbox", { name: `지원자 ${n}` });
    const chosen = () => three.filter((n) => box(n).checked);

    it("invite the chosen ones by one command, asked once; one whose application ends is no longer chosen", async () => {
      const { becomes } = open({ teamId: 12, ...list(three) });
      await counted("0명 선택 · 자리 2개");
      await press("모두 선택");
      await counted("3명 선택 · 자리 2개");
      await screen.findByText("1명을 빼야 해요");
      expect(isOff(screen.getByRole("button", { name: "선택한 사람 초대" }))).toBe(true);
      await becomes(list([21, 22]));
      await counted("2명 선택 · 자리 2개");
      await becomes(list(three));
      await waitFor(() => expect(chosen()).toEqual([21, 22]));
      fireEvent.click(box(21));
      fireEvent.click(box(23));
      const before = server.paths().length;
      await press("선택한 사람 초대");
      await screen.findByText("선택한 2명을 팀에 초대하시겠어요?");
      recruitment = recruitmentOf({ teamId: 12, ...list([21], [21], 0) });
      await answerDialog("초대하기");
      await screen.findByText("2명을 팀에 초대했어요");
      expect(server.sent.map(({ fields }) => fields)).toEqual([
        { teamId: 12, recruitId: 5, memberUuids: [uuid(22), uuid(23)] },
      ]);
      const asked = server.paths().slice(before);
      expect(asked.filter((path) => path.startsWith("GET /api/v1/recruitments/5"))).toHaveLength(1);
    });

    it("start a team with the chosen ones", async () => {
      const { router } = open({ teamId: null, ...list(three, three, null) });
      await counted("0명 선택 · 자리 49개");
      fireEvent.click(box(22));
      await press("선택 해제");
      expect(chosen()).toEqual([]);
      fireEvent.click(box(23));
      await press("선택한 사람과 시작");
      await screen.findByText("선택한 1명과 함께 팀을 생성하시겠어요?");
      await answerDialog("팀 생성하기");
      await screen.findByText(/^\/team-registration/);
      expect(router.state.location.state).toEqual({ teamMemberUuids: [uuid(23)], teamRecruitId: 5 });
    });

    it("find them by name, and keep those chosen before", async () => {
      const many = Array.from({ length: 25 }, (_, index) => index + 10);
      server.on(getRecruitment, ({ query }) => {
        const name = query.get("name") ?? "";
        return recruitmentOf({
          teamId: 12,
          ...list(
            many,
            many.filter((n) => `지원자 ${n}`.includes(name)),
          ),
        });
      });
      open({});
      const field = await screen.findByRole("searchbox", { name: "신청자 찾기" });
      fireEvent.click(box(21));
      fireEvent.change(field, { target: { value: " 지원자 23 " } });
      await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(1));
      await press("찾은 1명 선택");
      await counted("2명 선택 · 자리 2개");
      fireEvent.change(field, { target: { value: "없는이" } });
      await screen.findByText("‘없는이’ 신청자를 찾지 못했어요");
      fireEvent.change(field, { target: { value: "" } });
      await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(25));
      expect(chosen()).toEqual([21, 23]);
    });
  });

  it("accept nobody while there is no team", async () => {
    open({ isAuthor: true, ...applicants });
    await screen.findByRole("button", { name: "내보내기" });
    expect(screen.queryByRole("button", { name: "수락" })).toBeNull();
  });

  const tools = [
    "내보내기",
    "수락",
    "수정",
    "삭제",
    "모집중단",
    "모집재개",
    "팀에 초대하기",
    "팀 생성하기",
    "모두 선택",
  ];
  const shown = () => tools.filter((name) => screen.queryAllByRole("button", { name }).length > 0);

  it.each([
    ["a visitor", { asVisitor: true }, {}],
    ["another member", {}, {}],
    ["another member, once it is closed", {}, { isRecruiting: false }],
  ])("alone have tools, for the post and for applications: %s sees none", async (_, who, change) => {
    open({ ...change, ...applicants, teamId: 12 }, who);
    await screen.findByText("호두");
    expect(shown()).toEqual([]);
    expect(screen.queryByRole("link", { name: "수정" })).toBeNull();
    expect(screen.queryAllByRole("checkbox")).toEqual([]);
  });

  it.each([true, false])(
    "alone have tools for applications of others, recruiting: %s",
    async (isRecruiting) => {
      const own = applicationOf(8, { memberName: "나", isMyApply: true });
      open({ isRecruiting, teamApplyResponses: [own, ...applicants.teamApplyResponses], teamId: 12 });
      await screen.findByText("호두");
      expect(shown()).toEqual(["수정", "삭제"]);
      expect(screen.getAllByRole("button", { name: /^(수정|삭제)$/ })).toHaveLength(2);
    },
  );

  it("remove an applicant only after a confirmation", async () => {
    open({ isAuthor: true, ...applicants });
    await press("내보내기");
    await answerDialog("취소");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(server.sent).toEqual([]);
    await press("내보내기");
    await answerDialog("내보내기");
    await screen.findByText("내보내기가 완료되었어요");
    expect(server.sent[0]).toMatchObject({ method: "DELETE", path: "/api/v1/apply/9" });
  });

  it("see the recruitment closed before the response, and open again with the reason after a refusal", async () => {
    let refuse = () => {};
    const answer = new Promise<Response>((resolve) => {
      refuse = () => resolve(refused("not-the-recruiter"));
    });
    server.on(setRecruiting, () => answer);
    open({ isAuthor: true });
    const tool = await screen.findByRole("button", { name: "모집중단" });
    tool.focus();
    fireEvent.click(tool);
    await screen.findByText("모집완료");
    expect(screen.queryByText("모집중")).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "팀 생성하기" }).disabled).toBe(true);
    // The same button reverts the action and keeps the focus.
    expect(document.activeElement?.textContent).toBe("모집재개");
    expect(document.activeElement?.getAttribute("aria-busy")).toBe("true");
    refuse();
    await screen.findByText("모집 상태 변경 중 오류가 발생했습니다.");
    expect(screen.getByText("팀 모집글 작성자가 아닙니다.")).toBeTruthy();
    expect(screen.getByText("모집중")).toBeTruthy();
  });

  it("delete and are redirected to the list, and the not-found page neither appears nor stays in the history", async () => {
    const { becomes, router } = open({ isAuthor: true });
    await press("삭제");
    await answerDialog("삭제하기");
    await screen.findByText("팀 모집글이 삭제되었어요");
    await screen.findByText("/team-recruit/list null");
    await becomes(null);
    expect(router.state.historyAction).toBe("REPLACE");
  });
});
