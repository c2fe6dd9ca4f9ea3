// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { confirmMailAddress, deleteMailAddress, putMailAddress } from "#contracts/delivery/api";
import { refusals } from "#contracts/errors";
import {
  changeNotificationSettings,
  getNotificationSettings,
  type NotificationSettings,
} from "#contracts/inbox/api";
import { kindOf, settingsOf } from "#tests/support/fake-inbox";
import { fakeServer, refused } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { reply } from "#tests/support/stub-server";
import { me } from "#tests/support/views";
import { MailConfirmationPage } from "./mail-pages.tsx";
import { NotificationSettingsPage } from "./settings-page.tsx";

type State = NotificationSettings["mail"]["state"];
const address = "dotori@mail.example";
const shown = "do••••@mail.example";
const pages = {
  "/my-dashboard/notifications": NotificationSettingsPage,
  "/mail/confirm/:token": MailConfirmationPage,
};

let settings: NotificationSettings;
let server: ReturnType<typeof fakeServer>;
const setMail = (state: State, of = shown) => {
  const mail = { available: true, state, address: state === "none" ? null : of };
  settings = { ...settings, mail };
};
const open = async (state: State) => {
  setMail(state);
  const page = openPage(pages, "/my-dashboard/notifications");
  await screen.findByRole("region", { name: "메일 요약" });
  return page;
};
const mailBox = () => within(screen.getByRole("region", { name: "메일 요약" }));
const sent = () => server.sent.map(({ method, path, fields }) => [method, path.slice(8), fields]);
const segment = (name: string) => screen.getByRole("button", { name, pressed: true });
const field = () => screen.queryByLabelText<HTMLInputElement>("메일 주소");
const bar = () => screen.queryByText("저장하지 않은 변경이 있어요");

beforeEach(() => {
  logIn();
  settings = settingsOf(kindOf("SUBJECT_POSTED", "TEAM", "새 문제"));
  server = fakeServer();
  server.on(getNotificationSettings, () => settings);
  server.on(putMailAddress, ({ fields }) => {
    setMail("waiting", String(fields.address).replace(/(?<=^..).*(?=@)/, "••••"));
    return null;
  });
  server.on(deleteMailAddress, () => {
    setMail("none");
    return null;
  });
  server.on(changeNotificationSettings, ({ fields }) => {
    settings = { ...settings, ...fields, kinds: settings.kinds, revision: settings.revision + 1 };
    return settings;
  });
});

it("requires an address first, and sends it without the other settings, also on Enter", async () => {
  await open("none");
  mailBox().getByText("먼저 메일 주소를 확인해 주세요.");
  expect(screen.queryByRole("group", { name: "메일 요약 주기" })).toBeNull();
  expect(mailBox().queryByRole("button", { name: "취소" })).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "새 문제, 푸시" }));
  type("메일 주소", ` ${address} `);
  const isLeft = fireEvent.keyDown(field() as HTMLElement, { key: "Enter" });
  expect(isLeft).toBe(false);
  await screen.findByText("확인 메일을 보냈어요");
  await waitFor(() => expect(field()).toBeNull());
  mailBox().getByText(shown);
  expect(mailBox().getByRole("status").textContent).toBe("확인을 기다려요");
  expect(sent()).toEqual([["PUT", "notifications/mail", { address }]]);
  expect(bar()).not.toBeNull();
});

it("sends the mail again to an address that this page knows, otherwise requires it", async () => {
  await open("waiting");
  mailBox().getByText("링크는 24시간 동안 쓸 수 있어요. 메일이 보이지 않으면 스팸함도 확인해 주세요.");
  await press("확인 메일 다시 보내기");
  expect(sent()).toEqual([]);
  expect(document.activeElement).toBe(field());
  type("메일 주소", address);
  await press("확인 메일 보내기");
  await waitFor(() => expect(field()).toBeNull());
  await press("확인 메일 다시 보내기");
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual(["PUT", "notifications/mail", { address }]);
  server.on(putMailAddress, refused("too-many-requests"));
  await press("확인 메일 다시 보내기");
  expect((await mailBox().findByRole("alert")).textContent).toBe(refusals["too-many-requests"].message);
});

it("requires the address when the unconfirmed one was not entered on this page", async () => {
  const { changed } = await open("none");
  type("메일 주소", address);
  await press("확인 메일 보내기");
  await mailBox().findByText(shown);
  setMail("waiting", "ba••••@mail.example");
  await changed(`inbox-settings/${me}`);
  await mailBox().findByText("ba••••@mail.example");
  await press("확인 메일 다시 보내기");
  expect(sent()).toHaveLength(1);
  expect(field()).not.toBeNull();
});

it("shows a refusal beside the field until another address is tried or the field is closed", async () => {
  await open("confirmed");
  const wrong = "메일 주소 형식이 올바르지 않습니다.";
  server.on(putMailAddress, () => refused("invalid-fields", { address: wrong }));
  await press("주소 바꾸기");
  await press("확인 메일 보내기");
  const hint = await mailBox().findByRole("alert");
  expect(hint.textContent).toBe(wrong);
  expect(field()?.getAttribute("aria-invalid")).toBe("true");
  expect(field()?.getAttribute("aria-describedby")).toBe(hint.id);
  server.refuse(putMailAddress, "too-many-requests");
  await press("확인 메일 보내기");
  await mailBox().findByText(refusals["too-many-requests"].message);
  server.on(putMailAddress, () => Response.error());
  await press("확인 메일 보내기");
  await mailBox().findByText("확인 메일을 보내지 못했어요");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await press("취소");
  mailBox().getByText("확인된 주소");
  expect(mailBox().queryByRole("alert")).toBeNull();
});

it("saves the digest with the other settings, and sends it only when changed", async () => {
  settings = { ...settings, digest: "daily" };
  await open("confirmed");
  expect(segment("매일")).toBeTruthy();
  const choices = within(screen.getByRole("group", { name: "메일 요약 주기" })).getAllByRole("button");
  expect(choices.map(({ textContent }) => textContent)).toEqual(["받지 않음", "매일", "매주 월요일"]);
  mailBox().getByText("안 읽은 알림만 아침 8시에 모아 보내요. 읽을 것이 없으면 보내지 않아요.");
  expect(mailBox().getByRole("status").textContent).toBe("확인된 주소");
  fireEvent.click(screen.getByRole("checkbox", { name: "새 문제, 푸시" }));
  await press("저장하기");
  await waitFor(() => expect(bar()).toBeNull());
  expect(sent()[0]?.[2]).not.toHaveProperty("digest");
  await press("매주 월요일");
  await press("저장하기");
  await waitFor(() => expect(sent()[1]?.[2]).toEqual({ digest: "weekly" }));
  await waitFor(() => expect(bar()).toBeNull());
  expect(segment("매주 월요일")).toBeTruthy();
});

it("removes the address at once, and discards an unsaved digest selection", async () => {
  await open("confirmed");
  await press("매일");
  expect(bar()).not.toBeNull();
  await press("메일 주소 지우기");
  await screen.findByText("메일 주소를 지웠어요");
  expect(field()).not.toBeNull();
  expect(bar()).toBeNull();
  expect(sent()).toEqual([["DELETE", "notifications/mail", {}]]);
});

it("does not send a digest that was stored before mails bounced", async () => {
  settings = { ...settings, digest: "daily" };
  await open("bounced");
  mailBox().getByText("메일을 보내지 못해 요약을 껐어요. 주소를 확인해 주세요.");
  expect(screen.queryByRole("group", { name: "메일 요약 주기" })).toBeNull();
  mailBox().getByText(shown);
  fireEvent.click(screen.getByRole("checkbox", { name: "새 문제, 메일 요약" }));
  await press("저장하기");
  await waitFor(() => expect(bar()).toBeNull());
  const kinds = [{ kind: "SUBJECT_POSTED", inbox: true, push: true, mail: false }];
  expect(sent()).toEqual([["PUT", "notifications/settings", { kinds }]]);
});

it("shows in the box that the digest was refused without an address, and saves the other settings", async () => {
  await open("confirmed");
  await press("매일");
  fireEvent.click(screen.getByRole("checkbox", { name: "새 문제, 메일 요약" }));
  setMail("none");
  server.refuse(changeNotificationSettings, "mail-not-confirmed");
  await press("저장하기");
  await mailBox().findByText(refusals["mail-not-confirmed"].message);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(field()).not.toBeNull();
  expect(bar()).not.toBeNull();
  await press("저장하기");
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(Object.keys(sent()[1]?.[2] ?? {})).toEqual(["kinds"]);
});

it("shows a failed removal of the address", async () => {
  server.on(deleteMailAddress, () => reply({ status: 429, message: "요청이 너무 많습니다." }));
  await open("confirmed");
  await press("메일 주소 지우기");
  expect((await screen.findByRole("alertdialog")).textContent).toBe(
    "메일 주소를 지우지 못했어요요청이 너무 많습니다.확인",
  );
  await answerDialog("확인");
  mailBox().getByText(shown);
});

describe("shows the confirmed address", () => {
  /** As in the product, where a response stays fresh for some time. */
  async function openFresh() {
    const page = await open("waiting");
    const { client } = page;
    client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, staleTime: 10_000 } });
    return page;
  }

  it("when the page becomes visible again", async () => {
    const { router } = await openFresh();
    await act(() => router.navigate("/elsewhere"));
    await act(() => router.navigate("/my-dashboard/notifications"));
    await screen.findByText("확인을 기다려요");
    setMail("confirmed");
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    act(() => void window.dispatchEvent(new Event("visibilitychange")));
    await mailBox().findByText("확인된 주소");
    vi.restoreAllMocks();
  });

  it("after the confirmation page", async () => {
    const { router } = await openFresh();
    server.on(confirmMailAddress, () => {
      setMail("confirmed");
      return null;
    });
    await act(() => router.navigate("/mail/confirm/abc"));
    await press("확인하기");
    fireEvent.click(await screen.findByRole("link", { name: "알림 설정" }));
    await screen.findByText("확인된 주소");
  });
});

it("sends nothing while offline", async () => {
  await open("waiting");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  for (const { disabled } of mailBox().getAllByRole<HTMLButtonElement>("button")) expect(disabled).toBe(true);
  screen.getByText("연결이 끊겼어요. 다시 이어지면 새 알림을 보여드릴게요.");
  vi.restoreAllMocks();
  act(() => void window.dispatchEvent(new Event("online")));
  await press("주소 바꾸기");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  type("메일 주소", address);
  fireEvent.keyDown(field() as HTMLElement, { key: "Enter" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "확인 메일 보내기" }).disabled).toBe(true);
  expect(sent()).toEqual([]);
  vi.restoreAllMocks();
  act(() => void window.dispatchEvent(new Event("online")));
});
