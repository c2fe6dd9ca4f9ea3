// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { translatePage } from "#tests/support/translated-page";
import { Button } from "./button.tsx";

afterEach(cleanup);

it("becomes pending and back on a page that the browser has translated", () => {
  const { rerender } = render(<Button>작성 완료</Button>);
  translatePage();
  rerender(<Button pending>보내는 중</Button>);
  expect(screen.getByRole("button", { name: "보내는 중" }).ariaBusy).toBe("true");
  translatePage();
  rerender(<Button>작성 완료</Button>);
  expect(screen.getByRole("button", { name: "작성 완료" }).ariaBusy).toBeNull();
});
