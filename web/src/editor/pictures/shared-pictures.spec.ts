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

/** A writer of a shared text, whose pictures stand in it as the editor puts them there. */
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

it("leaves the picture of another writer alone that stands in the text, so that the first one can be sent by both", async () => {
  const [ann, ben] = [writer(), writer()];
  const anns = ann.add("ann");
  meet(ann, ben);
  await vi.waitFor(() => expect(ann.kept()).toEqual([anns]));
  // Her bytes are there before his are; both pictures stand in the text for a moment.
  meet(ann, ben);
  const bens = ben.add("ben");
  await vi.waitFor(() => expect(ben.kept()).toContain(bens));
  meet(ann, ben);
  // A later writer has only what the document holds.
  const cem = writer();
  meet(ann, cem);
  for (const { files } of [ann, ben, cem]) expect(await (await files.fileOf(anns))?.text()).toBe("ann");
});

it("makes room for a new picture by those that stand nowhere any more", async () => {
  const [ann, ben] = [writer(), writer()];
  const anns = ann.add("ann");
  await vi.waitFor(() => expect(ann.kept()).toEqual([anns]));
  meet(ann, ben);
  ben.clearText();
  const bens = ben.add("ben");
  await vi.waitFor(() => expect(ben.kept()).toEqual([bens]));
});
