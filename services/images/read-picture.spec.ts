import { execFile } from "node:child_process";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { Refused } from "#contracts/errors";
import * as pictures from "#tests/support/pictures";
import { program } from "#tests/support/program";
import { notEncoded, readPicture } from "./read-picture.ts";
import { stripPicture } from "./strip-picture.ts";

// Takes longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const tenMegabytes = 10 * 1024 * 1024;

async function colourOf(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  return [...(await pixel.raw().toBuffer())];
}

/** Colour names of the four quarters, row by row. */
async function quartersOf(bytes: Buffer): Promise<string> {
  const { width, height } = await sharp(bytes).metadata();
  const names: string[] = [];
  for (const top of [height / 4, (height * 3) / 4])
    for (const left of [width / 4, (width * 3) / 4]) {
      const bits = (await colourOf(bytes, Math.floor(left), Math.floor(top))).map((value) => value > 127);
      names.push(bits.every(Boolean) ? "white" : (["red", "green", "blue"][bits.indexOf(true)] ?? "black"));
    }
  return names.join(" ");
}

const pixelParts: Readonly<Record<pictures.PictureKind, RegExp>> = {
  jpeg: /^(?:d8|e0|db|c0|c2|c4|dd|da)$/,
  png: /^(?:IHDR|PLTE|tRNS|pHYs|IDAT|IEND)$/,
  webp: /^(?:VP8 |VP8L|VP8X|ALPH)$/,
};

/** Names of the segments or chunks of a file that contain metadata. */
function partsBesidePixels(bytes: Buffer, kind: pictures.PictureKind): string[] {
  const names: string[] = [];
  if (kind === "jpeg") {
    names.push("d8");
    for (let at = 2; names.at(-1) !== "da"; at += 2 + bytes.readUInt16BE(at + 2))
      names.push(bytes.subarray(at + 1, at + 2).toString("hex"));
  }
  if (kind === "png")
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
      names.push(bytes.toString("latin1", at + 4, at + 8));
  if (kind === "webp")
    for (
      let at = 12;
      at < bytes.length;
      at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2)
    )
      names.push(bytes.toString("latin1", at, at + 4));
  return names.filter((name) => !pixelParts[kind].test(name));
}

interface Elsewhere {
  /** Type of the picture, or the refusal. */
  readonly outcomes: readonly string[];
  readonly grownBytes: number;
}

/** Reads the same picture several times concurrently in a process of its own. */
function readElsewhere(picture: Buffer, times: number): Promise<Elsewhere> {
  return new Promise((resolve, reject) => {
    const args = [...program("picture-process"), String(times)];
    const child = execFile(process.execPath, args, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    );
    child.stdin?.end(picture);
  });
}

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

  describe.each(pictures.pictureKinds)("upright, without metadata: %s", (kind) => {
    it.each([
      [1, "red green blue white"],
      [2, "green red white blue"],
      [3, "white blue green red"],
      [4, "blue white red green"],
      [5, "red blue green white"],
      [6, "blue red white green"],
      [7, "white green blue red"],
      [8, "green white red blue"],
    ])("lying as %i", async (orientation, seen) => {
      const lying = await pictures.turned(kind, orientation);
      expect(lying.includes("Secret")).toBe(true);
      const { bytes } = await readPicture(lying);
      expect(await quartersOf(bytes)).toBe(seen);
      const { format, space, orientation: kept } = await sharp(bytes).metadata();
      expect({ format, space, kept }).toEqual({ format: kind, space: "srgb" });
      expect(bytes.includes("Secret")).toBe(false);
      expect(partsBesidePixels(bytes, kind)).toEqual([]);
    });
  });

  it("as its first frame if it is animated", async () => {
    const moving = await pictures.animatedWebp();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { bytes } = await readPicture(moving);
    expect((await sharp(bytes).metadata()).pages).toBeUndefined();
    expect(partsBesidePixels(bytes, "webp")).toEqual([]);
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
  });

  it("as its first frame if it is animated, without reading the other frames, however many", async () => {
    const moving = await pictures.longWebp(18_000);
    expect(stripPicture(moving, { name: "webp", type: "image/webp", extension: "webp" }).length).toBeLessThan(
      500,
    );
    expect((await readPicture(moving)).bytes).toEqual(
      (await readPicture(await pictures.animatedWebp())).bytes,
    );
  });

  it.each([
    ["even", 4],
    ["odd, which a byte follows that does not count", 3],
  ])("as its first frame if a chunk before it has a length that is %s", (_, length) => {
    const chunk = (name: string, size: number) => {
      const bytes = Buffer.alloc(8 + size + (size % 2), 7);
      bytes.write(name, 0, "latin1");
      bytes.writeUInt32LE(size, 4);
      return bytes;
    };
    const file = (...frames: Buffer[]) => {
      const chunks = [
        chunk("VP8X", 10),
        chunk("ICCP", length),
        chunk("ANIM", 6),
        ...frames,
        chunk("XMP ", 5),
      ];
      const bytes = Buffer.concat([Buffer.from("RIFF0000WEBP"), ...chunks]);
      bytes.writeUInt32LE(bytes.length - 8, 4);
      return bytes;
    };
    const frames = [chunk("ANMF", 9), chunk("ANMF", 11), chunk("ANMF", 12)];
    const format = { name: "webp", type: "image/webp", extension: "webp" } as const;
    expect(stripPicture(file(...frames), format)).toEqual(file(...frames.slice(0, 1)));
  });

  it("without inflating text chunks, however many", async () => {
    const withTexts = pictures.pngWithManyTexts(1000);
    const plain = pictures.blackPng(40, 30);
    expect(stripPicture(withTexts, { name: "png", type: "image/png", extension: "png" })).toEqual(plain);
    expect((await readPicture(withTexts)).url).toBe((await readPicture(plain)).url);
  });

  it("as its still image if it is an animated PNG", async () => {
    const { bytes } = await readPicture(await pictures.animatedPng());
    expect(await colourOf(bytes, 10, 10)).toEqual([110, 116, 250]);
    expect(partsBesidePixels(bytes, "png")).toEqual([]);
  });

  it.each([
    ["CMYK", pictures.cmykJpeg, "cmyk"],
    ["sixteen bits", pictures.sixteenBitPng, "rgb16"],
  ])("in sRGB and in its colours when it comes in %s", async (_kind, make, space) => {
    const given = await make();
    expect((await sharp(given).metadata()).space).toBe(space);
    const { bytes } = await readPicture(given);
    expect(await sharp(bytes).metadata()).toMatchObject({ space: "srgb", depth: "uchar" });
    const [red = 0, green = 0, blue = 0] = await colourOf(bytes, 20, 15);
    expect(Math.max(Math.abs(red - 110), Math.abs(green - 116), Math.abs(blue - 250))).toBeLessThan(80);
  });

  it.each([
    ["behind its end", pictures.pngWithPageBehind],
    ["in a comment and behind its end", pictures.jpegWithPages],
  ])("without a page that was hidden %s", async (_place, make) => {
    const { bytes } = await readPicture(await make());
    expect(bytes.includes("script")).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it("up to exactly ten megabytes", async () => {
    expect((await readPicture(await pictures.jpegOfSize(tenMegabytes))).type).toBe("image/jpeg");
  });

  it("up to the longest side that a JPEG can have", async () => {
    for (const [width, height] of [[65_535, 1] as const, [1, 65_535] as const])
      expect((await readPicture(pictures.blackPng(width, height))).type).toBe("image/png");
  });
});

describe("a picture is too large", () => {
  it.each([
    ["one byte beyond ten megabytes", () => pictures.jpegOfSize(tenMegabytes + 1)],
    ["beyond forty megapixels", pictures.pixelBomb],
    ["when it only promises gigapixels", pictures.promisedGiant],
    ["when it unfolds to gigapixels", () => pictures.blackPng(50_000, 50_000)],
    ["interlaced in sixteen bits beyond ten megapixels", () => pictures.promisedInterlaced(4000, 2501)],
  ])("%s", async (_case, make) => {
    await expect(readPicture(await make())).rejects.toMatchObject({ code: "picture-too-large" });
  });
});

describe("memory is bounded, in a process of its own", () => {
  const megabyte = 1024 * 1024;
  const refused = ["picture-too-large", "picture-too-large", "picture-too-large"];

  it("by the size of the upload if it would decode to gigapixels", async () => {
    expect((await readPicture(pictures.blackPng(500, 500))).type).toBe("image/png");
    const { outcomes, grownBytes } = await readElsewhere(pictures.blackPng(50_000, 50_000), 3);
    expect(outcomes).toEqual(refused);
    expect(grownBytes).toBeLessThan(32 * megabyte);
  });

  it("by the size of the upload if its metadata would inflate to gigabytes", async () => {
    const { outcomes, grownBytes } = await readElsewhere(pictures.pngWithPackedRemarks(), 3);
    expect(outcomes).toEqual(["image/png", "image/png", "image/png"]);
    expect(grownBytes).toBeLessThan(64 * megabyte);
  });

  it("by the largest picture, however many arrive together", async () => {
    const { outcomes, grownBytes } = await readElsewhere(await pictures.largestJpeg(), 4);
    expect(outcomes).toEqual(Array(4).fill("image/jpeg"));
    expect(grownBytes).toBeLessThan(800 * megabyte);
  });
});

const permit = async () => {};

it("checks the sender's permission once the header has been read, and decodes nothing without it", async () => {
  const isWaiting = vi.fn(() => true);
  const sender = { member: "one", isWaiting, permit: () => Promise.reject(new Refused("not-the-author")) };
  await expect(readPicture(await pictures.jpeg(), sender)).rejects.toMatchObject({ code: "not-the-author" });
  expect(isWaiting).not.toHaveBeenCalled();
  await expect(readPicture(await pictures.pixelBomb(), sender)).rejects.toMatchObject({
    code: "picture-too-large",
  });
  await expect(readPicture(Buffer.from("no picture"), sender)).rejects.toMatchObject({
    code: "undecodable-picture",
  });
});

describe("a sender of many pictures", () => {
  it("delays others by at most one of them", async () => {
    const create = { width: 3000, height: 2000, channels: 3, background: "#fff" } as const;
    // Large: decoding one takes longer than reading the header of another.
    const jpeg = await sharp({ create }).jpeg().toBuffer();
    const isWaiting = () => true;
    const ended: string[] = [];
    const send = (member: string) =>
      readPicture(jpeg, { member, isWaiting, permit }).then(() => ended.push(member));
    await Promise.all([send("many"), send("many"), send("many"), send("one")]);
    expect(ended.indexOf("one")).toBeLessThan(2);
  });

  it("does not delay small pictures of others behind a large one", async () => {
    const large = await pictures.largestJpeg();
    const ended: string[] = [];
    let sendSmall = async () => {};
    const small = new Promise<void>((resolve, reject) => {
      sendSmall = () =>
        readPicture(pictures.blackPng(40, 30), { member: "one", isWaiting: () => true, permit })
          .then(() => ended.push("small"))
          .then(() => resolve(), reject);
    });
    const isWaiting = () => {
      void sendSmall();
      return true;
    };
    await readPicture(large, { member: "many", isWaiting, permit });
    ended.push("large");
    await small;
    expect(ended).toEqual(["small", "large"]);
  });

  it("that disconnects has none of them decoded", async () => {
    const gone = { member: "gone", isWaiting: () => false, permit };
    await expect(readPicture(await pictures.jpeg(), gone)).rejects.toMatchObject({ code: "malformed" });
  });
});

it("is asked to retry if decoding ran out of time, which is not the picture's fault", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const slow = sharp({ create: { width: 6000, height: 6000, channels: 3, background: "#6e74fa", noise } })
    .webp({ effort: 6 })
    .timeout({ seconds: 1 });
  await expect(slow.toBuffer().catch(notEncoded)).rejects.toMatchObject({
    code: "overload",
    detail: { retryAfter: 10 },
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
    ["a line longer than that of any JPEG", () => pictures.blackPng(65_536, 1)],
    ["a WebP of more frames than any has", () => pictures.longWebp(100_000)],
    ["a column higher than that of any JPEG", () => pictures.blackPng(1, 65_536)],
  ])("%s", async (_case, make) => {
    await expect(readPicture(await make())).rejects.toMatchObject({ code: "undecodable-picture" });
  });

  it("and the next one is still read", async () => {
    const half = await pictures.truncatedPng();
    const whole = await pictures.png();
    const [bad, good] = await Promise.allSettled([readPicture(half), readPicture(whole)]);
    expect([bad.status, good.status]).toEqual(["rejected", "fulfilled"]);
  });
});
