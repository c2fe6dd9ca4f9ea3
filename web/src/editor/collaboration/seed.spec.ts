// @vitest-environment jsdom
import { buildEditorFromExtensions } from "@lexical/extension";
import { createYjsBinding, type Provider, syncYjsChangesToLexical } from "@lexical/yjs";
import { $getRoot } from "lexical";
import { expect, it } from "vitest";
import { applyUpdate, Doc } from "yjs";
import { editorExtension } from "../extension.ts";
import { $bodyHtml } from "../html-out.ts";
import { pictures } from "../pictures/pictures.ts";
import { seedOf } from "./seed.ts";

const provider = {
  awareness: { getLocalState: () => null, getStates: () => new Map() },
} as unknown as Provider;

/** What an editor shows that is bound to a document before the beginning comes in. */
function shownOf(beginning: Uint8Array): { html: string; doc: Doc; pieces: number[] } {
  const doc = new Doc();
  const setup = { html: "", imageUrl: null, editable: true, files: pictures(), isShared: true };
  const editor = buildEditorFromExtensions(
    editorExtension({ ...setup, onSecondImage: () => {}, onImageFailed: () => {} }),
  );
  const binding = createYjsBinding({ editor, id: "x", doc, docMap: new Map([["x", doc]]) });
  binding.root.getSharedType().observeDeep((events, { origin }) => {
    if (origin !== binding) syncYjsChangesToLexical(binding, provider, events as never, false, () => {});
  });
  applyUpdate(doc, beginning);
  editor.update(() => {}, { discrete: true });
  const pieces = editor.read(() =>
    $getRoot()
      .getAllTextNodes()
      .map((node) => node.getTextContentSize()),
  );
  return { html: editor.read($bodyHtml), doc, pieces };
}

function aloneOf(html: string, imageUrl: string | null): string {
  const setup = { html, imageUrl, editable: true, files: pictures() };
  const editor = buildEditorFromExtensions(
    editorExtension({ ...setup, onSecondImage: () => {}, onImageFailed: () => {} }),
  );
  return editor.read($bodyHtml);
}

it("is the saved post, with its picture, code, lists, title and tag", () => {
  const html =
    '<p>두 <strong>섬</strong> <img src="/images/a.jpg" alt="이미지"></p><ul><li value="1">하나</li></ul><pre>x = 1\nprint(x)</pre>';
  const { html: shown, doc } = shownOf(
    seedOf({ title: "섬", category: "스터디", html, imageUrl: "/images/a.jpg" }),
  );
  expect(shown).toBe(aloneOf(html, "/images/a.jpg"));
  expect(shown).toContain('src="/images/a.jpg"');
  expect(doc.getText("title").toString()).toBe("섬");
  expect(doc.getMap("fields").get("category")).toBe("스터디");
});

it("holds a long line in pieces, which stay apart where it is shown and are stored as one", () => {
  const html = `<p>${"작은 문제의 답을 모아요. ".repeat(400)}</p>`;
  const { html: shown, pieces } = shownOf(seedOf({ title: "", category: null, html, imageUrl: null }));
  expect(Math.max(...pieces)).toBeLessThanOrEqual(2000);
  expect(shown === aloneOf(html, null)).toBe(true);
});

it("is one empty line when there is no post", () => {
  expect(shownOf(seedOf(null)).html.match(/<p/g)).toHaveLength(1);
});
