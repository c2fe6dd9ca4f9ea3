import type { Doc } from "yjs";

/** As the editor compresses it (spec/ui.md §17.5). */
const pictureBytes = 1_000_000;
/** In one room; the rest of the document is for texts. */
const mostPictures = 3;

/** New pictures of drafts, for other devices: apart from the texts, which are said anew with every word. */
export interface DraftPictures {
  /**
   * The picture of a sitting from now on; resolves once the document has it. One that is not compressed yet stays in this
   * browser.
   */
  set(sitting: string, picture: File | undefined): Promise<void>;
  of(sitting: string): File | undefined;
  /** Whether the document has this very picture. */
  carries(sitting: string, picture: File): boolean;
}

const isCarried = ({ type, size }: File) => type === "image/jpeg" && size <= pictureBytes;

/** Keeps the pictures in the document of the drafts. */
export function draftPictures(doc: Doc): DraftPictures {
  const said = doc.getMap<Uint8Array<ArrayBuffer>>("pictures");
  const own = new Map<string, File>();

  async function say(sitting: string, picture: File): Promise<void> {
    const bytes = new Uint8Array(await picture.arrayBuffer());
    if (own.get(sitting) === picture && said.size < mostPictures) said.set(sitting, bytes);
  }

  return {
    async set(sitting, picture) {
      if (picture && own.get(sitting) === picture) return;
      if (said.has(sitting)) said.delete(sitting);
      if (!picture) {
        own.delete(sitting);
        return;
      }
      own.set(sitting, picture);
      if (isCarried(picture)) await say(sitting, picture);
    },
    carries: (sitting, picture) => own.get(sitting) === picture && said.has(sitting),
    of(sitting) {
      const bytes = said.get(sitting);
      return bytes && new File([bytes], "picture.jpg", { type: "image/jpeg" });
    },
  };
}
