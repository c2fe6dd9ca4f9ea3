// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { daysAfter } from "#contracts/dates";
import { refusals } from "#contracts/errors";
import { getRhythm, type Rhythm, takeBackRest, takeRest } from "#contracts/rhythm/api";
import { fakeServer } from "#tests/support/fake-server";
import { isOff, logIn, openPage, press } from "#tests/support/page.tsx";
import { rhythmOf } from "#tests/support/views";
import { useRefresh } from "#web/features/team/use-refresh.ts";
import { serverDay } from "#web/lib/server-clock.ts";
import { RhythmStrip } from "./rhythm-strip.tsx";

let rhythm: Rhythm;
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  rhythm = rhythmOf();
  server = fakeServer();
  server.on(getRhythm, () => rhythm);
});

const open = () => {
  logIn();
  return openPage({ "/": () => <RhythmStrip teamId={12} /> }, "/");
};
const today = (state: Rhythm["today"]["state"], change: Partial<Rhythm> = {}) =>
  rhythmOf({ today: { ...rhythmOf().today, state }, ...change });
const promise = rhythmOf().promise as NonNullable<Rhythm["promise"]>;

describe("the own day", () => {
  it("is shown with its end and the week, which leads to the attendance", async () => {
    open();
    const strip = await screen.findByRole("region", { name: "약속" });
    expect(strip.textContent).toBe("오늘 01:59까지아직 안 썼어요이번 주 3/5일");
    const week = screen.getByRole("link", { name: "이번 주 3/5일" });
    expect(week.getAttribute("href")).toBe("/team-setting/attendance/12");
    expect(week.title).toBe("월요일부터 일요일까지");
  });

  it.each([
    ["썼어요", today("wrote")],
    ["쉬는 날", today("rest")],
    ["출석 인정", today("excused")],
    ["약속 없는 날", today("off", { promise: { ...promise, weekdays: ["Mon", "Fri"] } })],
    ["내일부터 세어요", today("off")],
    ["내일부터 세어요", today("off", { promise: { ...promise, weekdays: null, perWeek: 4 } })],
  ])("is %s", async (text, view) => {
    rhythm = view;
    open();
    await screen.findByText(text);
  });

  it("is fetched again after an own article", async () => {
    const Page = () => {
      const { written, articles } = useRefresh(12);
      return (
        <>
          <RhythmStrip teamId={12} />
          <button type="button" onClick={() => void written()}>
            쓰기
          </button>
          <button type="button" onClick={() => void articles()}>
            지우기
          </button>
        </>
      );
    };
    const later = `${daysAfter(serverDay(), 2)}T00:00:00+09:00`;
    const now = (state: Rhythm["today"]["state"]) =>
      rhythmOf({ today: { ...rhythmOf().today, endsAt: later, state } });
    rhythm = now("open");
    logIn();
    openPage({ "/": Page }, "/");
    await screen.findByText("아직 안 썼어요");
    rhythm = now("wrote");
    await press("쓰기");
    await screen.findByText("썼어요");
    rhythm = now("open");
    await press("지우기");
    await screen.findByText("아직 안 썼어요");
  });

  it("is not shown without a promise in force", async () => {
    rhythm = rhythmOf({ promise: null, pending: promise });
    const { client } = open();
    await waitFor(() => expect(client.getQueryData(["rhythm", "12"])).toBeDefined());
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("the menu", () => {
  it("rests today, and takes that back", async () => {
    server.on(takeRest, () => {
      rhythm = today("rest", { restsLeft: 1 });
      return { restsLeft: 1 };
    });
    server.on(takeBackRest, null);
    open();
    await press("약속 메뉴");
    fireEvent.click(screen.getByRole("menuitem", { name: /^오늘 쉬기.*이번 달에 2일 더 쉴 수 있어요$/ }));
    await screen.findByText("쉬는 날을 알렸습니다.");
    await press("약속 메뉴");
    fireEvent.click(screen.getByRole("menuitem", { name: /^쉬는 날 취소/ }));
    await screen.findByText("쉬는 날을 취소했습니다.");
    expect(server.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PUT /api/v1/teams/12/rests/2025-12-11",
      "DELETE /api/v1/teams/12/rests/2025-12-11",
    ]);
  });

  it("says why nobody can rest without a rest left, and does nothing then", async () => {
    rhythm = rhythmOf({ restsLeft: 0 });
    open();
    await press("약속 메뉴");
    const item = screen.getByRole("menuitem", { name: /오늘 쉬기/ });
    expect(item.textContent).toContain(refusals["no-rests-left"].message);
    expect(isOff(item)).toBe(true);
    fireEvent.click(item);
    expect(server.sent).toEqual([]);
    expect(screen.getByRole("menu")).toBeTruthy();
  });

  it("is missing where there is nothing to rest from", async () => {
    rhythm = today("wrote");
    open();
    await screen.findByText("썼어요");
    expect(screen.queryByRole("button", { name: "약속 메뉴" })).toBeNull();
  });
});
