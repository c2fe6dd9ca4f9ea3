import { expect, it } from "vitest";
import { textOfUtf8 } from "./utf8.ts";

it.each(["", "a", "가", "👩‍👩‍👧", "é", "\uFEFF가"])("decodes %j as toString does, at any length", (text) => {
  for (const count of [1, 200, 5000]) {
    const bytes = Buffer.from(text.repeat(count));
    expect(textOfUtf8(bytes)).toBe(bytes.toString());
  }
});
