// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { linkDiscord, testDiscord, unlinkDiscord } from "#contracts/discord/api";
import { refusals } from "#contracts/errors";
import { getMemberInfo } from "#contracts/member/api";
import { changeDayEnd, endPromise, getRhythm, type Rhythm, setPromise } from "#contracts/rhythm/api";
import { fakeServer } from "#tests/support/fake-server";
import { answerDialog, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { memberInfoOf, rhythmOf } from "#tests/support/views";
import { useRestoredFocus } from "#web/lib/restored-focus.ts";
import { PromisePage } from "./promise-page.tsx";

const unlinked = { linked: false, lastFour: null };
const perWeek = { weekdays: null, perWeek: 4, restsPerMonth: 3, startsOn: "2025-12-15", lastDay: null };

let rhythm: Rhythm;
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  rhythm = rhythmOf({ discord: unlinked });
  server = fakeServer();
  server.on(getRhythm, () => rhythm);
  server.on(getMemberInfo, memberInfoOf([12]));
  server.on(setPromise, { startsOn: "2025-12-15" });
});

const open = () => {
  logIn();
  return openPage({ "/team-setting/promise/:teamId": PromisePage }, "/team-setting/promise/12");
};
const sentTo = () =>
  server.sent.map(({ method, path }) => `${method} ${path.replace("/api/v1/teams/12/", "")}`);
const isPressed = async (name: string) =>
  (await screen.findByRole("button", { name })).getAttribute("aria-pressed") === "true";

describe("the promise for managers", () => {
  it("shows the one in force, with its start", async () => {
    open();
    expect(await isPressed("월요일")).toBe(true);
    expect(await isPressed("토요일")).toBe(false);
    screen.getByText("12월 1일 (월)부터");
    screen.getByText("오늘 01:59까지");
    expect(screen.queryByRole("button", { name: "저장하기" })).toBeNull();
    expect(screen.getAllByRole("link", { name: /관리|약속|출석|대기열/ })).toHaveLength(5);
  });

  it("is changed with one bar, from the next Monday on", async () => {
    open();
    await press("토요일");
    screen.getByText("12월 15일 (월)부터");
    await press("저장하기");
    await screen.findByText("약속을 정했습니다.");
    expect(sentTo()).toEqual(["PUT promise"]);
    expect(server.sent[0]?.fields).toEqual({
      weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
      restsPerMonth: 2,
    });
    await waitFor(() => expect(screen.queryByRole("button", { name: "저장하기" })).toBeNull());
  });

  it("saves the end of the day and a number of days a week together", async () => {
    server.on(changeDayEnd, null);
    open();
    await press("한 주에 며칠");
    fireEvent.click(
      within(screen.getByRole("group", { name: "한 주에 쓰는 날" })).getByRole("button", { name: "줄이기" }),
    );
    fireEvent.change(screen.getByRole("combobox", { name: "하루의 끝" }), { target: { value: "00:00" } });
    screen.getByText("오늘 23:59까지");
    await press("저장하기");
    await screen.findByText("약속을 정했습니다.");
    expect(sentTo()).toEqual(["PUT day-end", "PUT promise"]);
    expect(server.sent[1]?.fields).toEqual({ perWeek: 4, restsPerMonth: 2 });
  });

  it("keeps what is not saved if a part is refused, and does not save the other part twice", async () => {
    server.on(changeDayEnd, null);
    server.refuse(setPromise, "not-a-manager");
    open();
    await press("토요일");
    fireEvent.change(screen.getByRole("combobox", { name: "하루의 끝" }), { target: { value: "03:00" } });
    await press("저장하기");
    await answerDialog("확인");
    server.on(setPromise, { startsOn: "2025-12-15" });
    await press("저장하기");
    await screen.findByText("약속을 정했습니다.");
    expect(sentTo()).toEqual(["PUT day-end", "PUT promise", "PUT promise"]);
  });

  it("keeps what is changed while it is being saved", async () => {
    let answer: () => void = () => {};
    server.on(
      setPromise,
      () => new Promise((resolve) => (answer = () => resolve({ startsOn: "2025-12-15" }))),
    );
    open();
    await press("토요일");
    await press("저장하기");
    await waitFor(() => expect(sentTo()).toEqual(["PUT promise"]));
    await press("일요일");
    answer();
    await screen.findByText("약속을 정했습니다.");
    expect(await isPressed("일요일")).toBe(true);
    await press("저장하기");
    await waitFor(() =>
      expect(server.sent[1]?.fields).toMatchObject({ weekdays: expect.arrayContaining(["Sun"]) }),
    );
  });

  it("keeps an unsaved end of the day when the promise is ended", async () => {
    server.on(endPromise, () => {
      rhythm = rhythmOf({ promise: null, discord: unlinked });
      return { lastDay: null };
    });
    open();
    await press("토요일");
    fireEvent.change(screen.getByRole("combobox", { name: "하루의 끝" }), { target: { value: "03:00" } });
    await press("약속 마치기");
    await answerDialog("마치기");
    await screen.findByText("약속을 마치기로 했습니다.");
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "하루의 끝" }).value).toBe("03:00");
    expect(await isPressed("토요일")).toBe(false);
    server.on(changeDayEnd, null);
    await press("저장하기");
    await screen.findByText("하루의 끝을 바꾸었습니다.");
    expect(sentTo()).toEqual(["DELETE promise", "PUT day-end"]);
  });

  it("asks for a weekday, and sends nothing without one", async () => {
    rhythm = rhythmOf({ promise: null, discord: unlinked });
    open();
    await press("월요일");
    await press("월요일");
    expect(screen.queryByRole("button", { name: "저장하기" })).toBeNull();
    fireEvent.click(
      within(screen.getByRole("group", { name: "한 달에 쉬는 날" })).getByRole("button", { name: "늘리기" }),
    );
    await press("저장하기");
    await screen.findByText("약속을 다시 확인해 주세요.");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "월요일" }));
    expect(server.sent).toEqual([]);
  });

  it("undoes an unsaved change", async () => {
    open();
    await press("토요일");
    await press("되돌리기");
    expect(await isPressed("토요일")).toBe(false);
  });

  it("is ended after a question, with its week", async () => {
    server.on(endPromise, { lastDay: "2025-12-14" });
    open();
    await press("약속 마치기");
    await screen.findByText("12월 14일 (일)까지 세고 그 뒤에는 세지 않아요.");
    await answerDialog("취소");
    expect(server.sent).toEqual([]);
    await press("약속 마치기");
    rhythm = rhythmOf({
      promise: { ...(rhythm.promise as NonNullable<Rhythm["promise"]>), lastDay: "2025-12-14" },
      discord: unlinked,
    });
    await answerDialog("마치기");
    await screen.findByText("약속을 마치기로 했습니다.");
    await screen.findByText("12월 14일 (일)까지");
    expect(screen.queryByRole("button", { name: "약속 마치기" })).toBeNull();
  });

  it("shows the waiting one in the form, below the one that it will replace", async () => {
    const promise = { ...(rhythm.promise as NonNullable<Rhythm["promise"]>), lastDay: "2025-12-14" };
    rhythm = rhythmOf({ promise, pending: perWeek, discord: unlinked });
    open();
    await screen.findByText("월 화 수 목 금 · 한 달에 2일");
    expect(await isPressed("한 주에 며칠")).toBe(true);
    screen.getByText("12월 15일 (월)부터");
  });

  it("follows another manager's change, unless something is being changed here", async () => {
    const { changed } = open();
    await isPressed("월요일");
    rhythm = rhythmOf({ promise: null, discord: unlinked });
    await changed("rhythm/12");
    await waitFor(async () => expect(await isPressed("월요일")).toBe(false));
    await press("일요일");
    rhythm = rhythmOf({ discord: unlinked });
    await changed("rhythm/12");
    expect(await isPressed("일요일")).toBe(true);
    expect(await isPressed("월요일")).toBe(false);
  });
});

describe("the promise for members", () => {
  it("is read", async () => {
    rhythm = rhythmOf();
    open();
    await screen.findByText("한 달에 2일");
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(screen.queryByRole("region", { name: "Discord" })).toBeNull();
    expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "02:00",
      "월화수목금",
      "한 달에 2일",
      "12월 1일 (월)부터",
    ]);
  });

  it("may not exist yet", async () => {
    rhythm = rhythmOf({ promise: null });
    open();
    await screen.findByText("아직 정하지 않았어요");
  });
});

describe("Discord", () => {
  const address = "https://discord.com/api/webhooks/12/abcd-k9Qa";

  it("is linked by the address of a webhook, and nothing else", async () => {
    server.on(linkDiscord, null);
    open();
    await screen.findByLabelText("Discord 웹훅 주소");
    type("Discord 웹훅 주소", "https://discord.com/channels/9021/113");
    await press("연결하기");
    await screen.findByText(refusals["not-a-discord-address"].message);
    expect(server.sent).toEqual([]);
    type("Discord 웹훅 주소", address);
    expect(screen.queryByText(refusals["not-a-discord-address"].message)).toBeNull();
    await press("연결하기");
    await screen.findByText("Discord와 연결했습니다.");
    expect(server.sent[0]?.fields).toEqual({ address });
  });

  it("shows the end of its address, sends a test message and is unlinked", async () => {
    rhythm = rhythmOf({ discord: { linked: true, lastFour: "k9Qa" } });
    server.on(testDiscord, null);
    server.on(unlinkDiscord, null);
    open();
    await screen.findByText("discord.com/api/webhooks/…k9Qa");
    await press("시험 메시지");
    await screen.findByText("시험 메시지를 보냈습니다.");
    await press("연결 끊기");
    await screen.findByText("연결을 끊었습니다.");
    expect(sentTo()).toEqual(["POST discord/test", "DELETE discord"]);
  });

  it("keeps the focus in its box when it is linked and unlinked", async () => {
    server.on(linkDiscord, () => {
      rhythm = rhythmOf({ discord: { linked: true, lastFour: "k9Qa" } });
      return null;
    });
    server.on(unlinkDiscord, () => {
      rhythm = rhythmOf({ discord: unlinked });
      return null;
    });
    logIn();
    const path = "/team-setting/promise/:teamId";
    const Page = () => {
      useRestoredFocus();
      return <PromisePage />;
    };
    openPage({ [path]: Page }, "/team-setting/promise/12");
    await screen.findByLabelText("Discord 웹훅 주소");
    type("Discord 웹훅 주소", address);
    const heading = screen.getByRole("heading", { name: "Discord" });
    for (const name of ["연결하기", "연결 끊기"]) {
      (await screen.findByRole("button", { name })).focus();
      await press(name);
      await waitFor(() => expect(document.activeElement).toBe(heading));
    }
  });
});
