// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { DevUiPage } from "./dev-ui-page.tsx";
import { forcedSelector } from "./force-states.ts";
import { specimens } from "./specimens.ts";

const folder = join(import.meta.dirname, "../../ui/");
const component = /^export (?:const|function) [A-Z]/m;

afterEach(cleanup);

describe("the page of all components", () => {
  it("has every file of web/src/ui that exports one, each once", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => /(?<!\.spec)\.tsx$/.test(file) && component.test(readFileSync(folder + file, "utf8")),
    );
    expect(files.length).toBeGreaterThan(40);
    const shown = specimens.flatMap(({ files }) => files);
    expect(shown.filter((file) => !/shapes|friends/.test(file)).sort()).toEqual(files.sort());
  });

  it("shows them without a server", async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <DialogProvider>
          <MemoryRouter>
            <DevUiPage />
          </MemoryRouter>
        </DialogProvider>
      </QueryClientProvider>,
    );
    for (const { title } of specimens)
      expect(screen.getByRole("heading", { level: 2, name: title })).toBeTruthy();
    expect(await screen.findByText("계단마다 다른 과일")).toBeTruthy();
  });

  it.each([
    [".button:hover", '.button:is([data-state="hover"] *)'],
    [".input:focus", '.input:is([data-state="focus"] :is(a, button, input, textarea, [tabindex]))'],
    [":focus-visible", ':is([data-state="focus"] :is(a, button, input, textarea, [tabindex]))'],
    [".box:focus-within", null],
    [".button", null],
  ])("makes %s look so without a pointer", (selector, forced) => {
    expect(forcedSelector(selector)).toBe(forced);
  });
});
