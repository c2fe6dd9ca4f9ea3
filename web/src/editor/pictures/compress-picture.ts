/** The picture could not be turned into a JPEG that fits. */
export class PictureFailed extends Error {}

const jpegName = (name: string) => `${name.replace(/\.[^.]*$/, "") || "image"}.jpg`;

/** A worker that has loaded its script and waits for a picture. */
let waiting: Worker | undefined;

function startWorker(): Worker {
  const worker = new Worker(new URL("./compress-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("error", () => {
    if (waiting === worker) waiting = undefined;
  });
  return worker;
}

/** Loads the script while there is a connection: the first picture may be chosen offline. */
export function prepareToCompress(): void {
  if (typeof Worker === "undefined") return;
  waiting ??= startWorker();
}

/**
 * Compresses in a worker, so that typing stays smooth.
 * @throws PictureFailed
 */
export function compressPicture(file: File): Promise<File> {
  const worker = waiting ?? startWorker();
  waiting = undefined;
  const end = new AbortController();
  const listen = { signal: end.signal };
  return new Promise<File>((resolve, reject) => {
    const onMessage = ({ data }: MessageEvent<Blob | null>) => {
      if (data) resolve(new File([data], jpegName(file.name), { type: "image/jpeg" }));
      else reject(new PictureFailed());
      if (waiting) worker.terminate();
      else waiting = worker;
    };
    const onError = () => {
      reject(new PictureFailed());
      worker.terminate();
    };
    worker.addEventListener("message", onMessage, listen);
    worker.addEventListener("error", onError, listen);
    worker.postMessage(file);
  }).finally(() => end.abort());
}
