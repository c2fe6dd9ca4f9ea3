// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import {
  changeNotificationSettings,
  getNotificationSettings,
  type NotificationSettings,
} from "#contracts/inbox/api";
import { kindOf, settingsOf } from "#tests/support/fake-inbox";
import { fakeServer } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press } from "#tests/support/page.tsx";
import { reply } from "#tests/support/stub-server";
import { me } from "#tests/support/views";
import { NotificationSettingsPage } from "./settings-page.tsx";

type Kind = NotificationSettings["kinds"][number];

let settings: NotificationSettings;
let server: ReturnType<typeof fakeServer>;
const open = () =>
  openPage({ "/my-dashboard/notifications": NotificationSettingsPage }, "/my-dashboard/notifications");
const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const sent = () => server.sent.map(({ fields, headers }) => [fields, headers.get("If-Match")]);
const bar = () => screen.queryByText("저장하지 않은 변경이 있어요");

beforeEach(() => {
  logIn();
  settings = settingsOf(
    kindOf("SUBJECT_POSTED", "TEAM", "새 문제"),
    kindOf("ARTICLE_POSTED", "TEAM", "팀원의 새 글", { inbox: false, push: false, mail: false }),
    kindOf("APPLICATION_ACCEPTED", "RECRUIT", "내 신청의 결과"),
    kindOf("APPLICATION_REMOVED", "RECRUIT", "내 신청의 결과"),
    kindOf("KICKED", "ACCOUNT", "팀에서 내보내짐", { locked: true }),
  );
  server = fakeServer();
  server.on(getNotificationSettings, () => settings);
  server.on(changeNotificationSettings, ({ fields }) => {
    settings = { ...settings, ...fields, kinds: settings.kinds, revision: settings.revision + 1 };
    for (const change of (fields.kinds ?? []) as Kind[])
      settings.kinds = settings.kinds.map((one) => (one.kind === change.kind ? { ...one, ...change } : one));
    return settings;
  });
});

it("switches all channels off with the inbox, and restores them with it", async () => {
  open();
  await screen.findByRole("group", { name: "팀 활동" });
  expect([box("팀원의 새 글, 푸시").disabled, box("팀원의 새 글, 푸시").checked]).toEqual([true, false]);
  fireEvent.click(box("새 문제, 알림 센터"));
  for (const channel of ["푸시", "메일 요약"]) {
    expect([box(`새 문제, ${channel}`).disabled, box(`새 문제, ${channel}`).checked]).toEqual([true, false]);
  }
  fireEvent.click(box("새 문제, 알림 센터"));
  expect(box("새 문제, 푸시").checked).toBe(true);
  expect(bar()).toBeNull();
  fireEvent.click(box("새 문제, 알림 센터"));
  await press("저장하기");
  await screen.findByText("알림 설정을 저장했어요");
  expect(sent()).toEqual([
    [{ kinds: [{ kind: "SUBJECT_POSTED", inbox: false, push: false, mail: false }] }, '"3"'],
  ]);
  expect(bar()).toBeNull();
});

it("changes the kinds of one row together, and shows locked ones", async () => {
  open();
  fireEvent.click(await screen.findByRole("checkbox", { name: "내 신청의 결과, 메일 요약" }));
  await press("저장하기");
  await waitFor(() => expect(sent()).toHaveLength(1));
  const both = ["APPLICATION_ACCEPTED", "APPLICATION_REMOVED"];
  expect(sent()[0]?.[0]).toEqual({
    kinds: both.map((kind) => ({ kind, inbox: true, push: true, mail: false })),
  });
  const locked = screen.getByRole("row", { name: /팀에서 내보내짐/ });
  expect(within(locked).getAllByRole("checkbox")).toHaveLength(2);
  within(locked).getByText("항상 켜짐");
});

it("returns the focus to the changed control when the change is saved or discarded", async () => {
  open();
  for (const name of ["저장하기", "되돌리기"]) {
    const control = await screen.findByRole("checkbox", { name: "새 문제, 푸시" });
    control.focus();
    fireEvent.click(control);
    const button = await screen.findByRole("button", { name });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(bar()).toBeNull());
    expect(document.activeElement).toBe(control);
  }
});

it("sends the selected quiet hours, never an empty range", async () => {
  open();
  const from = await screen.findByRole<HTMLSelectElement>("combobox", { name: "시작 시각" });
  expect([...from.options].map(({ value }) => value)).not.toContain("08:00");
  fireEvent.change(from, { target: { value: "22:30" } });
  await press("저장하기");
  await waitFor(() =>
    expect(sent()).toEqual([[{ quiet: { enabled: true, from: "22:30", until: "08:00" } }, '"3"']]),
  );
  fireEvent.click(screen.getByRole("switch", { name: "방해 금지 시간 사용" }));
  expect(screen.queryByRole("combobox", { name: "시작 시각" })).toBeNull();
});

it("discards a change, and asks for confirmation before leaving with an unsaved one", async () => {
  const { router } = open();
  fireEvent.click(await screen.findByRole("checkbox", { name: "새 문제, 푸시" }));
  await press("되돌리기");
  expect([bar(), box("새 문제, 푸시").checked]).toEqual([null, true]);
  fireEvent.click(box("새 문제, 푸시"));
  void router.navigate("/team-list");
  await answerDialog("취소");
  expect(router.state.location.pathname).toBe("/my-dashboard/notifications");
  expect(box("새 문제, 푸시").checked).toBe(false);
});

it("shows settings that are saved elsewhere unless there is a change, and compares them when saving", async () => {
  const { changed } = open();
  await screen.findByRole("group", { name: "팀 활동" });
  const elsewhere = (change: Partial<Kind>) => {
    settings = {
      ...settings,
      kinds: settings.kinds.map((one) => (one.kind === "SUBJECT_POSTED" ? { ...one, ...change } : one)),
      revision: settings.revision + 1,
    };
  };
  elsewhere({ push: false });
  await changed(`inbox-settings/${me}`);
  await waitFor(() => expect(box("새 문제, 푸시").checked).toBe(false));
  fireEvent.click(box("새 문제, 푸시"));
  elsewhere({ mail: false });
  await changed(`inbox-settings/${me}`);
  expect(box("새 문제, 메일 요약").checked).toBe(true);
  server.refuse(changeNotificationSettings, "stale-revision", settings);
  await press("저장하기");
  const mine = await screen.findByRole("region", { name: "내가 쓴 내용" });
  expect(mine.textContent).toContain("새 문제알림 센터, 푸시, 메일 요약");
  expect(screen.getByRole("region", { name: "현재 저장된 내용" }).textContent).toContain("새 문제알림 센터");
  await press("저장된 내용 사용");
  await waitFor(() => expect(box("새 문제, 메일 요약").checked).toBe(false));
  expect(bar()).toBeNull();
});

it("keeps the change when saving fails, shows the server's message, and waits for a connection", async () => {
  server.on(changeNotificationSettings, () => reply({ status: 429, message: "요청이 너무 많습니다." }));
  open();
  fireEvent.click(await screen.findByRole("checkbox", { name: "새 문제, 푸시" }));
  await press("저장하기");
  expect((await screen.findByRole("alertdialog")).textContent).toBe(
    "알림 설정을 저장하지 못했어요요청이 너무 많습니다.확인",
  );
  await answerDialog("확인");
  expect(box("새 문제, 푸시").checked).toBe(false);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "저장하기" }).disabled).toBe(true);
  screen.getByText("연결이 끊겼어요. 다시 이어지면 새 알림을 보여드릴게요.");
  vi.restoreAllMocks();
  act(() => void window.dispatchEvent(new Event("online")));
});

it("explains that the server has no push, and hides mail without a mail server", async () => {
  open();
  await screen.findByText("지금은 푸시 알림을 사용할 수 없어요.");
  expect(screen.queryByRole("heading", { name: "메일 요약" })).toBeNull();
});

it("shows a failed fetch of the settings", async () => {
  server.on(getNotificationSettings, () => reply({ status: 400 }));
  open();
  await screen.findByText("알림을 가져오지 못했어요");
  await press("다시 시도");
});
