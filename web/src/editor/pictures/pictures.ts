import { pictureLimitBytes } from "./compress.ts";
import { compressPicture } from "./compress-picture.ts";

type Compress = (file: File) => Promise<File>;

/**
 * New pictures of one opened editor, by the object URL that shows them. A picture whose node is deleted is not sent;
 * it stays here until the editor closes, so that undo brings it back whole.
 */
export interface Pictures {
  /** Shows the file at once and compresses it meanwhile. */
  add(file: File, onFailure: (src: string) => void): string;
  /** The compressed file behind an object URL. Rejects with PictureFailed. */
  fileOf(src: string): Promise<File> | undefined;
  /** What there is of it at this moment: compressed, or as it was chosen. */
  fileNow(src: string): File | undefined;
  /** Shows what `fileNow` gave in a former visit. */
  restore(file: File): string;
  has(src: string): boolean;
  clear(): void;
}

const isCompressed = ({ type, size }: File) => type === "image/jpeg" && size <= pictureLimitBytes;

/** `onCompressed` is called whenever `fileNow` has become a file as it will be sent. */
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
      // A failure is shown at the submit.
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
