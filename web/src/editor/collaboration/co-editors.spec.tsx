// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { Awareness } from "y-protocols/awareness";
import { Doc } from "yjs";
import { CoEditors } from "./co-editors.tsx";
import type { SharedText } from "./shared-text.ts";

afterEach(cleanup);

function show(stoppedBy?: number, isDraftStored = true) {
  const awareness = new Awareness(new Doc());
  onTestFinished(() => awareness.destroy());
  const put = (client: number, uuid: string, name: string) =>
    awareness.states.set(client, { name, awarenessData: { uuid } });
  put(1, "uuid-of-acorn", "도토리");
  put(2, "uuid-of-penguin", "펭귄");
  put(3, "uuid-of-penguin", "펭귄");
  const connection = { provider: { awareness }, stoppedBy: () => stoppedBy };
  const shared = { uuid: "uuid-of-acorn", connection } as unknown as SharedText;
  render(<CoEditors shared={shared} isCut={stoppedBy !== undefined} isDraftStored={isDraftStored} />);
  return screen.getByRole("status").textContent;
}

it.each([
  ["names the others, and not the member's other tabs", undefined, true, "펭귄 님이 함께 쓰고 있어요"],
  [
    "says that the text is too large",
    4505,
    true,
    "글이 너무 커서 더 함께 쓸 수 없어요. 쓴 글은 초안으로 남아 있어요.",
  ],
  [
    "says of any other end that it is over",
    4503,
    true,
    "함께 쓰기가 끝났어요. 쓴 글은 초안으로 남아 있어요.",
  ],
  ["promises no draft of a text that is stored nowhere", 4503, false, "함께 쓰기가 끝났어요."],
])("%s", (_, stoppedBy, isDraftStored, text) => expect(show(stoppedBy, isDraftStored)).toBe(text));
