// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { ProblemChips } from "./problem-chips.tsx";
import { ProblemsField, problemsOf } from "./problems-field.tsx";

afterEach(cleanup);

let part = "";
function Field({ ofDay = false, start = "" }: { ofDay?: boolean; start?: string }) {
  const [value, setValue] = useState(start);
  part = value;
  return <ProblemsField value={value} busy={false} onText={setValue} ofDay={ofDay} />;
}
const addressField = () => screen.getByLabelText<HTMLInputElement>("문제 주소나 번호");
/** Asked for beside an address without one. */
const numberField = () => screen.getByLabelText<HTMLInputElement>("주소의 문제 번호");
const enter = (field: HTMLInputElement, text: string) => {
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: "Enter" });
};
const add = (text: string) => enter(addressField(), text);
const answer = (text: string) => enter(numberField(), text);
const pick = (provider: string) =>
  fireEvent.change(screen.getByLabelText("문제 사이트"), { target: { value: provider } });
const chosen = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
const boj = { provider: "boj", number: "1260", title: "", url: null };

describe("the field of references", () => {
  it("accepts addresses and numbers, each problem once and at most three", () => {
    render(<Field />);
    add("https://school.programmers.co.kr/learn/courses/30/lessons/42576");
    pick("boj");
    add("1260");
    add("https://boj.kr/1260");
    pick("codeforces");
    add("4a");
    expect(chosen()).toEqual(["프로그래머스 42576", "백준 1260", "Codeforces 4A"]);
    expect(screen.getByRole("button", { name: "추가" })).toHaveProperty("ariaDisabled", "true");
    screen.getByText("문제는 3개까지 적을 수 있습니다.");
    fireEvent.click(screen.getByRole("button", { name: "백준 1260 빼기" }));
    expect(problemsOf(part).map(({ number }) => number)).toEqual(["42576", "4A"]);
  });

  it("limits a name to 50 user-perceived characters", () => {
    render(<Field ofDay />);
    const name = screen.getByLabelText<HTMLInputElement>("문제 이름 (선택)");
    fireEvent.change(name, { target: { value: "👨‍👩‍👧".repeat(51) } });
    expect(name.value).toBe("👨‍👩‍👧".repeat(50));
  });

  it("shows why a number is invalid, and accepts only addresses of known sites for an article", () => {
    render(<Field />);
    add("천이백육십");
    expect(screen.getByRole("alert").textContent).toBe("문제 번호가 올바르지 않습니다.");
    add("https://problems.example/42");
    expect(screen.getByRole("alert").textContent).toBe("아는 문제 사이트의 주소가 아니에요.");
    expect(chosen()).toEqual([]);
  });

  it("accepts own problems and names for a day's problem", () => {
    render(<Field ofDay />);
    fireEvent.change(screen.getByLabelText("문제 이름 (선택)"), { target: { value: "격자 미로" } });
    add("https://problems.example/42");
    expect(problemsOf(part)).toEqual([
      { provider: "own", number: "", title: "격자 미로", url: "https://problems.example/42" },
    ]);
    expect(chosen()).toEqual(["직접 출제격자 미로"]);
  });

  it("keeps the address of an SWEA problem and asks for its number", () => {
    render(<Field />);
    const address = "https://swexpertacademy.com/main/code/problem/problemDetail.do?contestProbId=AV13";
    add(address);
    screen.getByText("SWEA 문제 번호를 적어 주세요.");
    answer("1204");
    expect(problemsOf(part)).toEqual([{ provider: "swea", number: "1204", title: "", url: address }]);
  });

  it("chooses the site of an address without a number and asks for that", () => {
    render(<Field />);
    const address = "https://www.acmicpc.net/contest/problem/1234/1";
    add(address);
    screen.getByText("백준 문제 번호를 적어 주세요.");
    answer("1260");
    expect([addressField().value, document.activeElement]).toEqual(["", addressField()]);
    add("https://leetcode.com/contest/weekly-contest-418/");
    screen.getByText("LeetCode 문제 이름을 적어 주세요. 예: two-sum");
    answer("two-sum");
    expect(chosen()).toEqual(["백준 1260", "LeetCode two-sum"]);
  });

  it("keeps the address readable while its number is typed, until that is right", () => {
    render(<Field />);
    const address = "https://www.acmicpc.net/contest/problem/1234/1";
    add(address);
    expect(document.activeElement).toBe(numberField());
    for (const typed of ["1", "12", "12ㅇ", "12아"]) {
      fireEvent.change(numberField(), { target: { value: typed } });
      expect([addressField().value, numberField().value]).toEqual([address, typed]);
    }
    fireEvent.keyDown(numberField(), { key: "Enter", isComposing: true });
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.keyDown(numberField(), { key: "Enter" });
    expect(screen.getByRole("alert").textContent).toBe("문제 번호가 올바르지 않습니다.");
    expect([addressField().value, numberField().ariaInvalid]).toEqual([address, "true"]);
    // Another address has its own number.
    add("https://boj.kr/1260");
    expect([chosen(), screen.queryByLabelText("주소의 문제 번호")]).toEqual([["백준 1260"], null]);
  });

  it("initially shows the stored references", () => {
    render(<Field start={JSON.stringify([boj])} />);
    expect(chosen()).toEqual(["백준 1260"]);
  });
});

describe("chips", () => {
  const two = [boj, { provider: "leetcode", number: "two-sum", title: null, url: null }] as const;

  it("link to their sites in a new tab; archived ones explain why they have no link", () => {
    render(<ProblemChips problems={two as never} />);
    const links = screen.getAllByRole("link");
    expect(
      links.map((link) => [link.getAttribute("href"), link.getAttribute("rel"), link.getAttribute("target")]),
    ).toEqual([["https://leetcode.com/problems/two-sum/", "noopener noreferrer nofollow", "_blank"]]);
    expect(screen.getByText("백준 1260").parentElement?.title).toBe(
      "문제 사이트가 문을 닫아 번호로만 남겨요",
    );
  });

  it("are only text inside a button, and render nothing without references", () => {
    const { container } = render(
      <>
        <ProblemChips problems={two as never} asText />
        <ProblemChips problems={[]} />
      </>,
    );
    expect(screen.queryAllByRole("link")).toEqual([]);
    expect(container.childElementCount).toBe(1);
  });
});
