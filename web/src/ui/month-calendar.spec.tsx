// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MonthCalendar } from "./month-calendar.tsx";

afterEach(cleanup);

const tags = new Map([["2025-12-10", "스터디 복습"]]);

function Planner({
  onSelect = vi.fn(),
  start = "2025-12-11",
}: {
  onSelect?: (day: string) => void;
  start?: string;
}) {
  const [selected, setSelected] = useState(start);
  return (
    <MonthCalendar
      selected={selected}
      today="2025-12-11"
      tags={tags}
      onSelect={(day) => {
        onSelect(day);
        setSelected(day);
      }}
    />
  );
}

const day = (label: RegExp) => screen.getByRole("button", { name: label });
const chosen = () => within(screen.getByRole("gridcell", { selected: true })).getByRole("button");
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });

describe("the month calendar", () => {
  it("shows weeks from Sunday with Korean labels, today and the tag of a day", () => {
    render(<Planner />);
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
      ..."일월화수목금토",
    ]);
    expect(screen.getByText("2025년 12월")).toBeDefined();
    expect(day(/12월 11일 목요일, 오늘/).getAttribute("aria-current")).toBe("date");
    expect(screen.getAllByRole("button", { pressed: true })).toEqual([chosen()]);
    expect(day(/12월 10일 수요일, 스터디 복습 문제/).textContent).toContain("스터디 복습");
  });

  it("selects the first day when the month changes, and today by its button", () => {
    const onSelect = vi.fn();
    render(<Planner onSelect={onSelect} start="2025-12-31" />);
    fireEvent.click(screen.getByRole("button", { name: "다음 달" }));
    expect(onSelect).toHaveBeenLastCalledWith("2026-01-01");
    fireEvent.click(screen.getByRole("button", { name: "이전 달" }));
    expect(onSelect).toHaveBeenLastCalledWith("2025-12-01");
    fireEvent.click(screen.getByRole("button", { name: "오늘" }));
    expect(onSelect).toHaveBeenLastCalledWith("2025-12-11");
  });

  it("has one day in the tab order, and arrows move the focus without selecting", () => {
    const onSelect = vi.fn();
    const { container } = render(<Planner onSelect={onSelect} />);
    expect(container.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1);
    chosen().focus();
    press("ArrowRight");
    press("ArrowDown");
    expect(document.activeElement).toBe(day(/12월 19일/));
    expect(container.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1);
    expect(onSelect).not.toHaveBeenCalled();
    press("Home");
    expect(document.activeElement).toBe(day(/12월 14일/));
    // A shortcut of the browser.
    fireEvent.keyDown(day(/12월 14일/), { key: "ArrowLeft", altKey: true });
    expect(document.activeElement).toBe(day(/12월 14일/));
  });

  it("continues into the next month with the arrows, and by month with the page keys", () => {
    render(<Planner start="2025-12-31" />);
    chosen().focus();
    press("ArrowRight");
    expect(screen.getByText("2026년 1월")).toBeDefined();
    expect(document.activeElement).toBe(day(/^1월 1일/));
    press("PageUp");
    expect(document.activeElement).toBe(day(/^12월 1일/));
    expect(chosen()).toBe(document.activeElement);
  });
});

describe("one week", () => {
  const counts = new Map([
    ["2025-12-10", 3],
    ["2025-12-12", 9],
  ]);
  const Week = ({ onSelect }: { onSelect: (day: string) => void }) => (
    <MonthCalendar
      selected="2025-12-11"
      today="2025-12-11"
      tags={new Map([...tags, ["2025-12-12", "스터디"]])}
      span="week"
      counts={counts}
      onSelect={onSelect}
    />
  );

  it("shows seven days from Sunday, the writers of past ones, and coming ones", () => {
    render(<Week onSelect={vi.fn()} />);
    expect(screen.getAllByRole("gridcell")).toHaveLength(7);
    expect(day(/^12월 10일/).getAttribute("aria-label")).toBe(
      "12월 10일 수요일, 스터디 복습 문제, 3명이 썼어요",
    );
    expect(day(/^12월 12일/).getAttribute("aria-label")).toBe("12월 12일 금요일, 스터디 문제");
    expect(day(/^12월 12일/).textContent).toContain("예정");
  });

  it("focuses the last day of the week before, which the page renders later", () => {
    const onSelect = vi.fn();
    const weekWith = (selected: string) => (
      <MonthCalendar span="week" selected={selected} today="2025-12-11" tags={tags} onSelect={onSelect} />
    );
    const { rerender } = render(weekWith("2025-12-14"));
    day(/^12월 14일/).focus();
    press("ArrowLeft");
    expect(onSelect).toHaveBeenCalledWith("2025-12-13");
    rerender(weekWith("2025-12-13"));
    expect(document.activeElement).toBe(day(/^12월 13일/));
  });

  it("keeps the day of the week when it changes, by its arrows and when the focus leaves it", () => {
    const onSelect = vi.fn();
    render(<Week onSelect={onSelect} />);
    fireEvent.click(screen.getByRole("button", { name: "이전 주" }));
    fireEvent.click(screen.getByRole("button", { name: "다음 주" }));
    chosen().focus();
    press("ArrowLeft");
    press("ArrowUp");
    expect(onSelect.mock.calls).toEqual([["2025-12-04"], ["2025-12-18"], ["2025-12-03"]]);
  });
});
