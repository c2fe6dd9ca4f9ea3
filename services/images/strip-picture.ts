import { Refused } from "#contracts/errors";
import type { PictureFormat } from "./picture-format.ts";

interface Chunk {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Bytes before and after a chunk's content, and the offsets of its length and name. */
const layouts = {
  png: { start: 8, name: 4, size: (bytes: Buffer, at: number) => 12 + bytes.readUInt32BE(at) },
  webp: {
    start: 12,
    name: 0,
    size(bytes: Buffer, at: number) {
      const length = bytes.readUInt32LE(at + 4);
      return 8 + length + (length % 2);
    },
  },
};

function* chunksOf(bytes: Buffer, { start, name, size }: (typeof layouts)["png" | "webp"]): Generator<Chunk> {
  for (let from = start; from + 8 <= bytes.length; ) {
    const to = Math.min(from + size(bytes, from), bytes.length);
    yield { name: bytes.toString("latin1", from + name, from + name + 4), from, to };
    from = to;
  }
}

const textChunks = new Set(["tEXt", "zTXt", "iTXt"]);
/** Far more than pictures of ten megabytes have, whose chunks have at least four kilobytes. */
const maxChunks = 20_000;

/**
 * Removes chunks that are not part of the picture and keep a decoder busy: text chunks of a PNG, each of which may
 * inflate to megabytes, and frames of an animated WebP after the first, for each of which the decoder searches from the
 * beginning (a minute for 100,000 in 5 MB).
 * @throws Refused undecodable-picture
 */
export function stripPicture(bytes: Buffer, { name }: PictureFormat): Buffer {
  if (name === "jpeg") return bytes;
  const retained: Buffer[] = [];
  let end = 0;
  let count = 0;
  let frames = 0;
  for (const chunk of chunksOf(bytes, layouts[name])) {
    count += 1;
    if (count > maxChunks) throw new Refused("undecodable-picture");
    if (chunk.name === "ANMF") frames += 1;
    if (name === "png" ? !textChunks.has(chunk.name) : chunk.name !== "ANMF" || frames === 1) continue;
    retained.push(bytes.subarray(end, chunk.from));
    end = chunk.to;
  }
  if (end === 0) return bytes;
  const stripped = Buffer.concat([...retained, bytes.subarray(end)]);
  if (name === "webp") stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}
