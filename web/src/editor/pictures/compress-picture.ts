/** The picture could not be turned into a JPEG that fits. */
export class PictureFailed extends Error {}

export const pictureFailed = "이미지 파일로 전환을 실패했습니다.";

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
 * Compresses in a worker where there are any, so that typing stays smooth.
 * @throws PictureFailed
 */
export async function compressPicture(file: File): Promise<File> {
  const jpeg = await (typeof Worker === "undefined" ? inPage(file) : inWorker(file));
  if (!jpeg) throw new PictureFailed();
  const name = `${file.name.replace(/\.[^.]*$/, "") || "image"}.jpg`;
  return new File([jpeg], name, { type: "image/jpeg" });
}

async function inPage(file: File): Promise<Blob | null> {
  const { toJpeg } = await import("./to-jpeg.ts");
  return toJpeg(file).catch(() => null);
}

function inWorker(file: File): Promise<Blob | null> {
  const worker = waiting ?? startWorker();
  waiting = undefined;
  const end = new AbortController();
  const listen = { signal: end.signal };
  return new Promise<Blob | null>((resolve) => {
    const onMessage = ({ data }: MessageEvent<Blob | null>) => {
      resolve(data);
      if (waiting) worker.terminate();
      else waiting = worker;
    };
    const onError = () => {
      resolve(null);
      worker.terminate();
    };
    worker.addEventListener("message", onMessage, listen);
    worker.addEventListener("error", onError, listen);
    worker.postMessage(file);
  }).finally(() => end.abort());
}
