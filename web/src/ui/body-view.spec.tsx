// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BodyView } from "./body-view.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const code = (inner: string) =>
  `<pre class="codeblock" data-gutter="1\n2" data-highlight-language="cpp">${inner}</pre>`;
const lines = () => [...document.querySelectorAll("[data-line]")].map((line) => line.textContent);

describe("a body on the page", () => {
  it("numbers every line of code, including empty ones and those within a token", () => {
    render(
      <BodyView
        html={code(`<span class="t">int</span> x;<br><br><span class="o">/* a\nb */</span>`)}
        imageUrl={null}
      />,
    );
    expect(lines()).toEqual(["int x;", "", "/* a", "b */"]);
    // Browsers copy an empty line only with a line break in it.
    expect(document.querySelectorAll("[data-line] > br:only-child")).toHaveLength(1);
    expect(screen.getByText("C++")).toBeTruthy();
    expect(screen.getByRole("group", { name: "C++ 코드" }).tabIndex).toBe(0);
    expect(document.querySelectorAll(".o")).toHaveLength(2);
  });

  it("has as many lines of code as were written, of which the last may be empty", () => {
    // As the editor serialises it: a final line break ends the last line, as in every block.
    render(<BodyView html={code(`a<br><br>`)} imageUrl={null} />);
    expect(lines()).toEqual(["a", ""]);
    cleanup();
    render(<BodyView html={code("<br>")} imageUrl={null} />);
    expect(lines()).toEqual([""]);
  });

  it("colours code that came without marks, and keeps its lines", async () => {
    const code = "int x = 1;<br><br>// 끝<br>";
    render(<BodyView html={`<pre data-highlight-language="java">${code}</pre>`} imageUrl={null} />);
    expect(lines()).toEqual(["int x = 1;", "", "// 끝"]);
    await waitFor(() => expect(document.querySelector("[data-line] .t")?.textContent).toBe("int"));
    expect(document.querySelector("[data-line] .o")?.textContent).toBe("// 끝");
    expect(lines()).toEqual(["int x = 1;", "", "// 끝"]);
  });

  it("colours the code of a body up to a bound", async () => {
    const code = (text: string) => `<pre data-highlight-language="java">${text}</pre>`;
    const long = `//${"가".repeat(39_994)}`;
    render(<BodyView html={[long, "if;", "if;", "if;"].map(code).join("")} imageUrl={null} />);
    await waitFor(() => expect(document.querySelector(".t")).toBeTruthy());
    const coloured = screen.getAllByRole("group").map((block) => block.querySelector(".o, .t") !== null);
    expect(coloured).toEqual([true, true, false, false]);
  });

  it("copies code and confirms it for three seconds", async () => {
    vi.useFakeTimers();
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
    render(<BodyView html={code("a = 1<br>b = 2")} imageUrl={null} />);
    await act(async () => fireEvent.click(screen.getByText("복사하기")));
    expect(writeText).toHaveBeenCalledWith("a = 1\nb = 2");
    expect(screen.getByText("복사완료!")).toBeTruthy();
    act(() => void vi.advanceTimersByTime(2999));
    expect(screen.queryByText("복사하기")).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByText("복사하기")).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it("adds new copy buttons for a new body", () => {
    const { rerender } = render(<BodyView html={code("a")} imageUrl={null} />);
    rerender(<BodyView html={code("b") + code("c")} imageUrl={null} />);
    expect(screen.getAllByText("복사하기")).toHaveLength(2);
  });

  it("shows ticks read-only", () => {
    render(
      <BodyView
        html={`<ul><li role="checkbox" aria-checked="true">끝</li><li role="checkbox" aria-checked="false">남음</li></ul>`}
        imageUrl={null}
      />,
    );
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "완료: 끝",
      "할 일: 남음",
    ]);
  });

  it("shows the picture at its placeholder, and the gradient if it fails to load", () => {
    render(<BodyView html={`<p><img src="?" alt="그림"></p>`} imageUrl="/images/9d/9d22.jpg" />);
    const picture = screen.getByAltText("그림");
    expect(picture.getAttribute("src")).toBe("/images/9d/9d22.jpg");
    fireEvent.error(picture);
    expect(picture.className).toContain("broken");
  });
});

describe("a long text on the page", () => {
  const chunks = () => [...document.querySelectorAll("[class*=chunk]")].map((span) => span.textContent ?? "");
  const show = (html: string) => {
    cleanup();
    return render(<BodyView html={html} imageUrl={null} />).container.firstElementChild;
  };

  it("is split into chunks that together are the same text, after spaces", () => {
    const words = "다이나믹 프로그래밍은 작은 문제의 답을 모아요. ".repeat(400);
    expect(show(`<p>앞 <b>${words}</b> 뒤</p>`)?.textContent).toBe(`앞 ${words} 뒤`);
    expect(chunks().join("")).toBe(words);
    for (const chunk of chunks()) {
      expect(chunk.length).toBeLessThanOrEqual(2000);
      expect(chunk).toMatch(/^\S.* $/);
    }
  });

  it("is split between syllables if it has no space", () => {
    // Conjoining letters that the sanitiser keeps, a family of many code points, a flag.
    for (const syllable of ["한", "👨‍👩‍👧‍👦", "🇰🇷", "ë"]) {
      const text = syllable.repeat(4000);
      expect(show(`<p>가${text}</p>`)?.textContent).toBe(`가${text}`);
      expect(chunks().length).toBeGreaterThan(2);
      for (const chunk of chunks()) expect(chunk.replace("가", "").length % syllable.length).toBe(0);
    }
  });

  it("stays whole up to two thousand characters, and in code", () => {
    const text = "가".repeat(2000);
    show(`<p>${text}</p>`);
    expect(chunks()).toEqual([]);
    show(code(`${text}나`));
    expect(lines()).toEqual([`${text}나`]);
    expect(document.querySelectorAll("[data-line] *")).toHaveLength(0);
  });
});
