// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { tokenOf } from "#tests/support/stub-server";
import { useRestoredFocus } from "#web/lib/restored-focus.ts";
import { endSession, endSessionQuietly, setToken } from "#web/lib/session.ts";
import { DialogProvider, type Dialogs, useDialogs } from "./dialogs.tsx";

let dialogs: Dialogs;
function Opener({ state }: { state: "usable" | "disabled" | "gone" }) {
  useRestoredFocus();
  dialogs = useDialogs();
  return (
    <section>
      <h2>제목</h2>
      {state !== "gone" && (
        <button type="button" disabled={state === "disabled"}>
          열기
        </button>
      )}
    </section>
  );
}
const page = (state: "usable" | "disabled" | "gone") => (
  <DialogProvider>
    <Opener state={state} />
  </DialogProvider>
);
let become: (state: "disabled" | "gone") => void;
function show() {
  const { rerender } = render(page("usable"));
  become = (state) => rerender(page(state));
  const opener = screen.getByRole("button", { name: "열기" });
  opener.focus();
  return opener;
}
/** Opens a dialog and returns its promise wrapped, so that it is not awaited before it is answered. */
async function open<T>(ask: () => Promise<T>) {
  let answer: Promise<T> | undefined;
  await act(async () => {
    answer = ask();
  });
  return { answer: answer as Promise<T> };
}

afterEach(() => {
  cleanup();
  endSessionQuietly();
});

describe("dialogs", () => {
  it("move the focus inside and back to the control that opened them", async () => {
    const opener = show();
    const { answer } = await open(() => dialogs.alert("글쓰기를 완료했어요"));
    const confirm = await screen.findByRole("button", { name: "확인" });
    await waitFor(() => expect(document.activeElement).toBe(confirm));
    fireEvent.click(confirm);
    await answer;
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("move the focus to the field that they are about", async () => {
    show();
    const field = document.body.appendChild(document.createElement("input"));
    const { answer } = await open(() => dialogs.alert({ title: "제목을 작성해주세요", focus: () => field }));
    const confirm = await screen.findByRole("button", { name: "확인" });
    await waitFor(() => expect(document.activeElement).toBe(confirm));
    fireEvent.click(confirm);
    await answer;
    await waitFor(() => expect(document.activeElement).toBe(field));
    field.remove();
  });

  for (const state of ["disabled", "gone"] as const)
    it(`move the focus to the heading above the control that opened them when it is ${state}`, async () => {
      show();
      const { answer } = await open(() => dialogs.alert("가입 신청을 완료했어요"));
      const confirm = await screen.findByRole("button", { name: "확인" });
      await waitFor(() => expect(document.activeElement).toBe(confirm));
      become(state);
      fireEvent.click(confirm);
      await answer;
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "제목" })));
    });

  it("return yes and no for their buttons, whose default names are 취소 and 나가기", async () => {
    show();
    const leave = await open(() => dialogs.confirm({ title: "정말로 이동하시겠습니까?" }));
    fireEvent.click(await screen.findByRole("button", { name: "나가기" }));
    expect(await leave.answer).toBe(true);
    const stay = await open(() => dialogs.confirm({ title: "삭제하시겠습니까?", yes: "삭제하기" }));
    expect(await screen.findByRole("button", { name: "삭제하기" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "취소" }));
    expect(await stay.answer).toBe(false);
  });

  it("treat Escape as no", async () => {
    show();
    const { answer } = await open(() => dialogs.confirm({ title: "정말로 이동하시겠습니까?" }));
    fireEvent.keyDown(await screen.findByRole("alertdialog"), { key: "Escape" });
    expect(await answer).toBe(false);
  });

  it("treat the end of a session as no, but keep an alert until it is confirmed", async () => {
    setToken(tokenOf("8f14e45f-ceea-467f-a8a0-0000000000aa"));
    show();
    const question = await open(() => dialogs.confirm({ title: "팀을 정말 삭제하시겠습니까?" }));
    const message = await open(() => dialogs.alert("로그인이 끝났어요"));
    await screen.findByText("팀을 정말 삭제하시겠습니까?");
    act(endSession);
    expect(await question.answer).toBe(false);
    await screen.findByText("로그인이 끝났어요");
    act(() => setToken(tokenOf("8f14e45f-ceea-467f-a8a0-0000000000bb")));
    fireEvent.click(screen.getByRole("button", { name: "확인" }));
    await message.answer;
  });

  it("queue up, and show the second line", async () => {
    show();
    const first = await open(() => dialogs.alert({ title: "하나", text: "서버의 말" }));
    const second = await open(() => dialogs.alert("둘"));
    expect((await screen.findByRole("alertdialog")).textContent).toBe("하나서버의 말확인");
    fireEvent.click(screen.getByRole("button", { name: "확인" }));
    await first.answer;
    await screen.findByText("둘");
    fireEvent.click(screen.getByRole("button", { name: "확인" }));
    await second.answer;
  });
});
