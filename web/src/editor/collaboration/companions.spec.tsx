// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Awareness } from "y-protocols/awareness";
import { Doc } from "yjs";
import { Companions } from "./companions.tsx";
import type { SharedText } from "./shared-text.ts";

afterEach(cleanup);

it("names the others who write, and not oneself in another tab", () => {
  const awareness = new Awareness(new Doc());
  const put = (client: number, uuid: string, name: string) =>
    awareness.states.set(client, { name, awarenessData: { uuid } });
  put(1, "uuid-of-acorn", "도토리");
  put(2, "uuid-of-penguin", "펭귄");
  put(3, "uuid-of-penguin", "펭귄");
  const shared = { uuid: "uuid-of-acorn", connection: { provider: { awareness } } } as unknown as SharedText;
  render(<Companions shared={shared} isCut={false} isKept />);
  expect(screen.getByRole("status").textContent).toBe("펭귄 님이 함께 쓰고 있어요");
  awareness.destroy();
});

function show(stoppedBy: number, isKept = true) {
  const awareness = new Awareness(new Doc());
  const shared = {
    connection: { provider: { awareness }, stoppedBy: () => stoppedBy },
  } as unknown as SharedText;
  render(<Companions shared={shared} isCut={true} isKept={isKept} />);
  awareness.destroy();
  return screen.getByRole("status").textContent;
}

it("says that a text has become too large to be written together, and of any other end that it is over", () => {
  expect(show(4505)).toBe("글이 너무 커서 더 함께 쓸 수 없어요. 쓴 글은 초안으로 남아 있어요.");
  cleanup();
  expect(show(4503)).toBe("함께 쓰기가 끝났어요. 쓴 글은 초안으로 남아 있어요.");
});

it("promises no draft of words that are kept nowhere", () => {
  expect(show(4503, false)).toBe("함께 쓰기가 끝났어요.");
});
