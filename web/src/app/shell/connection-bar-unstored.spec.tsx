// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { logIn, openPage } from "#tests/support/page.tsx";
import { ConnectionBar } from "./connection-bar.tsx";

it("promises nothing where the browser stores nothing", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  logIn();
  openPage({ "/": ConnectionBar }, "/");
  await waitFor(() => expect(screen.getAllByRole("status")[1]?.textContent).toBe("인터넷 연결이 끊겼어요."));
  vi.restoreAllMocks();
});
