import { constants, crc32, deflateRawSync } from "node:zlib";
import sharp, { type Create, type Sharp } from "sharp";

/** Pictures for tests. All are small unless their names say otherwise. */
const canvas = (width: number, height: number, more: Partial<Create> = {}): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "#6e74fa", ...more } });

export const jpeg = (width = 40, height = 30): Promise<Buffer> => canvas(width, height).jpeg().toBuffer();

export const png = (width = 40, height = 30): Promise<Buffer> =>
  canvas(width, height, { channels: 4, background: { r: 241, g: 92, b: 167, alpha: 0.5 } })
    .png()
    .toBuffer();

export const webp = (width = 40, height = 30): Promise<Buffer> => canvas(width, height).webp().toBuffer();

export const pictureKinds = ["jpeg", "png", "webp"] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** Personal metadata that a camera or a program writes beside the pixels; as plain text it contains `Secret`. */
const tellTale = (picture: Sharp, kind: PictureKind, orientation: number): Promise<Buffer> =>
  picture
    .toFormat(kind, { quality: 100, lossless: true })
    .withExif({
      IFD0: { Make: "Secret camera", Artist: "Secret person" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "37/1 33/1 0/1", GPSDateStamp: "Secret day" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>Secret place</rdf></x:xmpmeta>')
    .withIccProfile("p3")
    .withMetadata({ orientation, density: 300 })
    .toBuffer();

/** Quarters that are red, green, blue and white in stored order, rotated for display by EXIF's number. */
export async function turned(kind: PictureKind, orientation: number): Promise<Buffer> {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: 32, height: 16, channels: 3 as const, background } },
    left,
    top,
  });
  const flat = await canvas(64, 32, { background: "#f00" })
    .composite([quarter("#0f0", 32, 0), quarter("#00f", 0, 16), quarter("#fff", 32, 16)])
    .png()
    .toBuffer();
  return withRemarks(await tellTale(sharp(flat), kind, orientation), kind);
}

/** The same with a comment as image programs write it. */
function withRemarks(picture: Buffer, kind: PictureKind): Buffer {
  const remark = Buffer.from("Comment\0Secret remark");
  if (kind === "webp") return picture;
  const [start, segment] =
    kind === "png"
      ? [33, pngChunk("tEXt", remark)]
      : [2, Buffer.concat([Buffer.from([0xff, 0xfe, 0, remark.length + 2]), remark])];
  return Buffer.concat([picture.subarray(0, start), segment, picture.subarray(start)]);
}

/** Two frames: violet, then pink. */
export const animatedWebp = async (): Promise<Buffer> => {
  const frames = [
    await canvas(20, 20).png().toBuffer(),
    await canvas(20, 20, { background: "#f15ca7" }).png().toBuffer(),
  ];
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100], loop: 0 })
    .toBuffer();
};

/** The same two frames, with the second one repeated this many times. */
export async function longWebp(more: number): Promise<Buffer> {
  const moving = await animatedWebp();
  const frame = moving.subarray(moving.lastIndexOf("ANMF"));
  const bytes = Buffer.concat([moving, ...Array<Buffer>(more).fill(frame)]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

/** A PNG whose still image is violet and whose animation continues in pink. */
export const animatedPng = async (): Promise<Buffer> => {
  const still = await canvas(20, 20).png().toBuffer();
  const second = await canvas(20, 20, { background: "#f15ca7" }).png().toBuffer();
  const contentOf = (bytes: Buffer) => {
    const at = bytes.indexOf("IDAT");
    return bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4));
  };
  const numbers = (...words: number[]) => {
    const bytes = Buffer.alloc(words.length * 4);
    words.forEach((word, index) => {
      bytes.writeUInt32BE(word, index * 4);
    });
    return bytes;
  };
  const frame = (order: number) =>
    pngChunk("fcTL", Buffer.concat([numbers(order, 20, 20, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const at = still.indexOf("IDAT") - 4;
  return Buffer.concat([
    still.subarray(0, at),
    pngChunk("acTL", numbers(2, 0)),
    frame(0),
    still.subarray(at, -12),
    frame(1),
    pngChunk("fdAT", Buffer.concat([numbers(2), contentOf(second)])),
    still.subarray(-12),
  ]);
};

export const gif = (): Promise<Buffer> => canvas(20, 20).gif().toBuffer();

export const tiff = (): Promise<Buffer> => canvas(20, 20).tiff().toBuffer();

export const cmykJpeg = (): Promise<Buffer> => canvas(40, 30).toColourspace("cmyk").jpeg().toBuffer();

export const sixteenBitPng = (): Promise<Buffer> => canvas(40, 30).toColourspace("rgb16").png().toBuffer();

export const svg = (): Buffer =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script></svg>');

const page = Buffer.from("<!DOCTYPE html><html><script>x()</script></html>");

/** Valid pictures with an HTML page in a comment and after their end. */
export const pngWithPageBehind = async (): Promise<Buffer> => Buffer.concat([await png(), page]);
export const jpegWithPages = async (): Promise<Buffer> => {
  const bytes = await jpeg();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page]);
  return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2), page]);
};

/** Begins like a JPEG and continues as an HTML page. */
export const pageInDisguise = (): Buffer =>
  Buffer.concat([Buffer.from("ffd8ffe000104a464946000101", "hex"), page]);

/** Noise, so that the file is large enough to be cut in the middle of its pixels. */
const noise = (): Sharp =>
  canvas(200, 200, { background: "#000", noise: { type: "gaussian", mean: 128, sigma: 60 } });

/** Differs from every other picture in the middle of the file, too. */
export const noisyJpeg = (): Promise<Buffer> => noise().jpeg().toBuffer();

const cut = async (whole: Promise<Buffer>): Promise<Buffer> => {
  const bytes = await whole;
  return bytes.subarray(0, Math.floor(bytes.length / 2));
};
export const truncatedJpeg = (): Promise<Buffer> => cut(noise().jpeg().toBuffer());
export const truncatedPng = (): Promise<Buffer> => cut(noise().png().toBuffer());
export const truncatedWebp = (): Promise<Buffer> => cut(noise().webp().toBuffer());

/** A few kilobytes that would decode to 41 megapixels. */
export const pixelBomb = (): Promise<Buffer> => canvas(10_000, 4_100).png({ palette: true }).toBuffer();

/** A header that declares 65 000 × 65 000 pixels without any data. */
export const promisedGiant = async (): Promise<Buffer> => {
  const bytes = Buffer.from(await jpeg());
  const frame = bytes.indexOf(Buffer.from("ffc00011", "hex"));
  bytes.writeUInt16BE(65_000, frame + 5);
  bytes.writeUInt16BE(65_000, frame + 7);
  return bytes;
};

/** A valid picture padded with zeros to a size in bytes. */
export const jpegOfSize = async (size: number): Promise<Buffer> => {
  const start = await jpeg();
  return Buffer.concat([start, Buffer.alloc(size - start.length)]);
};

function pngChunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8);
  return bytes;
}

/** Zeros compressed by zlib: a megabyte of them is a kilobyte. */
function packedZeros(count: number): Buffer {
  const megabyte = 1024 * 1024;
  const full = deflateRawSync(Buffer.alloc(megabyte), { finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((((count % 65_521) << 16) | 1) >>> 0);
  return Buffer.concat([
    Buffer.from("789c", "hex"),
    ...Array<Buffer>(Math.floor(count / megabyte)).fill(full),
    deflateRawSync(Buffer.alloc(count % megabyte)),
    checksum,
  ]);
}

/** A valid black PNG of one bit per pixel. With 50 000 × 50 000 pixels it has 300 kB and decodes to 2.5 gigapixels. */
export function blackPng(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", head),
    ...more,
    pngChunk("IDAT", packedZeros((Math.ceil(width / 8) + 1) * height)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The header of an interlaced PNG of 16 bits per sample, followed by an empty picture. */
export function promisedInterlaced(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([16, 2, 0, 0, 1], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", head),
    pngChunk("IDAT", packedZeros(1)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A small picture with a comment and a colour profile that inflate to a gigabyte each. */
export const pngWithPackedRemarks = (): Buffer => {
  const zeros = packedZeros(2 ** 30);
  const packed = (type: string) => pngChunk(type, Buffer.concat([Buffer.from("Comment\0\0"), zeros]));
  return blackPng(40, 30, packed("iCCP"), packed("zTXt"));
};

/** A small picture with this many text chunks that inflate to seven megabytes each. */
export const pngWithManyTexts = (count: number): Buffer => {
  const text = pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), packedZeros(7_000_000)]));
  return blackPng(40, 30, ...Array<Buffer>(count).fill(text));
};

/** Forty megapixels that must be rotated: the most expensive upload. */
export const largestJpeg = (): Promise<Buffer> =>
  canvas(8000, 5000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
