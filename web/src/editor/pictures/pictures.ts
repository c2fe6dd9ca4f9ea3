import { pictureLimitBytes } from "./compress.ts";
import { compressPicture } from "./compress-picture.ts";

type Compress = (file: File) => Promise<File>;

/**
 * New pictures of one opened editor, by the object URL that shows them. A picture whose node is deleted is not sent,
 * but kept until the editor closes, so that undo restores it.
 */
export interface Pictures {
  /** Shows the file immediately and compresses it meanwhile. */
  add(file: File, onFailure: (src: string) => void): string;
  /** The compressed file of an object URL. Rejects with PictureFailed. */
  fileOf(src: string): Promise<File> | undefined;
  /** The current file: compressed, or as it was chosen. */
  fileNow(src: string): File | undefined;
  /** Shows a file that `fileNow` returned in an earlier session. */
  restore(file: File): string;
  has(src: string): boolean;
  clear(): void;
}

const isCompressed = ({ type, size }: File) => type === "image/jpeg" && size <= pictureLimitBytes;

/** `onCompressed` is called whenever `fileNow` has changed to the compressed file. */
export function pictures(compress: Compress = compressPicture, onCompressed = () => {}): Pictures {
  const files = new Map<string, Promise<File>>();
  const now = new Map<string, File>();
  const take = (src: string) => (done: File) => {
    now.set(src, done);
    onCompressed();
  };
  return {
    add(file, onFailure) {
      const src = URL.createObjectURL(file);
      const compressed = compress(file);
      files.set(src, compressed);
      now.set(src, file);
      compressed.then(take(src), () => onFailure(src));
      return src;
    },
    fileOf: (src) => files.get(src),
    fileNow: (src) => now.get(src),
    restore(file) {
      const src = URL.createObjectURL(file);
      const compressed = isCompressed(file) ? Promise.resolve(file) : compress(file);
      files.set(src, compressed);
      now.set(src, file);
      // A failure is reported on submit.
      compressed.then(take(src), () => {});
      return src;
    },
    has: (src) => files.has(src),
    clear() {
      for (const src of files.keys()) URL.revokeObjectURL(src);
      files.clear();
      now.clear();
    },
  };
}
