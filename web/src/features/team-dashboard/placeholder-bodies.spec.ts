// @vitest-environment jsdom
import { expect, it } from "vitest";
import { safeHtml } from "#web/lib/safe-html.ts";
import { placeholderBody, placeholderNote } from "./placeholder-bodies.ts";

it("returns a note and one of six posts with code for each article, all within the allow-list", () => {
  const bodies = [0, 1, 2, 3, 4, 5].map(placeholderBody);
  expect(new Set(bodies).size).toBe(6);
  expect(placeholderBody(306)).toBe(bodies[0]);
  for (const body of bodies) {
    expect(body).toContain(placeholderNote);
    expect(body.match(/<pre /g)?.length).toBeGreaterThan(0);
    expect(body.match(/<p>/g)?.length).toBeGreaterThan(3);
    const shown = document.createElement("div");
    shown.innerHTML = body;
    expect(safeHtml(body)).toBe(shown.innerHTML);
  }
});
