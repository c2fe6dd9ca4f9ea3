import sharp, { type Create, type Sharp } from "sharp";

/** Pictures for tests. All are small unless their name says otherwise. */
const canvas = (width: number, height: number, more: Partial<Create> = {}): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "#6e74fa", ...more } });

export const jpeg = (width = 40, height = 30): Promise<Buffer> => canvas(width, height).jpeg().toBuffer();

export const png = (width = 40, height = 30): Promise<Buffer> =>
  canvas(width, height, { channels: 4, background: { r: 241, g: 92, b: 167, alpha: 0.5 } })
    .png()
    .toBuffer();

export const webp = (width = 40, height = 30): Promise<Buffer> => canvas(width, height).webp().toBuffer();

/** Lies on its side: 40 × 30 pixels that are to be shown as 30 × 40, with a place and a camera in its metadata. */
export const sidewaysJpeg = (): Promise<Buffer> =>
  canvas(40, 30)
    .jpeg()
    .withExif({ IFD0: { Make: "Secret camera" }, IFD3: { GPSLatitude: "37/1 33/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

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

export const gif = (): Promise<Buffer> => canvas(20, 20).gif().toBuffer();

export const tiff = (): Promise<Buffer> => canvas(20, 20).tiff().toBuffer();

export const cmykJpeg = (): Promise<Buffer> => canvas(40, 30).toColourspace("cmyk").jpeg().toBuffer();

export const sixteenBitPng = (): Promise<Buffer> => canvas(40, 30).toColourspace("rgb16").png().toBuffer();

export const svg = (): Buffer =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script></svg>');

/** A whole picture with a page hidden behind its end. */
export const pngWithPageBehind = async (): Promise<Buffer> =>
  Buffer.concat([await png(), Buffer.from("<html><script>x()</script></html>")]);

/** Begins like a JPEG and goes on as a page. */
export const pageInDisguise = (): Buffer =>
  Buffer.concat([
    Buffer.from("ffd8ffe000104a464946000101", "hex"),
    Buffer.from("<html><script>x()</script></html>"),
  ]);

/** Noise, so that it is large enough to be cut in the middle of its pixels. */
const noise = (): Sharp =>
  canvas(200, 200, { background: "#000", noise: { type: "gaussian", mean: 128, sigma: 60 } });

const cut = async (whole: Promise<Buffer>): Promise<Buffer> => {
  const bytes = await whole;
  return bytes.subarray(0, Math.floor(bytes.length / 2));
};
export const truncatedJpeg = (): Promise<Buffer> => cut(noise().jpeg().toBuffer());
export const truncatedPng = (): Promise<Buffer> => cut(noise().png().toBuffer());
export const truncatedWebp = (): Promise<Buffer> => cut(noise().webp().toBuffer());

/** A few kilobytes that would unfold to 41 megapixels. */
export const pixelBomb = (): Promise<Buffer> => canvas(10_000, 4_100).png({ palette: true }).toBuffer();

/** A header that promises 65 000 × 65 000 pixels and nothing behind it. */
export const promisedGiant = async (): Promise<Buffer> => {
  const bytes = Buffer.from(await jpeg());
  const frame = bytes.indexOf(Buffer.from("ffc00011", "hex"));
  bytes.writeUInt16BE(65_000, frame + 5);
  bytes.writeUInt16BE(65_000, frame + 7);
  return bytes;
};

/** A good picture followed by zeros up to a size in bytes. */
export const jpegOfSize = async (size: number): Promise<Buffer> => {
  const start = await jpeg();
  return Buffer.concat([start, Buffer.alloc(size - start.length)]);
};
