// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { useRestoredFocus } from "./restored-focus.ts";

type Mode = "view" | "modify" | "rename" | "joined" | "write" | "sent";

function Modes() {
  useRestoredFocus();
  const [mode, setMode] = useState<Mode>("view");
  return (
    <main id="content" tabIndex={-1}>
      <h1>마이페이지</h1>
      <div>
        {(mode === "view" || mode === "sent") && (
          <section>
            <h2>내 프로필</h2>
            {(["modify", "rename", "joined", "write", "sent"] as const).map((next) => (
              <button
                key={next}
                type="button"
                disabled={next === "sent" && mode === "sent"}
                onClick={() => setMode(next)}
              >
                {next}
              </button>
            ))}
          </section>
        )}
        {mode === "modify" && (
          <form>
            <h2>프로필 수정</h2>
          </form>
        )}
        {/* biome-ignore lint/a11y/noAutofocus: what comes instead takes the focus itself */}
        {mode === "rename" && <input aria-label="이름" autoFocus />}
        {mode === "joined" && (
          <a data-next-focus href="/posting/1">
            오늘의 글쓰기
          </a>
        )}
        {mode === "write" && <p>다른 곳</p>}
      </div>
    </main>
  );
}
const press = (name: Mode) => {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
};
const focused = () => document.activeElement;

afterEach(cleanup);

it("moves from a control that disappears with its mode to the heading of the replacement", async () => {
  render(<Modes />);
  expect(focused()).toBe(document.body);
  press("modify");
  await waitFor(() => expect(focused()).toBe(screen.getByRole("heading", { name: "프로필 수정" })));
});

it("moves from a control that is disabled by its own action to the heading of its section", async () => {
  render(<Modes />);
  press("sent");
  await waitFor(() => expect(focused()).toBe(screen.getByRole("heading", { name: "내 프로필" })));
});

it("stays with a replacement that took the focus itself", async () => {
  render(<Modes />);
  press("rename");
  await new Promise((done) => setTimeout(done));
  expect(focused()).toBe(screen.getByLabelText("이름"));
});

it("moves to the marked control, or otherwise to the heading of an outer section", async () => {
  render(<Modes />);
  press("joined");
  await waitFor(() => expect(focused()).toBe(screen.getByRole("link")));
  cleanup();
  render(<Modes />);
  press("write");
  await waitFor(() => expect(focused()).toBe(screen.getByRole("heading", { name: "마이페이지" })));
});
