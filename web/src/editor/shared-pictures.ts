import type { Doc } from "yjs";
import { compressPicture } from "./compress-picture.ts";
import { type Pictures, pictures } from "./pictures.ts";
import { showAs } from "./shown-pictures.ts";

/**
 * New pictures of a text written together: compressed, they lie in the shared document under the address that they have
 * in the browser that brought them, so that everybody sees them and whoever saves can send them.
 */
export function sharedPictures(doc: Doc, onCompressed: () => void): Pictures {
  const own = pictures(compressPicture, onCompressed);
  const bytes = doc.getMap<Uint8Array<ArrayBuffer>>("pictures");
  const foreign = new Map<string, File>();

  function look(): void {
    for (const [src, data] of bytes) {
      if (own.has(src) || foreign.has(src)) continue;
      const file = new File([data], "picture.jpg", { type: "image/jpeg" });
      foreign.set(src, file);
      showAs(src, URL.createObjectURL(file));
    }
  }
  bytes.observe(look);
  look();

  const share = async (src: string) => {
    const file = await own.fileOf(src);
    if (!file) return;
    const data = new Uint8Array(await file.arrayBuffer());
    // One picture per post: the former ones would only fill the document.
    doc.transact(() => {
      for (const other of [...bytes.keys()]) bytes.delete(other);
      bytes.set(src, data);
    });
  };
  const fileOf = (src: string) => {
    const file = foreign.get(src);
    return own.fileOf(src) ?? (file && Promise.resolve(file));
  };

  return {
    add(file, onFailure) {
      const src = own.add(file, onFailure);
      // A failure has been told already.
      share(src).catch(() => {});
      return src;
    },
    restore(file) {
      const src = own.restore(file);
      share(src).catch(() => {});
      return src;
    },
    fileOf,
    fileNow: (src) => own.fileNow(src) ?? foreign.get(src),
    // Its bytes may still be on their way.
    has: (src) => src.startsWith("blob:"),
    clear() {
      bytes.unobserve(look);
      for (const src of foreign.keys()) showAs(src, undefined);
      foreign.clear();
      own.clear();
    },
  };
}
