// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "#contracts/endpoint";
import type { RefusalCode } from "#contracts/errors";
import { defaultTeamPicture } from "#contracts/images/api";
import { getMemberInfo } from "#contracts/member/api";
import { getRoleHistory, getTeamMembers, kickMember } from "#contracts/membership/api";
import { changeTeamInfo, deleteTeam, getTeam, type TeamAdmin } from "#contracts/team/api";
import { fakeServer, refused } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { me, memberInfoOf, teamAdminOf } from "#tests/support/views";
import { unsent } from "#web/lib/unsent/device-store.ts";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import type { TeamMember } from "./queries.ts";
import { TeamInfoPage } from "./team-info-page.tsx";
import { TeamMembersPage } from "./team-members-page.tsx";

const member = (uuid: string, memberName: string, isTeamManager = false): TeamMember => ({
  uuid,
  memberName,
  memberExplain: `${memberName}의 소개`,
  imageUrl: "/images/default/member.png",
  registerDate: "2025-09-01",
  isTeamManager,
});
const team = teamAdminOf();

let server: { team: TeamAdmin; members: TeamMember[]; refusal: RefusalCode | null };
let sent: ReturnType<typeof fakeServer>["sent"];

function open(path: string) {
  logIn();
  const page = openPage(
    { "/team-setting/team/:teamId": TeamInfoPage, "/team-setting/members/:teamId": TeamMembersPage },
    path,
  );
  return { ...page, changed: (view: string) => page.changed(`${view}/12`) };
}

const fillOf = (shape: Element) => shape.getAttribute("fill");
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

beforeEach(() => {
  server = {
    team,
    members: [member(me, "도토리", true), member("2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22", "밤톨")],
    refusal: null,
  };
  const fake = fakeServer();
  sent = fake.sent;
  const refusal = () => server.refusal && refused(server.refusal, server.team);
  fake.on(getTeam, () => refusal() ?? server.team);
  fake.on(changeTeamInfo, () => refusal() ?? server.team);
  fake.on(deleteTeam, () => refusal());
  fake.on(getTeamMembers, () => refusal() ?? server.members);
  fake.on(kickMember, () => refusal());
  fake.on(getRoleHistory, page([], { page: 0, size: 20 }, 0));
  fake.on(getMemberInfo, memberInfoOf([12]));
});

describe("team information", () => {
  it("shows another manager's change immediately in view mode", async () => {
    const { changed } = open("/team-setting/team/12");
    const back = await screen.findByRole("link", { name: "새벽네시반 팀 페이지" });
    expect(back.getAttribute("href")).toBe("/team-dashboard/12");
    server.team = { ...team, teamName: "자정의큐", revision: 4 };
    await changed("team-page");
    await screen.findByText("자정의큐");
  });

  it("shows the emblem of a team without a picture while it is edited", async () => {
    server.team = { ...team, teamIconUrl: defaultTeamPicture };
    open("/team-setting/team/12");
    await press("수정하기");
    const icon = within(await screen.findByRole("group", { name: /팀 아이콘/ }));
    expect(icon.queryByRole("img")).toBeNull();
    const emblem = render(<TeamPicture teamId={12} src={defaultTeamPicture} />).container;
    const drawing = (part: ParentNode) => [...part.querySelectorAll("rect, circle")].map(fillOf);
    expect(drawing(screen.getByRole("group", { name: /팀 아이콘/ }))).toEqual(drawing(emblem));
  });

  it("keeps the typed text when another manager saves, and compares on saving", async () => {
    const { changed } = open("/team-setting/team/12");
    await press("수정하기");
    type("팀 이름", "우리의이름");
    server.team = { ...team, teamName: "자정의큐", password: "0000", revision: 4 };
    await changed("team-page");
    await screen.findByText(/그사이 저장된 팀 정보가 바뀌었어요/);
    expect(field("팀 이름")).toBe("우리의이름");

    server.refusal = "stale-revision";
    await press("저장하기");
    const dialog = await screen.findByRole("dialog", { name: "다른 곳에서 먼저 수정되었습니다." });
    expect(within(dialog).getByRole("region", { name: "내가 쓴 내용" }).textContent).toContain("우리의이름");
    expect(within(dialog).getByRole("region", { name: "현재 저장된 내용" }).textContent).toContain(
      "자정의큐",
    );

    server.refusal = null;
    await press("내 내용으로 저장");
    await screen.findByText("팀 수정 성공");
    expect(sent.map(({ headers }) => headers.get("If-Match"))).toEqual(['"3"', '"4"']);
    expect(sent[1]?.fields).toMatchObject({ teamName: "우리의이름" });
    expect(sent[1]?.fields).not.toHaveProperty("password");
  });

  it("restores an unsaved form without the entry password, and compares it with a state saved since", async () => {
    open("/team-setting/team/12");
    await press("수정하기");
    type("팀 이름", "우리의이름");
    type("입장 비밀번호", "1234");
    expect(JSON.stringify(unsent.all())).not.toMatch(/1234|4821/);
    cleanup();
    server.team = { ...team, teamName: "자정의큐", revision: 4 };
    open("/team-setting/team/12");
    await press("수정하기");
    await screen.findByText(/작성 중이던 내용을 불러왔어요. 입장 비밀번호와 아이콘은 저장된 그대로예요/);
    await screen.findByText(/그사이 저장된 팀 정보가 바뀌었어요/);
    expect([field("팀 이름"), field("입장 비밀번호")]).toEqual(["우리의이름", "4821"]);
    server.refusal = "stale-revision";
    await press("저장하기");
    await screen.findByRole("dialog", { name: "다른 곳에서 먼저 수정되었습니다." });
    expect(sent[0]?.headers.get("If-Match")).toBe('"3"');
    await press("저장된 내용 사용");
    await waitFor(() => expect(field("팀 이름")).toBe("자정의큐"));
    expect(unsent.all()).toEqual([]);
  });

  it("is not restored as unsaved if a closed tab had saved it with a trailing blank", async () => {
    open("/team-setting/team/12");
    await press("수정하기");
    type("팀 이름", "우리의이름 ");
    cleanup();
    server.team = { ...team, teamName: "우리의이름", revision: 4 };
    open("/team-setting/team/12");
    await press("수정하기");
    expect(screen.queryByText(/작성 중이던 내용을 불러왔어요|저장된 팀 정보가 바뀌었어요/)).toBeNull();
    expect([field("팀 이름"), unsent.all().length]).toEqual(["우리의이름", 0]);
  });

  it("keeps no draft once it is saved or cancelled", async () => {
    open("/team-setting/team/12");
    await press("수정하기");
    type("팀 이름", "우리의이름");
    await press("취소");
    await press("수정하기");
    expect(field("팀 이름")).toBe("새벽네시반");
    type("팀 설명", "다시 쓴 설명");
    await press("저장하기");
    await screen.findByText("팀 수정 성공");
    expect(unsent.all()).toEqual([]);
  });

  it("shows why saving was refused and stays in edit mode", async () => {
    open("/team-setting/team/12");
    await press("수정하기");
    type("인원 제한", "1");
    server.refusal = "limit-below-count";
    await press("저장하기");
    await screen.findByText("팀 수정 요청 실패: 필드를 다시 입력해주세요");
    screen.getByText("인원 제한이 현재 팀원 수보다 작습니다.");
    await press("확인");
    expect(field("인원 제한")).toBe("1");
  });

  it("asks before unsaved changes are left by a tab, and not once they are cancelled", async () => {
    const { path } = open("/team-setting/team/12");
    await press("수정하기");
    type("팀 이름", "우리의이름");
    fireEvent.click(screen.getByRole("link", { name: "멤버 관리" }));
    await screen.findByText("정말로 이동하시겠습니까?");
    await answerDialog("취소");
    expect(field("팀 이름")).toBe("우리의이름");
    await press("취소");
    fireEvent.click(screen.getByRole("link", { name: "멤버 관리" }));
    await waitFor(() => expect(path()).toBe("/team-setting/members/12"));
  });

  it("is left without a question when the team is deleted or the role is lost", async () => {
    const { path, unmount } = open("/team-setting/team/12");
    await press("수정하기");
    type("팀 이름", "우리의이름");
    await press("팀 삭제하기 >");
    await answerDialog("삭제하기");
    await press("확인");
    await waitFor(() => expect(path()).toBe("/team-list"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    unmount();

    const again = open("/team-setting/team/12");
    await press("수정하기");
    await screen.findByText(/작성 중이던 내용을 불러왔어요/);
    server.refusal = "not-a-manager";
    await again.changed("team-page");
    await waitFor(() => expect(again.path()).toBe("/team-dashboard/12"));
    expect((await screen.findByRole("alertdialog")).textContent).toContain("관리 권한이 없어졌어요");
  });

  it("redirects members who are not managers to the team list without a message", async () => {
    server.refusal = "not-a-manager";
    const { path } = open("/team-setting/team/12");
    await waitFor(() => expect(path()).toBe("/team-list"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("members", () => {
  it("have no actions in the caller's own row", async () => {
    open("/team-setting/members/12");
    const own = within(await row("도토리"));
    expect(own.queryByRole("checkbox")).toBeNull();
    expect(own.queryByRole("combobox")).toBeNull();
    expect(within(await row("밤톨")).getByRole("combobox", { name: "밤톨 상태 변경" })).toBeTruthy();
  });

  it("are named by the question before a change of a role, which tells that their links end", async () => {
    server.members = [...server.members, member("2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c23", "호두", true)];
    open("/team-setting/members/12");
    const select = within(await row("호두")).getByRole("combobox", { name: "호두 상태 변경" });
    fireEvent.change(select, { target: { value: "demote" } });
    await press("적용하기");
    const question = await screen.findByRole("alertdialog", { name: "일반 회원으로 변경하시겠어요?" });
    expect(question.textContent).toContain("호두 님은 더는 팀을 관리할 수 없어요.");
    expect(question.textContent).toContain("호두 님이 만든 초대 링크는 끝나요.");
  });

  it("are filtered by name if there are many, without a call, and a change of a hidden one stays", async () => {
    const many = Array.from({ length: 10 }, (_, at) => member(`uuid-${at}`, `다람쥐 ${at}`));
    server.members = [...server.members, ...many];
    open("/team-setting/members/12");
    fireEvent.click(within(await row("밤톨")).getByRole("checkbox"));
    type("멤버 찾기", "람쥐 3");
    expect(screen.getAllByRole("row").map((one) => one.textContent)).toEqual([
      expect.stringContaining("닉네임"),
      expect.stringContaining("다람쥐 3"),
    ]);
    expect(screen.getByText("밤톨")).toBeTruthy();
    await press("지우기");
    expect(screen.getAllByRole("row")).toHaveLength(13);
  });

  it("are kicked without confirmation, with the reason, and the list is fetched again", async () => {
    open("/team-setting/members/12");
    expect(screen.queryByRole("button", { name: "적용하기" })).toBeNull();
    fireEvent.click(within(await row("밤톨")).getByRole("checkbox"));
    type("사유", "두 달 동안 글이 없어요");
    server.members = server.members.slice(0, 1);
    await press("적용하기");
    await screen.findByText("강퇴되었습니다.");
    expect(sent).toMatchObject([
      {
        path: "/api/v1/teams/12/remove/team-member",
        fields: { memberInfo: "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22", reason: "두 달 동안 글이 없어요" },
      },
    ]);
    await waitFor(() => expect(screen.queryByText("밤톨")).toBeNull());
    expect(unsent.all()).toEqual([]);
  });

  it("lose the reason of a cancelled change, also on the device", async () => {
    open("/team-setting/members/12");
    const kick = async () => within(await row("밤톨")).getByRole("checkbox");
    for (const cancel of [async () => fireEvent.click(await kick()), () => press("선택 취소")]) {
      fireEvent.click(await kick());
      type("사유", "두 달 동안 글이 없어요");
      await cancel();
      expect(unsent.all()).toEqual([]);
      fireEvent.click(await kick());
      expect(field("사유")).toBe("");
      await press("선택 취소");
    }
  });

  it("show the note of a restored reason only for that reason", async () => {
    server.members = [...server.members, member("3b7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c33", "호두")];
    const kick = async (name: string) => fireEvent.click(within(await row(name)).getByRole("checkbox"));
    const note = () => screen.queryByText(/작성 중이던 내용을 불러왔어요/);
    open("/team-setting/members/12");
    await kick("밤톨");
    type("사유", "두 달 동안 글이 없어요");
    cleanup();
    open("/team-setting/members/12");
    await kick("밤톨");
    expect([field("사유"), note() !== null]).toEqual(["두 달 동안 글이 없어요", true]);
    await kick("호두");
    expect([field("사유"), note()]).toEqual(["", null]);
    type("사유", "다른 팀으로 옮겨요");
    await kick("밤톨");
    expect([field("사유"), note()]).toEqual(["", null]);
  });

  it("are confirmed with the names of those concerned, and with what ends", async () => {
    server.members = [...server.members, member("3b7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c33", "호두", true)];
    open("/team-setting/members/12");
    for (const [name, change, meaning] of [
      ["밤톨", "delegate", "밤톨 님이 방장이 되고, 나는 일반 회원이 돼요.\n내가 만든 초대 링크는 끝나요."],
      ["호두", "demote", "호두 님은 더는 팀을 관리할 수 없어요.\n호두 님이 만든 초대 링크는 끝나요."],
    ] as const) {
      fireEvent.change(within(await row(name)).getByRole("combobox"), { target: { value: change } });
      await press("적용하기");
      expect((await screen.findByRole("alertdialog")).textContent).toContain(meaning);
      await answerDialog("취소");
    }
  });

  it("disappear when their team is deleted while they are shown", async () => {
    const { live, path } = open("/team-setting/members/12");
    await row("밤톨");
    live.greet();
    server.refusal = "team-not-found";
    live.say({ type: "gone", view: "team-members", key: "12", code: "deleted" });
    await screen.findByRole("heading", { name: /어디에도 이어져 있지 않아요/ });
    expect(path()).toBe("/team-setting/members/12");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("redirect to the team page after the message that the caller is not a manager", async () => {
    const { path } = open("/team-setting/members/12");
    fireEvent.click(within(await row("밤톨")).getByRole("checkbox"));
    server.refusal = "not-a-manager";
    await press("적용하기");
    await screen.findByText("강퇴하는데 실패했습니다.");
    screen.getByText("팀의 매니저가 옳지 않습니다.");
    await press("확인");
    await waitFor(() => expect(path()).toBe("/team-dashboard/12"));
  });

  it("show the introduction on click, and an empty history when it is expanded", async () => {
    open("/team-setting/members/12");
    await press("밤톨");
    await screen.findByText("밤톨의 소개");
    await press("역할 변경 이력");
    await screen.findByText("아직 이력이 없어요");
  });
});
