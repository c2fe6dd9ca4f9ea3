// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, XmlText } from "yjs";
import { sharedPictures } from "./shared-pictures.ts";

const jpeg = (text: string) => new File([text], "a.jpg", { type: "image/jpeg" });

beforeEach(() => {
  let count = 0;
  URL.createObjectURL = () => `blob:${++count}`;
  URL.revokeObjectURL = () => {};
});

/** A writer of a shared text, whose pictures are in it as the editor inserts them. */
function writer() {
  const doc = new Doc();
  const files = sharedPictures(doc, () => {});
  const root = doc.get("root", XmlText);
  return {
    doc,
    files,
    add(text: string) {
      const src = files.restore(jpeg(text));
      const paragraph = new XmlText();
      const image = new XmlElement("image");
      image.setAttribute("__src", src);
      root.insertEmbed(root.length, paragraph);
      paragraph.insertEmbed(0, image);
      return src;
    },
    clearText: () => root.delete(0, root.length),
    kept: () => [...doc.getMap("pictures").keys()],
  };
}

function meet(...writers: ReturnType<typeof writer>[]) {
  for (const one of writers)
    for (const other of writers) applyUpdate(other.doc, encodeStateAsUpdate(one.doc));
}

it("keeps the picture of another writer that is in the text, so that both can send the first one", async () => {
  const ann = writer();
  const ben = writer();
  const anns = ann.add("ann");
  meet(ann, ben);
  await vi.waitFor(() => expect(ann.kept()).toEqual([anns]));
  // Her bytes arrive before his; both pictures are in the text for a moment.
  meet(ann, ben);
  const bens = ben.add("ben");
  await vi.waitFor(() => expect(ben.kept()).toContain(bens));
  meet(ann, ben);
  // A later writer has only the content of the document.
  const cem = writer();
  meet(ann, cem);
  for (const { files } of [ann, ben, cem]) expect(await (await files.fileOf(anns))?.text()).toBe("ann");
});

it("removes pictures that are no longer in the text when a new one is added", async () => {
  const ann = writer();
  const ben = writer();
  const anns = ann.add("ann");
  await vi.waitFor(() => expect(ann.kept()).toEqual([anns]));
  meet(ann, ben);
  ben.clearText();
  const bens = ben.add("ben");
  await vi.waitFor(() => expect(ben.kept()).toEqual([bens]));
});
