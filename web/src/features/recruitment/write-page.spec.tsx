// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { $createParagraphNode, $createTextNode, $getRoot, getNearestEditorFromDOMNode } from "lexical";
import { Link } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getDrafts } from "#contracts/drafts/api";
import { editRecruitment, getRecruitment, postRecruitment } from "#contracts/recruitment/api";
import { fakeServer, refused } from "#tests/support/fake-server";
import { isOff, logIn, openPage } from "#tests/support/page.tsx";
import { reply } from "#tests/support/stub-server";
import { recruitmentOf } from "#tests/support/views";
import { endSession } from "#web/lib/session.ts";
import { detailQuery } from "./queries.ts";
import { WritePage } from "./write-page.tsx";

const stored = recruitmentOf({ isAuthor: true, teamRecruitTitle: "저장된 제목", revision: 4 });
let server: ReturnType<typeof fakeServer>;
let refusal: Response | null;
let isDeleted: boolean;
let page: ReturnType<typeof openPage>;
let body: { teamRecruitBody?: string };

const Before = () => (
  <Link to="/team-recruit/posting?recruitId=5" state={{ recruitId: 5 }}>
    수정
  </Link>
);

function open(path: string, state?: unknown) {
  const [pathname = "", search = ""] = path.split("?");
  page = openPage(
    { "/team-recruit/posting": WritePage, "/before": Before },
    { pathname, search: search && `?${search}`, state },
  );
  // The detail page has cached the recruitment.
  const shown = { ...stored, teamRecruitTitle: "넘긴 제목" };
  if (path === "/before") page.client.setQueryData(detailQuery(5).queryKey, shown);
  return page.router;
}

const gone = () => refused("recruitment-not-found");
const title = async () => (await screen.findByLabelText(/^제목/)) as HTMLInputElement;
const contact = () => screen.getByLabelText("연락 방법") as HTMLTextAreaElement;
const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** Adds a paragraph to the body. */
const write = (text: string) =>
  act(() =>
    getNearestEditorFromDOMNode(screen.getByRole("textbox", { name: "본문" }))?.update(
      () => $getRoot().append($createParagraphNode().append($createTextNode(text))),
      { discrete: true },
    ),
  );
const sent = () => server.sent.filter(({ path }) => !path.startsWith("/api/v1/drafts/"));
const parts = () => sent()[0]?.fields ?? {};

beforeEach(() => {
  logIn();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  refusal = null;
  isDeleted = false;
  body = {};
  server = fakeServer();
  server.on(getDrafts, []);
  server.on(postRecruitment, () => refusal ?? { teamRecruitId: 5 });
  server.on(editRecruitment, () => refusal ?? { teamRecruitId: 5, recruitId: 5 });
  server.on(getRecruitment, () => (isDeleted ? gone() : { ...stored, ...body }));
});

describe("a new recruitment", () => {
  it("requires non-blank title and contact, then sends them and navigates to the post", async () => {
    const router = open("/team-recruit/posting", { teamId: 12 });
    await screen.findByText("제목, 내용, 연락 방법을 적으면 완료할 수 있어요");
    write("함께 풀어요");
    type(await title(), "  평일 아침 ");
    expect(isOff(button("작성 완료"))).toBe(true);
    const lack = screen.getByText("연락 방법을 적으면 완료할 수 있어요").closest("[id]");
    expect(button("작성 완료").getAttribute("aria-describedby")).toBe(lack?.id);
    type(contact(), "   ");
    expect(isOff(button("작성 완료"))).toBe(true);
    type(contact(), "https://open.example/morning ");
    await waitFor(() => expect(isOff(button("작성 완료"))).toBe(false));
    expect(screen.queryByText(/적으면 완료할 수 있어요/)).toBeNull();
    type(await title(), " ");
    expect(isOff(button("작성 완료"))).toBe(true);
    type(await title(), "  평일 아침 ");
    fireEvent.click(button("작성 완료"));
    await screen.findByText("모집글을 생성했어요");
    expect(parts()).toMatchObject({
      teamId: "12",
      teamRecruitTitle: "평일 아침",
      chatUrl: "https://open.example/morning",
    });
    fireEvent.click(button("확인"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/team-recruit/detail/5"));
  });

  it.each([
    ["/team-recruit/posting?teamId=12", "recruitment-new-12"],
    ["/team-recruit/posting", "recruitment-new"],
    ["/team-recruit/posting?recruitId=5", "recruitment-5"],
  ])("has a draft of its own for each team: %s", async (path, key) => {
    open(path);
    await title();
    await waitFor(() => expect(server.paths()).toContain(`GET /api/v1/drafts/${key}`));
  });

  it("does not count the untouched template as text, nor send its untouched parts", async () => {
    open("/team-recruit/posting");
    type(await title(), "평일 아침");
    type(contact(), "디스코드 도토리#1");
    await screen.findByText("내용을 적으면 완료할 수 있어요");
    expect(isOff(button("작성 완료"))).toBe(true);
    write("함께 풀어요");
    await waitFor(() => expect(isOff(button("작성 완료"))).toBe(false));
    fireEvent.click(button("작성 완료"));
    await screen.findByText("모집글을 생성했어요");
    expect(parts().teamRecruitBody).toContain("📃 신청 시 작성 내용");
    expect(parts().teamRecruitBody).toContain("함께 풀어요");
    expect(parts().teamRecruitBody).not.toContain("📣");
  });

  it("limits the title to 50 characters, and names a contact of more than 200 as wrong", async () => {
    open("/team-recruit/posting");
    type(await title(), "가".repeat(60));
    expect((await title()).value).toHaveLength(50);
    screen.getByText("50자까지 쓸 수 있어요", { selector: "[role=status] p" });
    write("함께 풀어요");
    type(contact(), "나".repeat(300));
    expect([contact().value.length, contact().getAttribute("aria-invalid")]).toEqual([300, "true"]);
    fireEvent.click(button("작성 완료"));
    expect(document.activeElement).toBe(contact());
    screen.getByText("연락 방법은 200자까지 쓸 수 있어요", { selector: "[role=status] p" });
  });

  it("shows why it failed and keeps the typed text", async () => {
    refusal = reply({ status: 400, message: "이미 작성된 모집글이 존재합니다." });
    open("/team-recruit/posting");
    type(await title(), "평일 아침");
    type(contact(), "디스코드 도토리#1");
    write("함께 풀어요");
    await waitFor(() => expect(isOff(button("작성 완료"))).toBe(false));
    fireEvent.click(button("작성 완료"));
    await screen.findByText("이미 작성된 모집글이 존재합니다.");
    expect((await title()).value).toBe("평일 아침");
  });

  it("redirects to the team list without a confirmation if the author no longer manages the team", async () => {
    refusal = reply({ status: 400, message: "팀의 매니저가 옳지 않습니다." });
    const router = open("/team-recruit/posting", { teamId: 12 });
    type(await title(), "평일 아침");
    type(contact(), "디스코드 도토리#1");
    write("함께 풀어요");
    await waitFor(() => expect(isOff(button("작성 완료"))).toBe(false));
    fireEvent.click(button("작성 완료"));
    await screen.findByText("팀의 매니저가 옳지 않습니다.");
    fireEvent.click(button("확인"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/team-list"));
    expect(screen.queryByText("정말로 이동하시겠습니까?")).toBeNull();
  });

  it.each([
    [
      "the author is no longer a manager of its team",
      "revoked",
      "이 팀의 방장이 아니라서 모집글을 올릴 수 없어요.",
    ],
    ["its team is deleted", "deleted", "팀이 삭제되어 모집글을 올릴 수 없어요."],
  ] as const)("shows at once that %s", async (_, code, note) => {
    open("/team-recruit/posting", { teamId: 12 });
    type(await title(), "평일 아침");
    page.live.greet();
    page.live.say({ type: "gone", view: "team-members", key: "12", code });
    await screen.findByText(note);
    expect((await title()).value).toBe("평일 아침");
  });

  it("shows at once that the session has ended in another tab, and keeps the text", async () => {
    open("/team-recruit/posting");
    type(await title(), "평일 아침");
    act(endSession);
    await screen.findByText("로그인이 끝나 글을 올릴 수 없어요.");
    expect((await title()).value).toBe("평일 아침");
    act(() => logIn());
    await waitFor(() => expect(screen.queryByText(/글을 올릴 수 없어요/)).toBeNull());
  });
});

describe("an existing recruitment", () => {
  it("is taken from the cache of the detail page, and saved with its revision", async () => {
    open("/before");
    fireEvent.click(screen.getByRole("link", { name: "수정" }));
    expect((await title()).value).toBe("넘긴 제목");
    expect(server.paths().filter((path) => !path.includes("/drafts/"))).toEqual([]);
    await waitFor(() => expect(isOff(button("수정 완료"))).toBe(false));
    fireEvent.click(button("수정 완료"));
    await screen.findByText("모집글을 수정했어요");
    expect(sent()[0]).toMatchObject({ method: "PUT", path: "/api/v1/recruitments/5" });
    expect(sent()[0]?.headers.get("If-Match")).toBe('"4"');
  });

  it("is fetched by its id when the page is opened directly, as after a reload", async () => {
    open("/team-recruit/posting?recruitId=5", { recruitId: 5 });
    expect((await title()).value).toBe("저장된 제목");
    expect(contact().value).toBe("https://open.example/morning");
  });

  it("cannot be saved while its body has no visible content", async () => {
    Object.assign(body, { teamRecruitBody: "<p><br></p>" });
    open("/team-recruit/posting?recruitId=5");
    await title();
    await waitFor(() => expect(isOff(button("수정 완료"))).toBe(true));
  });

  it("shows both texts when it was changed in another session", async () => {
    const elsewhere = { ...stored, chatUrl: "https://open.example/other", revision: 9 };
    refusal = reply({ status: 412, message: "다른 곳에서 먼저 수정되었습니다.", data: elsewhere });
    open("/team-recruit/posting?recruitId=5");
    type(await title(), "내 제목");
    await waitFor(() => expect(isOff(button("수정 완료"))).toBe(false));
    fireEvent.click(button("수정 완료"));
    await screen.findByText("다른 곳에서 먼저 수정되었습니다.");
    expect(screen.getByText("내 제목")).toBeTruthy();
    expect(screen.getByText("https://open.example/other")).toBeTruthy();
    refusal = null;
    fireEvent.click(button("내 내용으로 저장"));
    await screen.findByText("모집글을 수정했어요");
    expect(sent().at(-1)?.headers.get("If-Match")).toBe('"9"');
  });

  it("shows at once that the post was deleted, and keeps the text, also after trying to save", async () => {
    const router = open("/before");
    fireEvent.click(screen.getByRole("link", { name: "수정" }));
    type(await title(), "내 제목");
    isDeleted = true;
    refusal = gone();
    await page.changed("recruitment-detail");
    await screen.findByText("모집글이 삭제되어 저장할 수 없어요.");
    expect((await title()).value).toBe("내 제목");
    // No page offers the draft of a deleted post.
    expect(screen.queryByText(/초안/)).toBeNull();
    act(() => void router.navigate("/elsewhere"));
    expect((await screen.findByRole("alertdialog")).textContent).toContain("글 복사하기를 눌러");
    fireEvent.click(button("취소"));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await waitFor(() => expect(isOff(button("수정 완료"))).toBe(false));
    fireEvent.click(button("수정 완료"));
    await screen.findByText("팀 모집글이 존재하지 않습니다.");
    fireEvent.click(button("확인"));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(router.state.location.pathname).toBe("/team-recruit/posting");
    expect((await title()).value).toBe("내 제목");
    expect(button("글 복사하기")).toBeTruthy();
  });

  it("shows the not-found page if it has been deleted before", async () => {
    isDeleted = true;
    open("/team-recruit/posting?recruitId=5");
    await screen.findByText("이 주소는 어디에도 이어져 있지 않아요");
  });
});
