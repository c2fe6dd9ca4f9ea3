import { type Doc, XmlElement, XmlText } from "yjs";
import { compressPicture } from "./compress-picture.ts";
import { type Pictures, pictures } from "./pictures.ts";
import { showAs } from "./shown-pictures.ts";

/** Addresses of the pictures in a text of a shared document. */
const picturesIn = (text: XmlText): unknown[] =>
  text.toDelta().flatMap(({ insert }: { insert: unknown }) => {
    if (insert instanceof XmlText) return picturesIn(insert);
    return insert instanceof XmlElement ? [insert.getAttribute("__src")] : [];
  });

/**
 * New pictures of a co-edited text. Once compressed, they are stored in the shared document under the object URL of the
 * browser that added them, so that all members see them and any member can send them.
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
    // A post has one picture, so former ones would only fill the document. A picture that another member has just added
    // stays, because it may be the first in the text.
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
      // The failure has been reported already.
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
    // The bytes may not have arrived yet.
    has: (src) => src.startsWith("blob:"),
    clear() {
      bytes.unobserve(readBytes);
      for (const src of foreign.keys()) showAs(src, undefined);
      foreign.clear();
      own.clear();
    },
  };
}
