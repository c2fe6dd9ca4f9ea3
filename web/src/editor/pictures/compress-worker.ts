import { toJpeg } from "./to-jpeg.ts";

// Replies to a posted picture file with a JPEG blob, or null.
self.addEventListener("message", (event: MessageEvent<Blob>) => {
  toJpeg(event.data).then(
    (blob) => self.postMessage(blob),
    () => self.postMessage(null),
  );
});
