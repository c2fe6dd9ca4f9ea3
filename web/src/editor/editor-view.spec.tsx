// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DialogProvider } from "../ui/dialogs.tsx";
import { Editor, type EditorProps } from "./editor.tsx";
import { MenuOption } from "./toolbar/style-menus.tsx";

const show = (props: Partial<EditorProps>, path = "/posting/3") =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <DialogProvider>
        <Editor ariaLabel="본문" {...props} />
      </DialogProvider>
    </MemoryRouter>,
  );

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the editor", () => {
  it("shows a placeholder while it is empty, and the tags if it is given some", () => {
    show({ placeholder: "내용을 입력하세요", tagPicker: "태그 선택:" });
    expect(screen.getByText("내용을 입력하세요")).toBeTruthy();
    expect(screen.getByRole("toolbar").textContent).toContain("태그 선택:");
  });

  it("offers the template except for recruitments", () => {
    show({});
    expect(screen.getByRole("button", { name: "템플릿" })).toBeTruthy();
    cleanup();
    show({}, "/team-recruit/posting");
    expect(screen.queryByRole("button", { name: "템플릿" })).toBeNull();
  });

  it("in read-only mode has no toolbar and accepts no text, but names the language of code", () => {
    show({
      editable: false,
      initialHtml: '<p>글</p><pre class="codeblock" data-highlight-language="cpp">x</pre>',
    });
    expect(screen.queryByRole("toolbar")).toBeNull();
    expect(screen.getByLabelText("본문").getAttribute("contenteditable")).toBe("false");
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(screen.getByText("글")).toBeTruthy();
  });

  it("names the menus of its toolbar with their values", () => {
    show({ initialHtml: "<p>글</p>" });
    const names = screen
      .getAllByRole("button")
      .filter((button) => button.getAttribute("aria-haspopup") === "menu")
      .map((button) => button.getAttribute("aria-label"));
    expect(names).toEqual(["문단 모양: 본문", "글꼴: 프리텐다드", "글자 크기: 15px", "글자 색: 검정"]);
  });

  it("loads the picture compressor before the first picture", () => {
    const start = vi.fn();
    vi.stubGlobal(
      "Worker",
      class extends EventTarget {
        constructor() {
          super();
          start();
        }
      },
    );
    vi.useFakeTimers();
    show({});
    expect(start).not.toHaveBeenCalled();
    vi.runOnlyPendingTimers();
    expect(start).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it("shows an error when it fails to render", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = (): ReactNode => {
      throw new Error("broken");
    };
    show({ foot: <Broken /> });
    expect(screen.getByText("An error was thrown.")).toBeTruthy();
  });
});

it("throws for an item outside a dropdown", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<MenuOption value="14px">14px</MenuOption>)).toThrow(
    "드롭다운 하위에서만 사용이 가능합니다",
  );
});
