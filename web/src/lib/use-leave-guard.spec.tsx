// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";

let letGo = () => {};
function Editor({ dirty, text }: { dirty: boolean; text?: string | undefined }) {
  letGo = useLeaveGuard(dirty, text);
  return <p>쓰는 중</p>;
}
function show(dirty: boolean, text?: string) {
  const router = createMemoryRouter(
    [
      { path: "/posting/1", element: <Editor dirty={dirty} text={text} /> },
      { path: "*", element: <p>다른 곳</p> },
    ],
    { initialEntries: ["/posting/1"] },
  );
  render(
    <DialogProvider>
      <RouterProvider router={router} />
    </DialogProvider>,
  );
  return router;
}
const unload = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

afterEach(cleanup);

it("asks before unsaved changes are left, stays on 취소 and leaves on 나가기", async () => {
  const router = show(true);
  expect(unload()).toBe(true);
  void router.navigate("/team-list");
  await screen.findByText("정말로 이동하시겠습니까?");
  expect(screen.getByText("아직 저장하지 않은 내용이 있어요.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "취소" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByText("쓰는 중")).toBeTruthy();
  void router.navigate("/team-list");
  fireEvent.click(await screen.findByRole("button", { name: "나가기" }));
  expect(await screen.findByText("다른 곳")).toBeTruthy();
});

it("takes the question back once saving has succeeded, and stays for what comes of it", async () => {
  const router = show(true);
  void router.navigate("/team-list");
  await screen.findByText("정말로 이동하시겠습니까?");
  act(() => letGo());
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByText("쓰는 중")).toBeTruthy();
  void router.navigate("/team-dashboard/1");
  expect(await screen.findByText("다른 곳")).toBeTruthy();
});

it("says what becomes of them where that is known", async () => {
  void show(true, "초안으로 남아요.").navigate("/team-list");
  await screen.findByText("초안으로 남아요.");
  expect(screen.queryByText(/아직 저장하지 않은/)).toBeNull();
});

it("asks nothing while nothing has been typed, nor after saving", async () => {
  const clean = show(false);
  expect(unload()).toBe(false);
  void clean.navigate("/team-list");
  expect(await screen.findByText("다른 곳")).toBeTruthy();
  cleanup();
  const saved = show(true);
  letGo();
  expect(unload()).toBe(false);
  void saved.navigate("/team-list");
  expect(await screen.findByText("다른 곳")).toBeTruthy();
});
