import { expect, it } from "vitest";
import { createOpened } from "./opened.ts";

it("closes what was opened once, in reverse order, one after the other", async () => {
  const opened = createOpened();
  const closed: string[] = [];
  for (const name of ["storage", "projector", "server"])
    opened.keep({
      async close() {
        await Promise.resolve();
        closed.push(name);
      },
    });
  await opened.close();
  await opened.close();
  expect(closed).toEqual(["server", "projector", "storage"]);
});

it("closes the rest when one module fails to close, and then reports that", async () => {
  const opened = createOpened();
  const closed: string[] = [];
  opened.keep({ close: async () => closed.push("storage") });
  opened.keep({ close: () => Promise.reject(new Error("stuck")) });
  opened.keep({ close: async () => closed.push("server") });
  await expect(opened.close()).rejects.toThrow("stuck");
  expect(closed).toEqual(["server", "storage"]);
});
