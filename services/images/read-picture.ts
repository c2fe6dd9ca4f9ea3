import { createHash } from "node:crypto";
import type { Sharp, SharpOptions } from "sharp";
import { Refused } from "#contracts/errors";
import { oneJobPerName } from "#contracts/jobs";
import { limits, serverLimits } from "#contracts/limits";
import type { PictureSender } from "../platform/http/http-deps.ts";
import { formatOf, type PictureFormat } from "./picture-format.ts";
import { loadSharp } from "./sharp.ts";
import { stripPicture } from "./strip-picture.ts";

/** A picture that has been decoded and encoded again. */
export interface Picture {
  /** `/images/<2 hex>/<digest>.<jpg|png|webp>`: each content has its own address. */
  readonly url: string;
  /** SHA-256 of the bytes, 64 hex digits. */
  readonly digest: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const inTurn = oneJobPerName();
/** Sender of pictures that are not uploaded. */
const noSender: PictureSender = { member: "", isWaiting: () => true, permit: async () => {} };

const secondsAtMost = 10;
/**
 * Maximum of a side in pixels, as in JPEG and more than any browser shows. A PNG of one row of 40 megapixels takes 1.5
 * GB to decode; one of one column blocks others for too long.
 */
const longestSide = 65_535;
const quality = 88;
/** Weighted pixels up to which a picture is decoded beside larger ones, without waiting for them. */
const smallPixels = 4_000_000;

const options: SharpOptions = {
  failOn: "error",
  // Reads only the first frame of an animation.
  pages: 1,
  limitInputPixels: serverLimits.picturePixels,
};

/**
 * Decodes an upload and encodes it again in its own format (spec/wire-contract.md §7): upright, in sRGB, without
 * metadata. A member's pictures are decoded one after the other, so that others wait for at most one of them, and small
 * pictures for no large one. The sender's permission is checked once the header has been read.
 * @throws Refused picture-too-large (over 10 MB or 40 weighted megapixels, before decoding) | undecodable-picture |
 * overload (it took too long) | malformed (the sender has disconnected) | errors of `permit`
 */
export async function readPicture(
  sent: Buffer,
  { member, isWaiting, permit }: PictureSender = noSender,
): Promise<Picture> {
  if (sent.length > limits.pictureBytes) throw new Refused("picture-too-large");
  const format = formatOf(sent);
  if (!format) throw new Refused("undecodable-picture");
  const bytes = stripPicture(sent, format);
  const queue = (await checkSize(bytes, format)) > smallPixels ? "decode large" : "decode small";
  await permit();
  const encoded = await inTurn(`of ${member}`, () =>
    inTurn(queue, () => {
      if (!isWaiting()) throw new Refused("malformed");
      return encodeAgain(bytes, format);
    }),
  );
  const digest = createHash("sha256").update(encoded).digest("hex");
  return {
    url: `/images/${digest.slice(0, 2)}/${digest}.${format.extension}`,
    digest,
    type: format.type,
    bytes: encoded,
  };
}

/**
 * Reads only the header. Returns pixels weighted by the cost of decoding: 16 bits per sample take twice the memory, and
 * an interlaced PNG is decoded completely, in seven passes, before the first row is available.
 */
async function checkSize(bytes: Buffer, format: PictureFormat): Promise<number> {
  const sharp = await loadSharp();
  const found = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(undecodable);
  if (found.format !== format.name) throw new Refused("undecodable-picture");
  const isInterlaced = found.format === "png" && found.isProgressive;
  const weight = (found.depth === "ushort" ? 2 : 1) * (isInterlaced ? 2 : 1);
  const pixels = found.width * found.height * weight;
  if (pixels > serverLimits.picturePixels) throw new Refused("picture-too-large");
  if (Math.max(found.width, found.height) > longestSide) throw new Refused("undecodable-picture");
  return pixels;
}

async function encodeAgain(bytes: Buffer, format: PictureFormat): Promise<Buffer> {
  const sharp = await loadSharp();
  const upright = sharp(bytes, options)
    .autoOrient()
    .toColourspace("srgb")
    .timeout({ seconds: secondsAtMost });
  return encoded(upright, format).toBuffer().catch(notEncoded);
}

function encoded(picture: Sharp, { name }: PictureFormat): Sharp {
  if (name === "png") return picture.png({ compressionLevel: 7 });
  return name === "webp" ? picture.webp({ quality }) : picture.jpeg({ quality });
}

/** A timeout is not the picture's fault: a less busy machine can decode it. */
export function notEncoded(error: unknown): never {
  if (error instanceof Error && /^timeout\b/.test(error.message))
    throw new Refused("overload", { retryAfter: secondsAtMost });
  return undecodable();
}

/** Whatever the decoder reports, the client can only choose another picture. */
function undecodable(): never {
  throw new Refused("undecodable-picture");
}
