// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { LateNotice } from "./notice.tsx";

it("a late note is empty while none of its conditions holds", () => {
  const { rerender } = render(
    <LateNotice>
      {false}
      {null}
    </LateNotice>,
  );
  expect(screen.getByRole("status").childNodes).toHaveLength(0);
  rerender(
    <LateNotice>
      {false}
      <span>신청이 수락되었어요</span>
    </LateNotice>,
  );
  expect(screen.getByRole("status").textContent).toBe("신청이 수락되었어요");
});
