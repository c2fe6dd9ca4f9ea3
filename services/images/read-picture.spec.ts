import sharp from "sharp";
import { describe, expect, it } from "vitest";
import * as pictures from "#tests/pictures";
import { readPicture } from "./read-picture.ts";

const tenMegabytes = 10 * 1024 * 1024;

describe("a picture is kept", () => {
  it.each([
    ["jpeg", "jpg", pictures.jpeg],
    ["png", "png", pictures.png],
    ["webp", "webp", pictures.webp],
  ])("%s as what it is, at an address made of its content", async (format, extension, make) => {
    const picture = await readPicture(await make());
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format, width: 40, height: 30 });
    expect(picture.type).toBe(`image/${format}`);
    expect(picture.url).toBe(`/images/${picture.digest.slice(0, 2)}/${picture.digest}.${extension}`);
    expect((await readPicture(await make())).url).toBe(picture.url);
  });

  it("upright and without anything that tells who took it where", async () => {
    const { bytes } = await readPicture(await pictures.sidewaysJpeg());
    const found = await sharp(bytes).metadata();
    expect(found).toMatchObject({ width: 30, height: 40 });
    expect([found.orientation, found.exif, found.xmp, found.iptc, found.icc]).toEqual(
      Array(5).fill(undefined),
    );
    expect(bytes.includes("Secret camera")).toBe(false);
  });

  it("as its first frame when it moves", async () => {
    const moving = await pictures.animatedWebp();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { bytes } = await readPicture(moving);
    expect((await sharp(bytes).metadata()).pages).toBeUndefined();
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
  });

  it.each([
    ["CMYK", pictures.cmykJpeg],
    ["sixteen bits", pictures.sixteenBitPng],
  ])("in sRGB when it comes in %s", async (_kind, make) => {
    const { bytes } = await readPicture(await make());
    expect((await sharp(bytes).metadata()).space).toMatch(/^s?rgb(16)?$/);
  });

  it("without what was hidden behind its end", async () => {
    const { bytes } = await readPicture(await pictures.pngWithPageBehind());
    expect(bytes.includes("script")).toBe(false);
  });

  it("up to exactly ten megabytes", async () => {
    expect((await readPicture(await pictures.jpegOfSize(tenMegabytes))).type).toBe("image/jpeg");
  });
});

describe("a picture is too large", () => {
  it.each([
    ["one byte beyond ten megabytes", () => pictures.jpegOfSize(tenMegabytes + 1)],
    ["beyond forty megapixels", pictures.pixelBomb],
    ["when it only promises gigapixels", pictures.promisedGiant],
  ])("%s, without being decoded", async (_case, make) => {
    const bytes = await make();
    const before = process.memoryUsage().rss;
    await expect(readPicture(bytes)).rejects.toMatchObject({ code: "picture-too-large" });
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });
});

describe("a picture is undecodable", () => {
  it.each([
    ["nothing", () => Buffer.alloc(0)],
    ["noise", () => Buffer.from("no picture at all")],
    ["an SVG", pictures.svg],
    ["a GIF", pictures.gif],
    ["a TIFF", pictures.tiff],
    ["a page that begins like a JPEG", pictures.pageInDisguise],
    ["half a JPEG", pictures.truncatedJpeg],
    ["half a PNG", pictures.truncatedPng],
    ["half a WebP", pictures.truncatedWebp],
    ["a JPEG's beginning alone", async () => (await pictures.jpeg()).subarray(0, 20)],
  ])("%s", async (_case, make) => {
    await expect(readPicture(await make())).rejects.toMatchObject({ code: "undecodable-picture" });
  });

  it("and the next one is read all the same", async () => {
    const [half, whole] = [await pictures.truncatedPng(), await pictures.png()];
    const [bad, good] = await Promise.allSettled([readPicture(half), readPicture(whole)]);
    expect([bad.status, good.status]).toEqual(["rejected", "fulfilled"]);
  });
});
