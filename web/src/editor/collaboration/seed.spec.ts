// @vitest-environment jsdom
import { expect, it } from "vitest";
import { writer } from "#tests/support/shared-writers";
import { $setBody } from "../html-in.ts";
import { $bodyHtml } from "../html-out.ts";
import { seedOf } from "./seed.ts";

/** The content of an editor bound to a document with this seed. */
function shownOf(seed: Uint8Array) {
  const { doc, editor } = writer(seed);
  return { html: editor.read($bodyHtml), doc };
}

function aloneOf(html: string, imageUrl: string | null): string {
  const { editor } = writer();
  editor.update(() => $setBody(editor, html, imageUrl), { discrete: true });
  return editor.read($bodyHtml);
}

it("contains the saved post with its picture, code, lists, title, tag and further fields", () => {
  const html =
    '<p>두 <strong>섬</strong> <img src="/images/a.jpg" alt="이미지"></p><ul><li value="1">하나</li></ul><pre>x = 1\nprint(x)</pre>';
  const { html: shown, doc } = shownOf(
    seedOf({
      title: "섬",
      category: "스터디",
      html,
      imageUrl: "/images/a.jpg",
      further: { problems: "[1]", none: "" },
    }),
  );
  expect(shown).toBe(aloneOf(html, "/images/a.jpg"));
  expect(shown).toContain('src="/images/a.jpg"');
  expect(doc.getText("title").toString()).toBe("섬");
  expect(doc.getMap("fields").toJSON()).toEqual({ category: "스터디", problems: "[1]" });
});

it("contains one empty line if there is no post", () => {
  expect(shownOf(seedOf(null)).html.match(/<p/g)).toHaveLength(1);
});
