import { describe, expect, it } from "vitest";
import { compress } from "./compress.ts";

/** A picture of `full` bytes at quality 1 and proportionally fewer below. */
function picture(full: number) {
  const tried: number[] = [];
  const encode = async (quality: number) => {
    tried.push(quality);
    return new Blob([new Uint8Array(Math.round(full * quality))]);
  };
  return { tried, encode };
}

describe("compressing", () => {
  it("keeps a small picture at quality 1", async () => {
    const { tried, encode } = picture(1_000_000);
    expect((await compress(encode))?.size).toBe(1_000_000);
    expect(tried).toEqual([1]);
  });

  it.each([1_000_001, 1_300_000, 5_000_000, 99_000_000])(
    "finds the highest quality that fits: %d bytes",
    async (full) => {
      let quality = 100;
      while (Math.round((full * quality) / 100) > 1_000_000) quality -= 1;
      const { tried, encode } = picture(full);
      expect((await compress(encode))?.size).toBe(Math.round((full * quality) / 100));
      expect(tried.length).toBeLessThan(9);
    },
  );

  it("rejects a picture that never fits", async () => {
    expect(await compress(picture(200_000_000).encode)).toBeUndefined();
  });
});
