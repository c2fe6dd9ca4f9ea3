// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { $createTextNode, $getRoot, $setCompositionKey, type LexicalEditor } from "lexical";
import { useEffect, useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { postArticle } from "#contracts/article/api";
import { subjectRoom } from "#contracts/documents/api";
import { fakeDocuments } from "#tests/support/fake-documents";
import { fakeDrafts, hurryDrafts } from "#tests/support/fake-drafts";
import { fakeServer } from "#tests/support/fake-server";
import { tokenOf } from "#tests/support/stub-server";
import { commandOf } from "../../lib/calls/command.ts";
import { setToken } from "../../lib/session.ts";
import { unsent } from "../../lib/unsent/device-store.ts";
import { isDraft } from "../../lib/unsent/record.ts";
import type { ResumedState } from "../../lib/unsent/resumed.ts";
import { DialogProvider } from "../../ui/dialogs.tsx";
import { createSharedText, type SharedState, type SharedText } from "../collaboration/shared-text.ts";
import type { FurtherFields } from "./further-fields.ts";
import type { StoredPost } from "./post.ts";
import { WriteScreen } from "./write-screen.tsx";

vi.mock("../collaboration/document-connection.ts", async () => ({
  connectDocument: (await import("#tests/support/fake-documents")).connectDocument,
}));
let uuid: string;
const draftKey = "article-301";
const room = subjectRoom(12, "2026-11-21", { subjectId: 77, revision: 1 });
const question = "쓰던 글이 있어요";
const stored: StoredPost = {
  title: "물류 창고 로봇",
  category: "코딩 테스트",
  html: "<p>최소 배터리</p>",
  imageUrl: null,
  revision: 1,
  further: {},
};
const further: FurtherFields = {
  contact: {
    place: "below",
    Input: ({ value, busy, onText }) => (
      <input
        aria-label="연락"
        value={value}
        readOnly={busy}
        onChange={(event) => onText(event.target.value)}
      />
    ),
    shown: (value) => value,
  },
};

let server: ReturnType<typeof fakeServer>;
let drafts: ReturnType<typeof fakeDrafts>;

interface ScreenProps {
  readonly initial?: StoredPost | null;
  readonly shared?: SharedText;
  readonly sharedState?: SharedState;
}

const Screen = (props: ScreenProps) => (
  <DialogProvider>
    <BareScreen {...props} />
  </DialogProvider>
);

function BareScreen({ initial = stored, ...together }: ScreenProps) {
  return (
    <WriteScreen
      {...together}
      heading="글"
      draftKey={draftKey}
      titlePlaceholder="제목을 입력하세요"
      initial={initial}
      validate={() => undefined}
      command={({ title, html }) =>
        commandOf(postArticle, { body: { teamId: 12, articleTitle: title, articleBody: html } })
      }
      further={further}
      storedOf={() => stored}
      onSaved={() => {}}
      onFailed={() => {}}
    />
  );
}

/** The same text, co-edited. */
function SharedScreen() {
  const [sharedState, setState] = useState<SharedState>("connecting");
  const [shared] = useState(() => createSharedText({ room, stored, uuid, onState: setState }));
  useEffect(() => {
    shared.start();
    return shared.leave;
  }, [shared]);
  return <Screen shared={shared} sharedState={sharedState} />;
}

let router: ReturnType<typeof createMemoryRouter>;
const show = (Component = () => <Screen />, state: ResumedState | null = null) => {
  const initialEntries = [{ pathname: "/", state }];
  router = createMemoryRouter([{ path: "*", Component }], { initialEntries });
  return render(<RouterProvider router={router} />);
};
async function showShared() {
  const view = show(SharedScreen);
  await waitFor(() => expect(title().disabled).toBe(false));
  return view;
}

const title = () => screen.getByLabelText<HTMLInputElement>(/^제목/);
const body = () => screen.getByLabelText("본문").textContent;
const retitle = (value: string) => fireEvent.change(title(), { target: { value } });
const editorOf = (root: HTMLElement) =>
  (root as HTMLElement & { __lexicalEditor: LexicalEditor }).__lexicalEditor;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const isKept = (...titles: string[]) => waitFor(() => expect(drafts.titles()).toEqual(titles.sort()));
/** The titles on this device, including those of a co-edited text. */
const isHere = (...titles: string[]) =>
  waitFor(async () => expect((await draftsHere()).map(({ fields }) => fields.title)).toEqual(titles));
const draftsHere = async () => (await unsent.read(uuid, draftKey)).filter(isDraft);

beforeEach(() => {
  hurryDrafts();
  uuid = crypto.randomUUID();
  setToken(tokenOf(uuid));
  server = fakeServer();
  drafts = fakeDrafts(server);
});
afterEach(() => {
  cleanup();
  fakeDocuments.reset();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const isClosed = () => [
  title().readOnly,
  screen.getByLabelText<HTMLInputElement>("연락").readOnly,
  screen.getByLabelText("본문").getAttribute("contenteditable") === "false",
  screen.getByLabelText("본문").closest("[aria-busy=true]") !== null,
];
const isOpened = () => waitFor(() => expect(isClosed()).toEqual([false, false, false, false]));

describe("the question before leaving", () => {
  /** Clicks a link of the page and answers the question. */
  async function leave() {
    await act(() => router.navigate("/team-list"));
    const text = (await screen.findByRole("alertdialog")).textContent ?? "";
    press("취소");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    return text;
  }

  it("names where the text is stored, once it is", async () => {
    drafts.cut();
    show();
    await isOpened();
    retitle("쓰던 글");
    await screen.findByText("이 브라우저에 초안 저장됨");
    expect(await leave()).toContain("이 브라우저에 초안으로 남아서");
    drafts.connect();
    await screen.findByText("초안 저장됨");
    expect(await leave()).toContain("쓰던 글은 초안으로 남아서");
  });

  it("promises nothing for a text that is stored nowhere, even after another one was", async () => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    show();
    await isOpened();
    retitle("쓰던 글");
    await screen.findByText("초안 저장됨");
    drafts.cut();
    retitle("쓰던 글과 한 시간의 일");
    await screen.findByText("초안을 저장하지 못했어요");
    expect(await leave()).toContain("아직 저장하지 않은 내용이 있어요.");
    drafts.connect();
    await screen.findByText("초안 저장됨");
  });
});

describe("before drafts are found", () => {
  it("accepts no input until the question about the server's draft is answered", async () => {
    hurryDrafts(10_000);
    const left = drafts.leave({ revision: 1 });
    drafts.cut();
    show();
    expect(isClosed()).toEqual([true, true, true, true]);
    press("작성 완료");
    drafts.connect();
    await screen.findByText(question);
    expect(isClosed()).toEqual([true, true, true, true]);
    expect([...drafts.rows.values()]).toEqual([left]);
    press("이어쓰기");
    await isOpened();
    expect([title().value, body()]).toEqual(["초안", "초안의 글"]);
    await waitFor(() => expect(drafts.rows.has(left.draftId)).toBe(false));
    expect(drafts.titles()).toEqual(["초안"]);
  });

  it.each([
    ["그대로 두기", "혼자 쓴 글"],
    ["이어쓰기", "초안"],
  ])(
    "waits for a silent server only for its time; a draft that comes late stays beside: %s",
    async (answer, shown) => {
      drafts.leave();
      drafts.cut();
      show(() => <Screen initial={null} />);
      expect(isClosed()).toEqual([true, true, true, true]);
      await isOpened();
      retitle("혼자 쓴 글");
      await screen.findByText("이 브라우저에 초안 저장됨");
      drafts.connect();
      await screen.findByText(question);
      press(answer);
      await waitFor(() => expect(title().value).toBe(shown));
      await isKept("초안", "혼자 쓴 글");
    },
  );
});

describe("a draft that is found", () => {
  it("is not offered any longer once the form is unmounted", async () => {
    drafts.leave();
    let leave = () => {};
    show(() => {
      const [isThere, setThere] = useState(true);
      leave = () => setThere(false);
      return <DialogProvider>{isThere && <BareScreen />}</DialogProvider>;
    });
    await screen.findByText(question);
    act(leave);
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(drafts.titles()).toEqual(["초안"]);
  });

  it("is described by its title, time and first line, and where it stays if another text is begun", async () => {
    const at = Date.parse("2026-11-20T21:07:45+09:00");
    drafts.leave({ title: "트리의 지름", html: "<p><br></p><p>두 번<br>돌면 된다</p><p>끝</p>", at });
    show();
    await screen.findByText(question);
    const { textContent } = screen.getByRole("alertdialog");
    expect(textContent).toContain("‘트리의 지름’ · 11월 20일 21:07에 씀\n두 번\n");
    expect(textContent).toContain("새로 쓰면 이 글은 ‘지운 초안’에 7일 동안 남아요.");
  });

  it("is deleted when a new text is begun", async () => {
    drafts.leave();
    show();
    await screen.findByText(question);
    press("새로 쓰기");
    await isKept();
    await screen.findByRole("button", { name: "지운 초안" });
    expect(title().value).toBe("물류 창고 로봇");
  });

  it("is not offered if it equals the saved text", async () => {
    // As the editor serialises it.
    show();
    await isOpened();
    retitle("초안");
    await isKept("초안");
    cleanup();
    const [same] = drafts.rows.values();
    await unsent.change([uuid], (all) => ({ remove: all }));
    drafts.rows.clear();
    drafts.leave({ ...same, title: "물류 창고 로봇" });
    show();
    await isKept();
    expect(screen.queryByText(question)).toBeNull();
  });

  it("tells that a picture must be chosen again if only its placeholder was stored", async () => {
    drafts.leave({ html: '<p>보세요 <img src="?" alt="이미지"></p>' });
    show();
    await screen.findByText(question);
    press("이어쓰기");
    await screen.findByText("이미지를 다시 넣어 주세요");
    expect(screen.getByLabelText("본문").querySelector("img")).toBeNull();
  });
});

it("keeps the last change although the screen is unmounted immediately", async () => {
  const view = show();
  await isOpened();
  retitle("하나");
  await isKept("하나");
  retitle("하나 둘");
  view.unmount();
  await isKept("하나 둘");
});

describe("while it is being sent", () => {
  const answer = { resolve: (_: null) => {}, reject: (_: Error) => {} };
  const areToolsClosed = () => screen.getByRole("toolbar", { hidden: true }).closest("[inert]") !== null;
  async function send() {
    const answered = new Promise<null>((resolve, reject) => Object.assign(answer, { resolve, reject }));
    server.on(postArticle, () => answered as Promise<never>);
    show();
    await isOpened();
    retitle("보내는 글");
    await isKept("보내는 글");
    screen.getByLabelText("본문").focus();
    expect(document.activeElement).toBe(screen.getByLabelText("본문"));
    press("작성 완료");
    await waitFor(() => expect([...isClosed(), areToolsClosed()]).toEqual([true, true, true, true, true]));
  }

  it("accepts no input, and after a failure restores the focus", async () => {
    await send();
    (document.activeElement as HTMLElement).blur();
    answer.reject(new Error("refused"));
    await isOpened();
    expect(areToolsClosed()).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("본문")));
    expect(drafts.titles()).toEqual(["보내는 글"]);
  });

  it("keeps text in the draft that is written nevertheless", async () => {
    await send();
    const editor = editorOf(screen.getByLabelText("본문"));
    await act(async () => editor.update(() => $getRoot().selectEnd().insertText(" 더 쓴 말")));
    await act(async () => answer.resolve(null));
    cleanup();
    await waitFor(() => expect(drafts.texts()).toEqual(["최소 배터리 더 쓴 말"]));
  });
});

it("stores and guards a syllable being composed when the page is left, and lets the composition continue", async () => {
  show(() => <Screen initial={null} />);
  await isOpened();
  retitle("조합");
  await isKept("조합");
  const editor = editorOf(screen.getByLabelText("본문"));
  // As an input method leaves it: the syllable is in the text, the composition continues.
  await act(async () => {
    editor.update(() => {
      const text = $createTextNode("한");
      $getRoot().selectEnd().insertNodes([text]);
      $setCompositionKey(text.getKey());
    });
  });
  dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(drafts.texts()).toEqual(["한"]));
  expect(editor.isComposing()).toBe(true);
  expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
});

describe("a text of the outbox that caused a conflict", () => {
  const posts = () => server.sent.filter(({ method }) => method === "POST");

  it("is submitted once it is opened; a reload does not submit what was written after the conflict", async () => {
    server.refuse(postArticle, "stale-revision", { revision: 2 });
    const { draftId } = drafts.leave({ title: "먼저 낸 글", revision: 1 });
    const opened = { resumed: draftId, isSubmitted: true };
    show(undefined, opened);
    fireEvent.click(await screen.findByText("저장된 내용 사용"));
    await isOpened();
    retitle("충돌 뒤에 쓴 글");
    await isKept("충돌 뒤에 쓴 글");
    expect(posts()).toHaveLength(1);
    cleanup();
    show(undefined, opened);
    fireEvent.click(await screen.findByText("이어쓰기"));
    await waitFor(() => expect(title().value).toBe("충돌 뒤에 쓴 글"));
    await isOpened();
    retitle("더 쓴 글");
    await isKept("더 쓴 글");
    expect(posts()).toHaveLength(1);
  });
});

describe("a draft of a co-edited text", () => {
  it("is not offered if the room has stored it, whatever others have changed since", async () => {
    const first = await showShared();
    retitle("물류 창고 로봇 둘");
    await waitFor(async () => expect(await draftsHere()).toMatchObject([{ isSynced: true }]));
    first.unmount();
    fakeDocuments.leave();
    fakeDocuments.doc(room).getText("title").insert(0, "남의 ");
    await showShared();
    await waitFor(() => expect(title().value).toBe("남의 물류 창고 로봇 둘"));
    await isHere();
    expect(screen.queryByText(question)).toBeNull();
  });

  it("replaces the text only on request, and stays otherwise", async () => {
    drafts.leave();
    const { unmount } = await showShared();
    await screen.findByText(question);
    expect(title().value).toBe("물류 창고 로봇");
    press("그대로 두기");
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(drafts.titles()).toEqual(["초안"]);
    expect(fakeDocuments.doc(room).getText("title").toString()).toBe("물류 창고 로봇");
    unmount();
    await showShared();
    await screen.findByText(question);
    press("이어쓰기");
    await waitFor(() => expect(title().value).toBe("초안"));
    expect(fakeDocuments.doc(room).getText("title").toString()).toBe("초안");
    expect(body()).toBe("초안의 글");
  });

  it("is not stored before the member has written; then all of it is stored on the device, the room being the server's draft", async () => {
    await showShared();
    act(() => fakeDocuments.doc(room).getText("title").insert(0, "남의 "));
    await waitFor(() => expect(title().value).toBe("남의 물류 창고 로봇"));
    await isHere();
    retitle("남의 물류 창고 로봇!");
    await isHere("남의 물류 창고 로봇!");
    await screen.findByText("초안 저장됨");
    act(() => fakeDocuments.doc(room).getText("title").insert(0, "또 "));
    await isHere("또 남의 물류 창고 로봇!");
    act(() => void fakeDocuments.doc(room).getMap("fields").set("category", "스터디"));
    await waitFor(async () =>
      expect(await draftsHere()).toMatchObject([{ fields: { category: "스터디" }, room }]),
    );
    expect(drafts.rows.size).toBe(0);
  });
});
