/** The picture could not be turned into a JPEG that fits. */
export class PictureFailed extends Error {}

const jpegName = (name: string) => `${name.replace(/\.[^.]*$/, "") || "image"}.jpg`;

/** Compresses in a worker of its own, so that typing stays smooth. @throws PictureFailed */
export function compressPicture(file: File): Promise<File> {
  const worker = new Worker(new URL("./compress-worker.ts", import.meta.url), { type: "module" });
  return new Promise<File>((resolve, reject) => {
    worker.addEventListener("message", (event: MessageEvent<Blob | null>) => {
      if (event.data) resolve(new File([event.data], jpegName(file.name), { type: "image/jpeg" }));
      else reject(new PictureFailed());
    });
    worker.addEventListener("error", () => reject(new PictureFailed()));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
