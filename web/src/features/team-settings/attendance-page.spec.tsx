// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { refusals } from "#contracts/errors";
import { getMemberInfo } from "#contracts/member/api";
import { getTeamMembers } from "#contracts/membership/api";
import {
  type Attendance,
  excuseDay,
  getAttendance,
  getRhythm,
  type Rhythm,
  takeBackExcuse,
  takeBackRest,
  takeRest,
} from "#contracts/rhythm/api";
import type { DayState } from "#contracts/rhythm/days";
import { daysOfMonth } from "#contracts/rhythm/days";
import { fakeServer } from "#tests/support/fake-server";
import { isOff, logIn, openPage, press, type } from "#tests/support/page.tsx";
import { me, memberInfoOf, rhythmOf } from "#tests/support/views";
import { AttendancePage } from "./attendance-page.tsx";

const other = "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22";
const manager = { linked: false, lastFour: null };

/** States by day; the others are off. */
const row = (uuid: string, memberName: string, days: Record<string, DayState>, sums = {}) => ({
  member: { uuid, memberName, imageUrl: "/images/default/member.png" },
  states: daysOfMonth("2025-12").map((day) => {
    const state = days[day.slice(8)] ?? ("off" as const);
    return { state, reason: state === "excused" ? "예비군 훈련" : null };
  }),
  wrote: 6,
  missed: 2,
  rests: 1,
  ...sums,
});

let rhythm: Rhythm;
let attendance: Attendance;
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  rhythm = rhythmOf();
  attendance = {
    days: daysOfMonth("2025-12"),
    members: [
      row(me, "도토리", { "02": "excused", "10": "missed", "11": "open", "12": "open", "15": "rest" }),
      row(other, "밤톨", { "09": "missed", "10": "wrote", "11": "open", "12": "open" }),
    ],
  };
  server = fakeServer();
  server.on(getRhythm, () => rhythm);
  server.on(getAttendance, () => attendance);
  server.on(getMemberInfo, memberInfoOf([12]));
  server.on(getTeamMembers, () =>
    [me, other].map((uuid) => ({
      uuid,
      memberName: uuid,
      memberExplain: "",
      imageUrl: "",
      registerDate: "2025-09-01",
      isTeamManager: true,
    })),
  );
});

const open = (search = "") => {
  logIn();
  return openPage(
    { "/team-setting/attendance/:teamId": AttendancePage },
    {
      pathname: "/team-setting/attendance/12",
      search,
    },
  );
};
const cell = (name: RegExp) => screen.findByRole("button", { name });
const box = async (name: string) => within(await screen.findByRole("dialog", { name }));

describe("the table of a month", () => {
  it("has a sign with its word for each day that counts, and blank ones for days off and to come", async () => {
    open();
    const line = await screen.findByRole("row", { name: /밤톨/ });
    const cells = within(line).getAllByRole("gridcell");
    expect(cells).toHaveLength(31 + 3);
    const texts = cells.map(({ textContent }) => textContent);
    expect(texts.slice(8, 13)).toEqual(["안 썼어요", "썼어요", "아직 안 썼어요", "", ""]);
    expect(texts.slice(31)).toEqual(["썼어요 6", "안 썼어요 2", "쉬는 날 1"]);
    expect(within(line).queryByRole("button")).toBeNull();
  });

  it("names its sums by their signs", async () => {
    open();
    const heads = (await screen.findAllByRole("columnheader")).map(({ textContent }) => textContent);
    expect(heads[0]).toBe("멤버");
    expect(heads.slice(-3)).toEqual(["썼어요", "안 썼어요", "쉬는 날"]);
  });

  it("is fetched again when the team's day has ended", async () => {
    const { client } = open();
    await screen.findByRole("button", { name: /도토리, .*12월 11일.*아직 안 썼어요/ });
    attendance.members[0] = row(me, "도토리", { "11": "missed", "12": "open" });
    rhythm = rhythmOf({ today: { ...rhythm.today, date: "2025-12-12" } });
    await client.refetchQueries({ queryKey: ["rhythm", "12"], exact: true });
    const dayBefore = () =>
      within(screen.getByRole("row", { name: /도토리/ })).getAllByRole("gridcell")[10]?.textContent;
    await waitFor(() => expect(dayBefore()).toBe("안 썼어요"));
  });

  it("follows the address, which names every month but the present one", async () => {
    const { router } = open("?month=2025-08");
    await screen.findByRole("heading", { name: "2025년 8월" });
    await waitFor(() => expect(server.paths()).toContain("GET /api/v1/teams/12/attendance?month=2025-08"));
    for (let month = 8; month < 12; month += 1) await press("다음 달");
    await screen.findByRole("heading", { name: "2025년 12월" });
    expect(router.state.location.search).toBe("");
    await press("이전 달");
    expect(router.state.location.search).toBe("?month=2025-11");
  });

  it("says that a month without a promise has no records", async () => {
    rhythm = rhythmOf({ promise: null, discord: manager });
    attendance.members = [row(me, "도토리", { "01": "wrote" }, { missed: 0, rests: 0 })];
    open();
    await screen.findByText("이달에는 기록이 없어요");
    expect(screen.queryByRole("grid")).toBeNull();
    expect(screen.queryByRole("button", { name: "CSV 내려받기" })).toBeNull();
  });
});

describe("a member", () => {
  it("sees the three tabs of members, and no file", async () => {
    open();
    await screen.findByRole("grid");
    const tabs = within(screen.getByRole("navigation", { name: "팀 설정" })).getAllByRole("link");
    expect(tabs.map(({ textContent }) => textContent)).toEqual(["약속과 하루", "출석", "문제 대기열"]);
    expect(screen.queryByRole("button", { name: "CSV 내려받기" })).toBeNull();
  });

  it("rests on a coming day, with the number of rests left", async () => {
    server.on(takeRest, { restsLeft: 1 });
    open();
    fireEvent.click(await cell(/도토리, 12월 12일 금요일$/));
    const opened = await box("쉬는 날");
    opened.getByText("이번 달에 2일 더 쉴 수 있어요");
    fireEvent.click(opened.getByRole("button", { name: "이날 쉬기" }));
    await screen.findByText("쉬는 날을 알렸습니다.");
    expect(server.sent.map(({ path }) => path)).toEqual(["/api/v1/teams/12/rests/2025-12-12"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("takes a rest back", async () => {
    server.on(takeBackRest, null);
    open();
    fireEvent.click(await cell(/12월 15일 월요일, 쉬는 날/));
    fireEvent.click((await box("쉬는 날")).getByRole("button", { name: "쉬는 날 취소" }));
    await screen.findByText("쉬는 날을 취소했습니다.");
    expect(server.sent[0]?.method).toBe("DELETE");
  });

  it("cannot rest without a rest left, and is told so", async () => {
    rhythm = rhythmOf({ restsLeft: 0 });
    open();
    fireEvent.click(await cell(/12월 12일/));
    const opened = await box("쉬는 날");
    opened.getByText(refusals["no-rests-left"].message);
    expect(isOff(opened.getByRole("button", { name: "이날 쉬기" }))).toBe(true);
  });

  it("keeps the box open with the reason of a refusal", async () => {
    server.refuse(takeRest, "day-over");
    open();
    fireEvent.click(await cell(/12월 12일/));
    fireEvent.click((await box("쉬는 날")).getByRole("button", { name: "이날 쉬기" }));
    expect((await (await box("쉬는 날")).findByRole("alert")).textContent).toBe(refusals["day-over"].message);
  });

  it("reads why an own day is excused, and cannot change that", async () => {
    open();
    fireEvent.click(await cell(/도토리, 12월 2일 화요일, 출석 인정/));
    const opened = await box("출석 인정");
    opened.getByText("예비군 훈련");
    expect(opened.queryByRole("button", { name: "인정 취소" })).toBeNull();
  });

  it("of another team is led to the team's page", async () => {
    server.refuse(getRhythm, "caller-not-in-team");
    const { path } = open();
    await screen.findByText("팀원만 볼 수 있는 페이지예요");
    expect(path()).toBe("/team-dashboard/12");
  });
});

describe("a manager", () => {
  beforeEach(() => {
    rhythm = rhythmOf({ discord: manager });
  });

  it("excuses a missed day with a reason, which is asked for", async () => {
    server.on(excuseDay, null);
    open();
    fireEvent.click(await cell(/밤톨, 12월 9일 화요일, 안 썼어요/));
    fireEvent.click((await box("출석 인정")).getByRole("button", { name: "인정하기" }));
    await screen.findByText("사유를 1자 이상 100자 이하로 입력해 주세요.");
    expect(server.sent).toEqual([]);
    type("사유", "예비군 훈련을 다녀왔어요");
    await press("인정하기");
    await screen.findByText("출석을 인정했습니다.");
    expect(server.sent[0]?.path).toBe(`/api/v1/teams/12/excuses/${other}/2025-12-09`);
    expect(server.sent[0]?.fields).toEqual({ reason: "예비군 훈련을 다녀왔어요" });
  });

  it("keeps the typed reason if the server refuses", async () => {
    server.refuse(excuseDay, "day-off");
    open();
    fireEvent.click(await cell(/밤톨, 12월 9일/));
    expect(document.activeElement).toBe(await screen.findByLabelText("사유"));
    type("사유", "훈련");
    await press("인정하기");
    await screen.findByText(refusals["day-off"].message);
    expect(screen.getByLabelText<HTMLInputElement>("사유").value).toBe("훈련");
  });

  it("keeps the typed reason while the box is closed, for that day alone, until it is sent or cancelled", async () => {
    server.on(excuseDay, null);
    attendance.members[1] = row(other, "밤톨", { "08": "missed", "09": "missed" });
    open();
    const typed = async (day: RegExp) => {
      fireEvent.click(await cell(day));
      return (await screen.findByLabelText<HTMLInputElement>("사유")).value;
    };
    expect(await typed(/밤톨, 12월 9일/)).toBe("");
    type("사유", "예비군 훈련");
    await press("닫기");
    expect(await typed(/밤톨, 12월 8일/)).toBe("");
    await press("닫기");
    expect(await typed(/밤톨, 12월 9일/)).toBe("예비군 훈련");
    await press("취소");
    expect(await typed(/밤톨, 12월 9일/)).toBe("");
    type("사유", "면접");
    await press("인정하기");
    await screen.findByText("출석을 인정했습니다.");
    expect(await typed(/밤톨, 12월 9일/)).toBe("");
  });

  it("takes an excuse back", async () => {
    attendance.members[1] = row(other, "밤톨", { "09": "excused" });
    server.on(takeBackExcuse, null);
    open();
    fireEvent.click(await cell(/밤톨, 12월 9일 화요일, 출석 인정/));
    fireEvent.click((await box("출석 인정")).getByRole("button", { name: "인정 취소" }));
    await screen.findByText("인정을 취소했습니다.");
    expect(server.sent[0]?.method).toBe("DELETE");
  });

  it("does not excuse own days beside another manager", async () => {
    open();
    await cell(/밤톨, 12월 9일/);
    expect(screen.queryByRole("button", { name: /도토리, 12월 10일/ })).toBeNull();
  });

  it("reaches one cell by Tab and the others by arrow keys", async () => {
    open();
    await cell(/밤톨, 12월 9일/);
    const buttons = within(screen.getByRole("grid")).getAllByRole("button");
    expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    const first = await cell(/도토리, 12월 2일/);
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowRight" });
    const today = await cell(/도토리, 12월 11일/);
    expect(document.activeElement).toBe(today);
    expect(today.tabIndex).toBe(0);
    fireEvent.keyDown(today, { key: "ArrowDown" });
    expect(document.activeElement).toBe(today);
  });

  it("gets the month as a CSV of the server", async () => {
    const saved = vi.fn();
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
    server.on(getAttendance, ({ headers }) =>
      headers.get("Accept") === "text/csv" ? new Response("멤버,1\r\n") : attendance,
    );
    open();
    await press("CSV 내려받기");
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const file: Blob = saved.mock.calls[0]?.[0];
    expect(await file.text()).toBe("멤버,1\r\n");
    // With the mark, which reading a text drops.
    expect(file.size).toBe(new TextEncoder().encode("\uFEFF멤버,1\r\n").length);
  });
});
