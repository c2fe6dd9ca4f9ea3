// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Announcer, announce, countOf, useResult, withPage } from "./announcer.tsx";
import { Dialog } from "./dialog.tsx";
import { Toaster, toast } from "./toast.tsx";

afterEach(() => {
  cleanup();
  toast.remove();
});

const spoken = () => [...document.querySelectorAll("[role=status] p")].map((text) => text.textContent);

function List({ choice, result }: { choice: string; result: string | undefined }) {
  useResult(choice, result);
  return null;
}

it("announces the result of a choice once, when it is known, the empty one too", () => {
  const list = (choice: string, result?: string) => (
    <>
      <Announcer />
      <List choice={choice} result={result} />
    </>
  );
  const { rerender } = render(list("모집중"));
  expect(spoken()).toEqual([]);
  rerender(list("모집중", countOf("모집글", 3)));
  // A live change is not the answer to the choice.
  rerender(list("모집중", countOf("모집글", 4)));
  expect(spoken()).toEqual(["모집중, 모집글 3개"]);
  rerender(list(withPage("모집완료", 1)));
  rerender(list(withPage("모집완료", 1), countOf("모집글", 0)));
  expect(spoken()).toEqual(["모집중, 모집글 3개", "모집완료 2쪽, 모집글 없음"]);
});

it("speaks the same text again, and drops what was spoken long ago", () => {
  render(<Announcer />);
  for (const text of ["하나", "둘", "둘", "셋"]) act(() => announce(text));
  expect(spoken()).toEqual(["둘", "둘", "셋"]);
});

it("is not hidden by a dialog, nor are toasts", async () => {
  const page = (isOpen: boolean) => (
    <>
      <main>글</main>
      <Announcer />
      <Toaster />
      <Dialog open={isOpen} onClose={() => {}} title="초대하기" buttons={null} />
    </>
  );
  const { rerender } = render(page(false));
  rerender(page(true));
  await screen.findByRole("alertdialog");
  act(() => {
    toast.success("링크를 복사했어요");
    announce("3명까지");
  });
  expect(screen.getByText("글").closest("[aria-hidden=true]")).not.toBeNull();
  for (const text of ["링크를 복사했어요", "3명까지"])
    expect(screen.getByText(text).closest("[aria-hidden=true]"), text).toBeNull();
});
