// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ConflictDialog } from "./conflict-dialog.tsx";

afterEach(cleanup);

it("focuses the own text, not a button that another Enter would press", async () => {
  const nothing = () => {};
  render(
    <ConflictDialog
      open
      mine="내 글"
      stored="남의 글"
      onUseStored={nothing}
      onKeepMine={nothing}
      onBack={nothing}
    />,
  );
  const own = screen.getByRole("region", { name: "내가 쓴 내용" });
  await waitFor(() => expect(own.contains(document.activeElement)).toBe(true));
  expect(document.activeElement?.textContent).toBe("내 글");
});
