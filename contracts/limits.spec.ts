import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import type { z } from "zod";
import { growthOf } from "#tests/support/growth";
import { requiredText, requiredTexts, tooLong, wrongType } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { cutTo, isLonger, lengthOf, normalise } from "./limits.ts";

const segmenter = new Intl.Segmenter("ko", { granularity: "grapheme" });
const pieces = fc.constantFrom(
  "가",
  "각",
  "👨‍👩‍👧",
  "🇰🇷",
  "🇰",
  "\u0301",
  "\u200d",
  "❤️",
  "a",
  "\n",
  "ᅡ",
  "ᄀ",
  "नि",
);
const longTexts = fc.array(pieces, { maxLength: 900 }).map((parts) => parts.join(""));

it("counts a user-perceived character as one", () => {
  expect(["👨‍👩‍👧", "각", "각".normalize("NFD"), "🇰🇷", "가나다", ""].map(lengthOf)).toEqual([
    1, 1, 1, 1, 3, 0,
  ]);
});

it("counts pictures of several code points anywhere in a long text", () => {
  for (let before = 0; before < 8; before += 1)
    expect(lengthOf("a".repeat(before) + "👨‍👩‍👧".repeat(300))).toBe(300 + before);
});

it("counts and cuts long texts exactly like the segmenter on the whole text", () => {
  fc.assert(
    fc.property(longTexts, fc.integer({ min: 0, max: 950 }), (text, max) => {
      const whole = [...segmenter.segment(text)].map(({ segment }) => segment);
      expect(lengthOf(text)).toBe(whole.length);
      expect(cutTo(text, max)).toBe(whole.slice(0, max).join(""));
    }),
    { numRuns: 50 },
  );
});

it.each(["가", "🇰", "\u0301\u0316", "\u200d"])(
  "judges hostile text in time in proportion to its size: %j",
  (sign) => {
    const repeated = (size: number) => sign.repeat(size / sign.length);
    expect(growthOf(repeated, 250_000, (text) => lengthOf(normalise(text)))).toBeLessThan(4);
  },
);

it("judges what follows a character without end as quickly as anything else", () => {
  // Skin tones belong to the character before them, however many there are.
  const text = (size: number) => "\u{1F3FB}".repeat(size / 6) + "a".repeat((size * 2) / 3);
  expect(growthOf(text, 120_000, lengthOf)).toBeLessThan(4);
});

it("keeps at most thirty combining marks in a row and leaves ordinary ones alone", () => {
  expect(normalise(`e${"\u0301\u0316".repeat(100)}x`)).toHaveLength(31);
  expect(normalise("각".normalize("NFD"))).toBe("각");
  const unfolding = normalise(`e${"\u0344".repeat(40)}`);
  expect(normalise(unfolding)).toBe(unfolding);
});

it("decides whether a text is too long like counting all of it", () => {
  fc.assert(
    fc.property(longTexts, fc.integer({ min: 1, max: 950 }), (text, max) => {
      expect(isLonger(text, max)).toBe(text.length > 20 * max || lengthOf(text) > max);
    }),
    { numRuns: 50 },
  );
});

it("counts one character more than are allowed, and neither normalises nor counts a text of far more", () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
  const normalize = vi.spyOn(String.prototype, "normalize");
  onTestFinished(() => void vi.restoreAllMocks());
  expect(isLonger("a".repeat(10_000), 600)).toBe(true);
  expect(segment.mock.calls.length).toBeLessThanOrEqual(2);
  segment.mockClear();
  const parsed = requiredText(50, "blank").safeParse("\u0301".repeat(1001));
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([tooLong]);
  expect(segment).not.toHaveBeenCalled();
  expect(normalize).not.toHaveBeenCalled();
});

it("reports one of many wrong items of a list", () => {
  const parsed = requiredTexts("blank").safeParse(["a", ...Array<number>(1000).fill(1)]);
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([wrongType]);
  expect(requiredTexts("blank").parse(["a", "b"])).toEqual(["a", "b"]);
});

it("reports one of many wrong items in every list of a JSON body", () => {
  const reported = [...endpoints.values()].flatMap(({ name, body }) => {
    const fields = body.kind === "json" ? Object.entries(body.schema.shape) : [];
    return fields.flatMap(([field, schema]) =>
      [1, "", {}]
        .map((item) => (schema as z.ZodType).safeParse(Array(1000).fill(item)).error?.issues.length ?? 0)
        .filter((issues) => issues > 1)
        .map((issues) => `${name} ${field}: ${issues}`),
    );
  });
  expect(reported).toEqual([]);
});
