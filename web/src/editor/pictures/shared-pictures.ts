import { type Doc, XmlElement, XmlText } from "yjs";
import { compressPicture } from "./compress-picture.ts";
import { type Pictures, pictures } from "./pictures.ts";
import { showAs } from "./shown-pictures.ts";

/** Addresses of the pictures in a text as it lies in a shared document. */
const picturesIn = (text: XmlText): unknown[] =>
  text.toDelta().flatMap(({ insert }: { insert: unknown }) => {
    if (insert instanceof XmlText) return picturesIn(insert);
    return insert instanceof XmlElement ? [insert.getAttribute("__src")] : [];
  });

/**
 * New pictures of a text written together: compressed, they lie in the shared document under the address that they have
 * in the browser that brought them, so that all members see them and any of them can send them.
 */
export function sharedPictures(doc: Doc, onCompressed: () => void): Pictures {
  const own = pictures(compressPicture, onCompressed);
  const bytes = doc.getMap<Uint8Array<ArrayBuffer>>("pictures");
  const foreign = new Map<string, File>();

  function readBytes(): void {
    for (const [src, data] of bytes) {
      if (own.has(src) || foreign.has(src)) continue;
      const file = new File([data], "picture.jpg", { type: "image/jpeg" });
      foreign.set(src, file);
      showAs(src, URL.createObjectURL(file));
    }
  }
  bytes.observe(readBytes);
  readBytes();

  const share = async (src: string) => {
    const file = await own.fileOf(src);
    if (!file) return;
    const data = new Uint8Array(await file.arrayBuffer());
    // One picture per post: former ones would only fill the document. One that another writer has just put in stays, since
    // theirs may be the first in the text.
    const shown = new Set(picturesIn(doc.get("root", XmlText)));
    doc.transact(() => {
      for (const other of [...bytes.keys()]) if (!shown.has(other)) bytes.delete(other);
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
      // A failure has been shown already.
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
      bytes.unobserve(readBytes);
      for (const src of foreign.keys()) showAs(src, undefined);
      foreign.clear();
      own.clear();
    },
  };
}
