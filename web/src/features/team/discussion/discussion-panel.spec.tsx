// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  acknowledge,
  type Comment,
  type Discussion,
  deleteComment,
  editComment,
  getDiscussion,
  postComment,
  type Thread,
} from "#contracts/discussion/api";
import { getMemberInfo } from "#contracts/member/api";
import { getTeamPage } from "#contracts/team/api";
import { fakeServer, refused } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press } from "#tests/support/page.tsx";
import { articleOf, discussionOf, me, memberInfoOf, teamOf, teamPageOf } from "#tests/support/views";
import { unsent } from "#web/lib/unsent/device-store.ts";
import { BodyView } from "#web/ui/body-view.tsx";
import { DiscussionPanel } from "./discussion-panel.tsx";

vi.setConfig({ testTimeout: 60_000 });

const other = { uuid: "2a7e0c1e-5c39-4f0e-9b53-0d1f6a2f7a22", memberName: "밤샘코더", imageUrl: "/images/a" };
const body = "<p>풀이</p><pre>while queue:<br>  turns = 1<br>  seen.add(1)</pre>";

const commentOf = (commentId: number, change: Partial<Comment> = {}): Comment => ({
  commentId,
  text: `의견 ${commentId}번`,
  mentions: [],
  author: other,
  isAuthor: false,
  canDelete: false,
  state: "posted",
  reason: null,
  createdAt: "2027-12-31T21:15:04+09:00",
  editedAt: null,
  revision: 1,
  ...change,
});
const own = { author: { ...other, uuid: me, memberName: "도토리" }, isAuthor: true, canDelete: true };
const threadOf = (threadId: number, change: Partial<Thread> = {}): Thread => ({
  threadId,
  anchor: null,
  quote: null,
  comments: [commentOf(threadId)],
  ...change,
});
const at = (fromLine: number, toLine = fromLine) => ({ articleRevision: 1, codeBlock: 0, fromLine, toLine });

let discussion: Discussion;
let server: ReturnType<typeof fakeServer>;
let article = articleOf(301);

let isLate = false;
/** Shows another version of the article on the open page. */
let editArticle: (next: typeof article) => void;
function Reading() {
  const [shown, setShown] = useState(article);
  editArticle = setShown;
  const [codes, setCodes] = useState<readonly HTMLElement[]>([]);
  return (
    <>
      <BodyView html={shown.articleBody ?? ""} imageUrl={null} onCodes={setCodes} />
      <DiscussionPanel teamId={12} date="2027-12-31" article={shown} codes={codes} isLate={isLate} />
    </>
  );
}
function open(threads: readonly Thread[] = [], search = "") {
  discussion = { ...discussion, threads: [...threads], comments: threads.length };
  logIn();
  return openPage({ "/": Reading }, `/${search}`);
}
const panel = () => screen.findByRole("region", { name: "의견" });
const field = () => screen.findByRole("textbox", { name: "의견" });
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } });

beforeAll(() => unsent.load());

beforeEach(() => {
  vi.setSystemTime("2027-12-31T21:30:00+09:00");
  isLate = false;
  article = articleOf(301, { articleBody: body });
  discussion = discussionOf(301);
  server = fakeServer();
  server.on(getDiscussion, () => discussion);
  server.on(getMemberInfo, () => memberInfoOf([12]));
  server.on(getTeamPage, () =>
    teamPageOf(teamOf({ members: [{ ...other, isTeamManager: false, memberExplain: "" }] })),
  );
  Element.prototype.scrollIntoView = vi.fn();
});

describe("the panel", () => {
  it("says that there is no comment, and how to leave one at a line", async () => {
    open();
    expect(await screen.findByText("아직 의견이 없어요")).toBeTruthy();
    expect(screen.getByText(/줄 번호를 누르면/)).toBeTruthy();
  });

  it("keeps the skeleton that was shown while its code was being loaded", async () => {
    server.on(getDiscussion, () => new Promise<Discussion>(() => {}));
    isLate = true;
    open();
    expect((await panel()).querySelector("[aria-busy]")).toBeTruthy();
  });

  it("offers another attempt if the comments cannot be loaded", async () => {
    server.refuse(getDiscussion, "article-not-found");
    open();
    expect(await screen.findByText("의견을 불러오지 못했어요")).toBeTruthy();
    server.on(getDiscussion, () => discussion);
    await press("다시 시도");
    expect(await screen.findByText("아직 의견이 없어요")).toBeTruthy();
  });

  it("orders threads by their lines now, then those of the whole article, then outdated ones", async () => {
    open([
      threadOf(1),
      threadOf(2, { anchor: at(2), quote: ["gone"] }),
      threadOf(3, { anchor: at(1), quote: ["seen.add(1)"] }),
      threadOf(4, { anchor: at(3), quote: ["while queue:"] }),
    ]);
    const places = (await screen.findAllByRole("article")).map(
      (one) => within(one).getByRole("heading").textContent,
    );
    expect(places).toEqual(["1번째 줄while queue:", "3번째 줄seen.add(1)", "글 전체", "2번째 줄"]);
    expect(screen.getByRole("heading", { name: "수정 전 코드에 달린 의견" })).toBeTruthy();
    expect(screen.getByText("gone")).toBeTruthy();
  });

  it("folds replies above three, and shows all on press", async () => {
    open([threadOf(1, { comments: [1, 2, 3, 4, 5, 6, 7].map((id) => commentOf(id)) })]);
    expect(await screen.findByText("의견 2번")).toBeTruthy();
    expect(screen.queryByText("의견 3번")).toBeNull();
    await press("답글 3개 더 보기");
    expect(screen.getByText("의견 3번")).toBeTruthy();
  });

  it("shows deleted comments with their reason and those of withdrawn members by a sentence", async () => {
    open([
      threadOf(1, {
        comments: [
          commentOf(1, { state: "deleted-by-manager", text: null, reason: "광고예요" }),
          commentOf(2),
        ],
      }),
      threadOf(3, { comments: [commentOf(3, { state: "withdrawn", text: null }), commentOf(4)] }),
    ]);
    expect(await screen.findByText("방장이 삭제한 의견이에요.")).toBeTruthy();
    expect(screen.getByText("광고예요")).toBeTruthy();
    expect(screen.getByText("탈퇴한 회원의 의견이에요.")).toBeTruthy();
  });

  it("shows the thread that the address names as chosen", async () => {
    open([threadOf(1), threadOf(2)], "?thread=2");
    await screen.findByText("의견 2번");
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  });

  it("announces a comment of another member that arrives, and no own one", async () => {
    const page = open([threadOf(1)]);
    await screen.findByText("의견 1번");
    discussion = { ...discussion, threads: [threadOf(1), threadOf(2, { comments: [commentOf(2, own)] })] };
    await page.changed("discussion/301");
    await screen.findByText("의견 2번");
    expect(screen.queryByText("새 의견 1개")).toBeNull();
    discussion = { ...discussion, threads: [...discussion.threads, threadOf(3)] };
    await page.changed("discussion/301");
    expect((await screen.findAllByText("새 의견 1개")).length).toBeGreaterThan(0);
  });
});

it("counts an arrived comment as unseen while the composer covers it", async () => {
  const page = open([threadOf(1)]);
  const rectOf = (top: number, height: number) => new DOMRect(0, top, 372, height);
  await field();
  const frame = (await panel()).querySelector("[class*=stick]") as HTMLElement;
  vi.spyOn(frame, "getBoundingClientRect").mockReturnValue(rectOf(100, 600));
  vi.spyOn(frame.lastElementChild as Element, "getBoundingClientRect").mockReturnValue(rectOf(550, 150));
  let top = 600;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => rectOf(top, 40));
  discussion = { ...discussion, threads: [threadOf(1), threadOf(2)] };
  await page.changed("discussion/301");
  expect(await screen.findByRole("button", { name: "새 의견 1개" })).toBeTruthy();
  top = 500;
  fireEvent.scroll(window);
  await waitFor(() => expect(screen.queryByRole("button", { name: "새 의견 1개" })).toBeNull());
  vi.restoreAllMocks();
});

describe("the text of a comment", () => {
  it("is shown as elements: code, links, line breaks and names, and never as HTML", async () => {
    open([
      threadOf(1, {
        comments: [
          commentOf(1, {
            text: `@{${other.uuid}} \`seen\` <img src=x onerror=1>\n[글](https://a.example/x) https://b.example/y를 [나쁨](javascript:alert(1))\n\`\`\`\na\n\`\`\``,
          }),
        ],
      }),
    ]);
    expect(await screen.findByText("@밤샘코더")).toBeTruthy();
    const shown = within(await panel());
    expect(shown.getByText("seen").tagName).toBe("CODE");
    expect(document.querySelector("img[src=x]")).toBeNull();
    const links = shown.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "https://a.example/x",
      "https://b.example/y",
    ]);
    expect(links.every((link) => link.getAttribute("rel") === "noopener noreferrer nofollow")).toBe(true);
    expect(shown.getByText("a").closest("pre")).toBeTruthy();
  });

  it("names a withdrawn member as one", async () => {
    open([threadOf(1, { comments: [commentOf(1, { text: `@{${me.replace("6f", "7f")}} 안녕` })] })]);
    expect(await screen.findByText("@탈퇴한 회원")).toBeTruthy();
  });
});

describe("the composer", () => {
  it("sends a comment with the tokens of named members, and shows it meanwhile", async () => {
    let answer = () => {};
    server.on(
      postComment,
      () =>
        new Promise((done) => {
          answer = () => done({ commentId: 5, threadId: 5 });
        }),
    );
    open();
    await screen.findByText("아직 의견이 없어요");
    await vi.waitFor(() => expect(server.paths().some((path) => path.includes("/teams/"))).toBe(true));
    await press("언급");
    fireEvent.click(await screen.findByRole("menuitem", { name: "밤샘코더" }));
    expect(((await field()) as HTMLTextAreaElement).value).toBe("@밤샘코더 ");
    await write("@밤샘코더 좋아요");
    await press("남기기");
    expect(await screen.findByText("보내는 중…")).toBeTruthy();
    expect(server.sent[0]?.fields).toEqual({ text: `@{${other.uuid}} 좋아요` });
    discussion = { ...discussion, threads: [threadOf(5, { comments: [commentOf(5, own)] })] };
    await act(async () => answer());
    expect(await screen.findByText("의견 5번")).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByText("보내는 중…")).toBeNull());
  });

  it("shows a comment once, however late the discussion is fetched again", async () => {
    let answer = () => {};
    server.on(postComment, () => new Promise((done) => (answer = () => done({ commentId: 5, threadId: 5 }))));
    const page = open();
    await write("한 번만");
    page.live.greet();
    await press("남기기");
    await vi.waitFor(() => expect(server.sent).toHaveLength(1));
    let isAnswered = false;
    const fetches: boolean[] = [];
    server.on(getDiscussion, () => {
      fetches.push(isAnswered);
      return new Promise<Discussion>(() => {});
    });
    page.live.say({ type: "changed", view: "discussion", key: "301", checkpoint: "c2" });
    await act(async () => {
      isAnswered = true;
      answer();
    });
    await vi.waitFor(() => expect(fetches[0]).toBe(true));
    const comments = [commentOf(5, { ...own, text: "한 번만" })];
    act(() =>
      page.client.setQueryData(["discussion", "301"], {
        ...discussion,
        threads: [threadOf(5, { comments })],
      }),
    );
    await vi.waitFor(() => expect(screen.queryByText("보내는 중…")).toBeNull());
    expect(screen.getAllByText("한 번만")).toHaveLength(1);
  });

  it("repeats a failed comment with the same key, and removes it on request", async () => {
    server.refuse(postComment, "too-many-comments");
    open();
    await write("첫 의견");
    fireEvent.keyDown(await field(), { key: "Enter", ctrlKey: true });
    await press("다시 보내기");
    await vi.waitFor(() => expect(server.sent).toHaveLength(2));
    const [first, second] = server.sent.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(first).toBe(second);
    await press("지우기");
    expect(screen.queryByText("첫 의견")).toBeNull();
  });

  it("keeps failed comments over a reload, with their keys, and a later draft beside them", async () => {
    server.refuse(postComment, "too-many-comments");
    const { unmount } = open();
    fireEvent.click(await screen.findByRole("button", { name: "2번째 줄에 의견 남기기" }));
    await write("첫 의견");
    await press("남기기");
    await screen.findByRole("button", { name: "다시 보내기" });
    await write("다음 의견");
    unmount();
    open();
    await screen.findByText("첫 의견");
    expect(((await field()) as HTMLTextAreaElement).value).toBe("다음 의견");
    server.on(postComment, { commentId: 9, threadId: 9 });
    await press("다시 보내기");
    await vi.waitFor(() => expect(screen.queryByText("첫 의견")).toBeNull());
    const [first, second] = server.sent;
    expect(second?.fields).toEqual({ text: "첫 의견", anchor: at(2) });
    expect(second?.headers.get("Idempotency-Key")).toBe(first?.headers.get("Idempotency-Key"));
    expect(unsent.all().map(({ key }) => key)).toEqual(["form/comment/301"]);
  });

  it("keeps the draft of a failed comment that a full device could not store", async () => {
    server.refuse(postComment, "too-many-comments");
    const { unmount } = open();
    await write("첫 의견");
    await unsent.read(me);
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await press("남기기");
    await screen.findByRole("button", { name: "다시 보내기" });
    await unsent.read(me);
    full.mockRestore();
    unmount();
    open();
    expect(((await field()) as HTMLTextAreaElement).value).toBe("첫 의견");
    await press("지우기");
    await write("");
    await vi.waitFor(() => expect(unsent.all()).toEqual([]));
  });

  it("repeats the key of its last attempt after a reload, on lines that were moved before", async () => {
    const moved = articleOf(301, { articleBody: `<pre>new<br>${body.slice(15)}`, revision: 2 });
    server.on(postComment, ({ fields }) => {
      if ((fields.anchor as { articleRevision: number }).articleRevision === 1)
        return refused("stale-revision", moved);
      throw new TypeError("no answer");
    });
    const { unmount } = open();
    fireEvent.click(await screen.findByRole("button", { name: "2번째 줄에 의견 남기기" }));
    await write("여기요");
    await press("남기기");
    await screen.findByRole("button", { name: "다시 보내기" });
    const last = server.sent.at(-1);
    expect(last?.fields).toEqual({ text: "여기요", anchor: { ...at(3), articleRevision: 2 } });
    unmount();
    open();
    server.on(postComment, { commentId: 9, threadId: 9 });
    await press("다시 보내기");
    await vi.waitFor(() => expect(screen.queryByText("여기요")).toBeNull());
    const again = server.sent.at(-1);
    expect(again).not.toBe(last);
    expect(again?.fields).toEqual(last?.fields);
    expect(again?.headers.get("Idempotency-Key")).toBe(last?.headers.get("Idempotency-Key"));
    expect(unsent.all()).toEqual([]);
  });

  it("removes failed comments from the device once their article does not exist any more", async () => {
    server.refuse(postComment, "too-many-comments");
    const page = open();
    await write("첫 의견");
    await press("남기기");
    await screen.findByRole("button", { name: "다시 보내기" });
    await vi.waitFor(() => expect(unsent.all()).toHaveLength(1));
    server.refuse(postComment, "article-not-found");
    await press("다시 보내기");
    await vi.waitFor(() => expect(unsent.all()).toEqual([]));
    expect(screen.queryByText("첫 의견")).toBeNull();

    server.refuse(postComment, "too-many-comments");
    await write("둘째 의견");
    await press("남기기");
    await screen.findByRole("button", { name: "다시 보내기" });
    server.refuse(getDiscussion, "article-not-found");
    await page.changed("discussion/301");
    await vi.waitFor(() => expect(unsent.all()).toEqual([]));
  });

  it("keeps the lines with a draft, and finds them again in an edited article", async () => {
    const { unmount } = open();
    await write("쓰다 만 의견");
    fireEvent.click(await screen.findByRole("button", { name: "2번째 줄에 의견 남기기" }));
    unmount();
    article = articleOf(301, { articleBody: `<pre>new<br>${body.slice(15)}`, revision: 2 });
    const second = open();
    expect(await screen.findByText("3번째 줄")).toBeTruthy();
    expect(((await field()) as HTMLTextAreaElement).value).toBe("쓰다 만 의견");
    server.on(postComment, { commentId: 9, threadId: 9 });
    await press("남기기");
    await vi.waitFor(() =>
      expect(server.sent[0]?.fields).toEqual({
        text: "쓰다 만 의견",
        anchor: { ...at(3), articleRevision: 2 },
      }),
    );
    await vi.waitFor(() => expect(unsent.all()).toEqual([]));

    fireEvent.click(await screen.findByRole("button", { name: "3번째 줄에 의견 남기기" }));
    await write("줄 없이");
    await press("글 전체에 남기기");
    second.unmount();
    open();
    await screen.findByDisplayValue("줄 없이");
    expect(screen.queryByText("3번째 줄")).toBeNull();
  });

  it("sends nothing while offline and keeps the text", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    open();
    await write("나중에");
    await press("남기기");
    expect(server.sent).toEqual([]);
    expect(((await field()) as HTMLTextAreaElement).value).toBe("나중에");
    vi.restoreAllMocks();
  });

  it("shows the counter from 900 characters, and refuses more than 1,000", async () => {
    open();
    await write("가".repeat(899));
    expect(screen.queryByText(/1000자/)).toBeNull();
    await write("가".repeat(1001));
    expect(await screen.findByText(/1001\/1000자/)).toBeTruthy();
    await press("남기기");
    expect(server.sent).toEqual([]);
  });

  it("answers a thread", async () => {
    server.on(postComment, { commentId: 9, threadId: 1 });
    open([threadOf(1)]);
    await press("답글");
    fireEvent.change(await screen.findByRole("textbox", { name: "답글" }), { target: { value: "고마워요" } });
    fireEvent.keyDown(screen.getByRole("textbox", { name: "답글" }), { key: "Enter", metaKey: true });
    await vi.waitFor(() => expect(server.sent[0]?.fields).toEqual({ text: "고마워요", threadId: 1 }));
  });

  it("leaves the keys of an input method alone, and sends once its syllable is complete", async () => {
    server.on(postComment, { commentId: 9, threadId: 1 });
    open([threadOf(1)]);
    await press("답글");
    const reply = await screen.findByRole("textbox", { name: "답글" });
    fireEvent.change(reply, { target: { value: "고마워" } });
    fireEvent.keyDown(reply, { key: "Escape", isComposing: true });
    fireEvent.keyDown(reply, { key: "Enter", isComposing: true, ctrlKey: true });
    expect((reply as HTMLTextAreaElement).value).toBe("고마워");
    expect(server.sent).toEqual([]);
    fireEvent.change(reply, { target: { value: "고마워요" } });
    fireEvent.compositionEnd(reply);
    await vi.waitFor(() => expect(server.sent[0]?.fields).toEqual({ text: "고마워요", threadId: 1 }));
    expect(server.sent).toHaveLength(1);
  });
});

describe("lines of code", () => {
  const line = (number: number) => screen.findByRole("button", { name: `${number}번째 줄에 의견 남기기` });

  it("are chosen by their numbers, a range with Shift, and named in the comment", async () => {
    server.on(postComment, { commentId: 9, threadId: 9 });
    open();
    fireEvent.click(await line(1));
    expect(await screen.findByText("1번째 줄")).toBeTruthy();
    fireEvent.click(await line(3), { shiftKey: true });
    expect(await screen.findByText("1~3번째 줄")).toBeTruthy();
    await write("여기요");
    await press("남기기");
    await vi.waitFor(() => expect(server.sent[0]?.fields).toEqual({ text: "여기요", anchor: at(1, 3) }));
  });

  it("are one tab stop that arrows move, with Shift as a range", async () => {
    open();
    const first = await line(1);
    const stops = screen
      .getAllByRole("button", { name: /번째 줄에/ })
      .filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toEqual([first]);
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowDown" });
    let spoken: string | null = null;
    document.addEventListener("focusin", () => {
      spoken = document.activeElement?.getAttribute("aria-label") ?? null;
    });
    fireEvent.keyDown(await line(2), { key: "ArrowDown", shiftKey: true });
    expect(spoken).toBe("2~3번째 줄에 의견 남기기");
    const last = await screen.findByRole("button", { name: "2~3번째 줄에 의견 남기기" });
    expect(document.activeElement).toBe(last);
    fireEvent.click(last, { detail: 0 });
    expect(await screen.findByText("2~3번째 줄")).toBeTruthy();
    const lines = document.getElementById((await field()).getAttribute("aria-describedby") ?? "");
    expect(lines?.textContent).toBe("2~3번째 줄");
  });

  it("are dragged over by a mouse, also beside the numbers", async () => {
    open();
    const first = await line(1);
    vi.spyOn(screen.getByRole("group", { name: "코드의 줄" }), "getBoundingClientRect").mockReturnValue(
      new DOMRect(0, 100, 400, 72),
    );
    fireEvent.pointerDown(first, { button: 0, clientX: 10, clientY: 110 });
    fireEvent.pointerMove(document.body, { clientX: 200, clientY: 160 });
    fireEvent.pointerUp(document.body, { clientX: 200, clientY: 130 });
    expect(await screen.findByText("1~2번째 줄")).toBeTruthy();
    fireEvent.pointerUp(document.body, { clientX: 200, clientY: 160 });
    expect(screen.queryByText("1~3번째 줄")).toBeNull();
  });

  it("are not chosen by the number of a blank one, which may end a range", async () => {
    article = articleOf(301, { articleBody: "<pre>a<br> <br><br>b</pre>" });
    open();
    const blank = await screen.findByRole("button", { name: "2번째 줄에는 의견을 남길 수 없어요" });
    expect(blank.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(blank);
    fireEvent.click(screen.getByRole("button", { name: "3번째 줄에는 의견을 남길 수 없어요" }), {
      shiftKey: true,
    });
    expect(screen.queryByRole("button", { name: "글 전체에 남기기" })).toBeNull();
    expect(document.activeElement).not.toBe(await field());

    const first = await line(1);
    act(() => first.focus());
    fireEvent.keyDown(first, { key: "ArrowDown" });
    expect(document.activeElement).toBe(blank);
    fireEvent.click(blank, { detail: 0 });
    expect(screen.queryByRole("button", { name: "글 전체에 남기기" })).toBeNull();
    fireEvent.keyDown(blank, { key: "Home" });
    fireEvent.keyDown(first, { key: "ArrowDown", shiftKey: true });
    const range = await screen.findByRole("button", { name: "1~2번째 줄에 의견 남기기" });
    expect(range.getAttribute("aria-disabled")).toBe("false");
    fireEvent.click(range, { detail: 0 });
    expect(await screen.findByText("1~2번째 줄")).toBeTruthy();
    expect(document.activeElement).toBe(await field());
  });

  it("follow an edit of the article while the comment is written", async () => {
    open();
    fireEvent.click(await line(2));
    expect(await screen.findByText("2번째 줄")).toBeTruthy();
    act(() => editArticle(articleOf(301, { articleBody: `<pre>new<br>${body.slice(15)}`, revision: 2 })));
    expect(await screen.findByText("3번째 줄")).toBeTruthy();
    act(() => editArticle(articleOf(301, { articleBody: "<p>새 글</p>", revision: 3 })));
    expect(await screen.findByText("코드가 그사이 바뀌었어요. 줄을 다시 골라 주세요.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "글 전체에 남기기" })).toBeNull();
  });

  it("show the number of their comments, which leads to the thread", async () => {
    open([threadOf(1, { anchor: at(2), quote: ["turns = 1"], comments: [commentOf(1), commentOf(2)] })]);
    await press("2번째 줄의 의견 2개");
    expect(document.activeElement?.getAttribute("data-thread")).toBe("1");
  });

  it("are found again if the article has changed meanwhile, once", async () => {
    const moved = articleOf(301, { articleBody: `<pre>new<br>${body.slice(15)}`, revision: 2 });
    server.on(postComment, ({ fields }) =>
      (fields.anchor as { articleRevision: number }).articleRevision === 1
        ? refused("stale-revision", moved)
        : { commentId: 9, threadId: 9 },
    );
    open();
    fireEvent.click(await line(2));
    await write("여기요");
    await press("남기기");
    await vi.waitFor(() =>
      expect(server.sent[1]?.fields).toEqual({ text: "여기요", anchor: { ...at(3), articleRevision: 2 } }),
    );
  });

  it("are to be chosen again if they are gone", async () => {
    server.on(postComment, () =>
      refused("stale-revision", articleOf(301, { articleBody: "<p>새 글</p>", revision: 2 })),
    );
    open();
    fireEvent.click(await line(2));
    await write("여기요");
    await press("남기기");
    expect(await screen.findByText("코드가 그사이 바뀌었어요. 줄을 다시 골라 주세요.")).toBeTruthy();
  });
});

describe("an own comment", () => {
  const mine = () => threadOf(1, { comments: [commentOf(1, { ...own, revision: 4 })] });
  const menu = async (entry: string) => {
    await press("도토리님의 의견, 메뉴");
    fireEvent.click(await screen.findByRole("menuitem", { name: entry }));
  };

  it("is edited on its revision", async () => {
    open([mine()]);
    await menu("수정");
    fireEvent.change(await screen.findByRole("textbox", { name: "의견 수정" }), {
      target: { value: "고친 의견" },
    });
    await press("저장");
    await vi.waitFor(() => expect(server.sent[0]?.fields).toEqual({ text: "고친 의견" }));
    expect(server.sent[0]?.headers.get("If-Match")).toBe('"4"');
    await vi.waitFor(() => expect(screen.queryByLabelText("의견 수정")).toBeNull());
  });

  it("shows both texts if it was edited elsewhere, and can be saved over the other", async () => {
    server.on(editComment, ({ headers }) =>
      headers.get("If-Match") === '"4"'
        ? refused("stale-revision", commentOf(1, { ...own, text: "다른 곳의 글", revision: 5 }))
        : null,
    );
    open([mine()]);
    await menu("수정");
    fireEvent.change(await screen.findByRole("textbox", { name: "의견 수정" }), {
      target: { value: "고친 의견" },
    });
    await press("저장");
    expect(await screen.findByText("다른 곳의 글")).toBeTruthy();
    await press("내 내용으로 저장");
    await vi.waitFor(() => expect(server.sent[1]?.headers.get("If-Match")).toBe('"5"'));
  });

  it("is edited on the revision that its writer has seen, whatever was saved since", async () => {
    const page = open([mine()]);
    await menu("수정");
    const edited = await screen.findByRole("textbox", { name: "의견 수정" });
    fireEvent.change(edited, { target: { value: "고친 의견" } });
    discussion = {
      ...discussion,
      threads: [threadOf(1, { comments: [commentOf(1, { ...own, text: "다른 곳의 글", revision: 5 })] })],
    };
    await page.changed("discussion/301");
    await press("저장");
    await vi.waitFor(() => expect(server.sent[0]?.headers.get("If-Match")).toBe('"4"'));
  });

  it("keeps the revision with the draft of an edit", async () => {
    const { unmount } = open([mine()]);
    await menu("수정");
    fireEvent.change(await screen.findByRole("textbox", { name: "의견 수정" }), {
      target: { value: "고친 의견" },
    });
    unmount();
    open([threadOf(1, { comments: [commentOf(1, { ...own, revision: 5 })] })]);
    await menu("수정");
    expect(await screen.findByDisplayValue("고친 의견")).toBeTruthy();
    await press("저장");
    await vi.waitFor(() => expect(server.sent[0]?.headers.get("If-Match")).toBe('"4"'));
  });

  it.each([
    ["저장된 내용 사용", "다른 곳의 글"],
    ["내 내용으로 저장", undefined],
  ])("has no draft left after a conflict was answered by %s", async (answer, shown) => {
    server.on(editComment, ({ headers }) =>
      headers.get("If-Match") === '"4"'
        ? refused("stale-revision", commentOf(1, { ...own, text: "다른 곳의 글", revision: 5 }))
        : null,
    );
    open([mine()]);
    await menu("수정");
    fireEvent.change(await screen.findByRole("textbox", { name: "의견 수정" }), {
      target: { value: "고친 의견" },
    });
    await press("저장");
    await press(answer);
    await vi.waitFor(() =>
      expect(screen.queryByLabelText<HTMLTextAreaElement>("의견 수정")?.value).toBe(shown),
    );
    await vi.waitFor(() => expect(unsent.all()).toEqual([]));
  });

  it("is deleted after a question", async () => {
    open([mine()]);
    await menu("삭제");
    expect(await screen.findByText("의견을 삭제하시겠어요?")).toBeTruthy();
    expect(server.sent).toEqual([]);
    await answerDialog("삭제");
    await vi.waitFor(() => expect(server.sent[0]?.method).toBe("DELETE"));
  });
});

it("lets a manager delete a comment of another member with a reason, and not edit it", async () => {
  server.on(deleteComment, null);
  open([threadOf(1, { comments: [commentOf(1, { canDelete: true })] })]);
  await press("밤샘코더님의 의견, 메뉴");
  expect(screen.queryByRole("menuitem", { name: "수정" })).toBeNull();
  fireEvent.click(await screen.findByRole("menuitem", { name: "삭제" }));
  fireEvent.change(await screen.findByLabelText(/사유/), { target: { value: "광고예요" } });
  await press("삭제");
  await vi.waitFor(() => expect(server.sent[0]?.fields).toEqual({ reason: "광고예요" }));
});

describe("the acknowledgement", () => {
  it("is shown at once, can be taken back and names the members on press", async () => {
    discussion = { ...discussion, acknowledgedBy: [other] };
    open();
    await press("확인했어요");
    expect(await screen.findByRole("button", { name: "확인했어요", pressed: true })).toBeTruthy();
    await press("확인한 사람 2명");
    expect(await screen.findByText("밤샘코더")).toBeTruthy();
    await vi.waitFor(() => expect(server.sent[0]?.fields).toEqual({ acknowledged: true }));
  });

  it("is taken off again if it is refused", async () => {
    server.refuse(acknowledge, "article-not-found");
    open();
    await press("확인했어요");
    await answerDialog("확인");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "확인했어요" }).getAttribute("aria-pressed")).toBe("false"),
    );
  });

  it("is a count alone for the author of the article", async () => {
    article = articleOf(301, { articleBody: body, isAuthor: true });
    discussion = { ...discussion, acknowledgedBy: [other] };
    open();
    expect(await screen.findByRole("button", { name: "확인한 사람 1명" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "확인했어요" })).toBeNull();
  });
});
