import { compress } from "./compress.ts";

/** A picture file as a JPEG blob on white background; null if it cannot be created. */
export async function toJpeg(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  picture.close();
  return (await compress((quality) => canvas.convertToBlob({ type: "image/jpeg", quality }))) ?? null;
}
