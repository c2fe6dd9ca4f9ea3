// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage, press } from "#tests/support/page.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";

let letGo = () => {};
function Editor({ dirty, text }: { dirty: boolean; text?: string | undefined }) {
  letGo = useLeaveGuard(dirty, text);
  return <p>쓰는 중</p>;
}
const show = (dirty: boolean, text?: string) =>
  openPage({ "/posting/1": () => <Editor dirty={dirty} text={text} /> }, "/posting/1").router;
const unload = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

it("asks before unsaved changes are left, stays on 취소 and leaves on 나가기", async () => {
  const router = show(true);
  expect(unload()).toBe(true);
  void router.navigate("/team-list");
  await screen.findByText("정말로 이동하시겠습니까?");
  expect(screen.getByText("아직 저장하지 않은 내용이 있어요.")).toBeTruthy();
  await press("취소");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByText("쓰는 중")).toBeTruthy();
  void router.navigate("/team-list");
  await press("나가기");
  await screen.findByText("/team-list null");
});

it("closes the question when saving succeeds meanwhile, and stays on the page", async () => {
  const router = show(true);
  void router.navigate("/team-list");
  await screen.findByText("정말로 이동하시겠습니까?");
  act(() => letGo());
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByText("쓰는 중")).toBeTruthy();
  void router.navigate("/team-dashboard/1");
  await screen.findByText("/team-dashboard/1 null");
});

it("shows the given text instead of the general one", async () => {
  void show(true, "초안으로 남아요.").navigate("/team-list");
  await screen.findByText("초안으로 남아요.");
  expect(screen.queryByText(/아직 저장하지 않은/)).toBeNull();
});

it("asks nothing without unsaved changes or after saving", async () => {
  const clean = show(false);
  expect(unload()).toBe(false);
  void clean.navigate("/team-list");
  await screen.findByText("/team-list null");
  cleanup();
  const saved = show(true);
  letGo();
  expect(unload()).toBe(false);
  void saved.navigate("/team-list");
  await screen.findByText("/team-list null");
});
