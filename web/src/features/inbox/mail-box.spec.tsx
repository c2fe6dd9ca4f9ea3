// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { deleteMailAddress, putMailAddress } from "#contracts/delivery/api";
import {
  changeNotificationSettings,
  getNotificationSettings,
  type NotificationSettings,
} from "#contracts/inbox/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage, press, type } from "#tests/support/page.tsx";
import { NotificationSettingsPage } from "./settings-page.tsx";

type Mail = NotificationSettings["mail"];
const none: Mail = { available: true, address: null, state: "none" };
const masked = "do••••@mail.example";
const waiting: Mail = { available: true, address: masked, state: "waiting" };

let settings: NotificationSettings;
let server: ReturnType<typeof fakeServer>;
const open = (mail: Mail, digest: NotificationSettings["digest"] = "off") => {
  settings = { ...settings, mail, digest };
  openPage({ "/my-dashboard/notifications": NotificationSettingsPage }, "/my-dashboard/notifications");
};
const box = () => screen.findByRole("region", { name: "메일 요약" });
const buttons = async () =>
  within(await box())
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
const sent = () => server.sent.map(({ method, path, fields }) => [method, path, fields]);

beforeEach(() => {
  logIn();
  settings = {
    kinds: [],
    quiet: { enabled: false, from: "23:00", until: "08:00" },
    digest: "off",
    push: { available: false },
    mail: none,
    revision: 3,
  };
  server = fakeServer();
  server.on(getNotificationSettings, () => settings);
  server.on(changeNotificationSettings, ({ fields }) => {
    settings = { ...settings, ...fields, revision: settings.revision + 1 };
    return settings;
  });
  server.on(putMailAddress, () => {
    settings = { ...settings, mail: waiting };
    return null;
  });
  server.on(deleteMailAddress, () => {
    settings = { ...settings, mail: none };
    return null;
  });
});

it("has no box where the server sends no mail", async () => {
  open({ available: false, address: null, state: "none" });
  await screen.findByRole("region", { name: "방해 금지 시간" });
  expect(screen.queryByRole("region", { name: "메일 요약" })).toBeNull();
});

describe("without an address", () => {
  it("sends a mail to the one that is entered, at once, by button or Enter, and saves no settings", async () => {
    open(none);
    const field = await screen.findByRole("textbox", { name: "메일 주소" });
    expect(await buttons()).toEqual(["확인 메일 보내기"]);
    type("메일 주소", "dotori@mail.example");
    fireEvent.keyDown(field, { key: "Enter" });
    await screen.findByText("확인 메일을 보냈어요");
    expect(sent()).toEqual([["PUT", "/api/v1/notifications/mail", { address: "dotori@mail.example" }]]);
    within(await box()).getByText(masked);
    within(await box()).getByText("확인을 기다려요");
    expect(screen.queryByText("저장하지 않은 변경이 있어요")).toBeNull();
  });

  it("says beside the field what is wrong with it", async () => {
    open(none);
    const fault = "메일 주소 형식이 올바르지 않습니다.";
    server.refuse(putMailAddress, "invalid-fields", { address: fault });
    const field = await screen.findByRole("textbox", { name: "메일 주소" });
    type("메일 주소", "dotori");
    await press("확인 메일 보내기");
    const hint = await screen.findByText(fault);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(field.getAttribute("aria-describedby")).toBe(hint.id);
    server.refuse(putMailAddress, "too-many-requests");
    await press("확인 메일 보내기");
    await screen.findByText("요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.");
  });
});

it("sends the mail again to the address that was entered here, and asks for it after a reload", async () => {
  open(none);
  await screen.findByRole("textbox", { name: "메일 주소" });
  type("메일 주소", "dotori@mail.example");
  await press("확인 메일 보내기");
  await press("다시 보내기");
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual(sent()[0]);
});

it("asks for the address before it sends another mail to one that was entered earlier", async () => {
  open(waiting);
  expect(await within(await box()).findByText(masked)).toBeTruthy();
  expect(await buttons()).toEqual(["다시 보내기", "주소 바꾸기"]);
  await press("다시 보내기");
  const field = await screen.findByRole("textbox", { name: "메일 주소" });
  expect(document.activeElement).toBe(field);
  await press("취소");
  expect(await buttons()).toEqual(["다시 보내기", "주소 바꾸기"]);
  expect(sent()).toEqual([]);
});

describe("with a confirmed address", () => {
  const confirmed: Mail = { available: true, address: masked, state: "confirmed" };

  it("saves how often a digest comes together with the other settings", async () => {
    open(confirmed);
    const choice = await screen.findByRole("group", { name: "메일 요약 주기" });
    expect(
      within(choice)
        .getAllByRole("button")
        .map(({ textContent, ariaPressed }) => [textContent, ariaPressed]),
    ).toEqual([
      ["받지 않음", "true"],
      ["매일", "false"],
      ["매주 월요일", "false"],
    ]);
    await press("매주 월요일");
    expect(sent()).toEqual([]);
    await press("저장하기");
    await waitFor(() =>
      expect(sent()).toEqual([["PUT", "/api/v1/notifications/settings", { digest: "weekly" }]]),
    );
  });

  it("forgets it at once", async () => {
    open(confirmed, "daily");
    within(await box()).getByText("확인된 주소");
    await press("지우기");
    await screen.findByText("메일 주소를 지웠어요");
    await screen.findByRole("textbox", { name: "메일 주소" });
    expect(screen.queryByRole("group", { name: "메일 요약 주기" })).toBeNull();
    expect(screen.queryByText("저장하지 않은 변경이 있어요")).toBeNull();
    expect(sent()).toEqual([["DELETE", "/api/v1/notifications/mail", {}]]);
  });

  it("keeps other changes savable after the address is gone, whatever the stored choice says", async () => {
    open(none, "daily");
    fireEvent.click(await screen.findByRole("switch", { name: "방해 금지 시간 사용" }));
    await press("저장하기");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.[2]).toEqual({ quiet: { enabled: true, from: "23:00", until: "08:00" } });
  });
});

it("warns that no mail reaches the address", async () => {
  open({ available: true, address: masked, state: "bounced" }, "daily");
  within(await box()).getByText("메일을 보내지 못해 요약을 껐어요. 주소를 확인해 주세요.");
  expect(await buttons()).toEqual(["주소 바꾸기", "지우기"]);
});

it("cannot be used without a connection", async () => {
  open(waiting);
  await within(await box()).findByText(masked);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  for (const name of ["다시 보내기", "주소 바꾸기"])
    expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  vi.restoreAllMocks();
});
