import { limits } from "#contracts/limits";

const accepted = ["image/png", "image/jpeg"];

/** Why a file is rejected as profile or team picture: wrong type, or more than 10 MB (spec/ui.md §8.3). */
export function refusalOf(file: Pick<File, "type" | "size">): "type" | "size" | null {
  if (!accepted.includes(file.type)) return "type";
  return file.size > limits.pictureBytes ? "size" : null;
}

/** Encodes a picture as JPEG of quality 0.8 with at most `maxSide` pixels per side; null if it cannot be decoded. */
export async function compressPicture(
  file: Blob,
  { quality = 0.8, maxSide = 1500 }: { quality?: number; maxSide?: number } = {},
): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency: transparent areas become white instead of black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}
