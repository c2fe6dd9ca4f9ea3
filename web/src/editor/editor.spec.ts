// @vitest-environment jsdom

import { $createCodeNode } from "@lexical/code";
import { buildEditorFromExtensions } from "@lexical/extension";
import { $createListItemNode } from "@lexical/list";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  createEditor,
  INDENT_CONTENT_COMMAND,
  type LexicalEditor,
  REDO_COMMAND,
  UNDO_COMMAND,
} from "lexical";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { change, htmlOf } from "#tests/support/opened-editor";
import { editorHandle } from "./editor-handle.ts";
import { editorExtension } from "./extension.ts";
import { $setBody } from "./html-in.ts";
import { $listOf } from "./list-item.ts";
import { PictureFailed } from "./pictures/compress-picture.ts";
import { $images } from "./pictures/image-node.tsx";
import { insertImage, type PictureNotices } from "./pictures/insert-image.ts";
import { type Pictures, pictures } from "./pictures/pictures.ts";
import { $insertTemplate } from "./toolbar/toggle-block.ts";

const asJpeg = async (file: File) => new File(["small"], file.name.replace(".png", ".jpg"));
const png = (name: string) => new File(["large"], name, { type: "image/png" });

interface Opened {
  editor: LexicalEditor;
  files: Pictures;
  notices: PictureNotices;
}

function open(html = "", imageUrl: string | null = null, compress = asJpeg): Opened {
  const files = pictures(compress);
  const notices = {
    onSecondImage: vi.fn(),
    onOtherFile: vi.fn(),
    onImageFailed: vi.fn(),
    onTableCut: vi.fn(),
  };
  const editor = buildEditorFromExtensions(
    editorExtension({ html, imageUrl, editable: true, files, ...notices }),
  );
  return { editor, files, notices };
}

beforeEach(() => {
  let count = 0;
  URL.createObjectURL = () => `blob:${count++}`;
  URL.revokeObjectURL = () => {};
});

const text = (words: string) => `<span style="white-space: pre-wrap;">${words}</span>`;

describe("a stored body that is opened and saved again", () => {
  it.each([
    ["a paragraph", `<p>${text("최단 거리처럼 보이지만")}</p>`],
    ["an empty line between", `<p>${text("하나")}</p><p><br></p><p>${text("둘")}</p>`],
    ["a line break", `<p>${text("하나")}<br>${text("둘")}</p>`],
    ["headings", `<h1>${text("하나")}</h1><h6>${text("여섯")}</h6>`],
    ["a quote", `<blockquote class="editor-quote">${text("인용")}</blockquote>`],
    [
      "formats",
      `<p><b><strong class="editor-text-bold" style="white-space: pre-wrap;">굵게</strong></b>` +
        `<i><em class="editor-text-italic" style="white-space: pre-wrap;">기울임</em></i>` +
        `<s><span class="editor-text-strikethrough" style="white-space: pre-wrap;">취소</span></s></p>`,
    ],
    [
      "a bullet list in a list",
      `<ul><li value="1" class="editor-listitem">${text("겉")}` +
        `<ul><li value="1" class="editor-listitem">${text("속")}</li></ul></li></ul>`,
    ],
    ["a number list from 3", `<ol start="3"><li value="3" class="editor-listitem">${text("셋")}</li></ol>`],
    [
      "a check list",
      `<ul><li role="checkbox" aria-checked="true" value="1" class="editor-listitem editor-listitem-checked">${text("끝")}</li>` +
        `<li role="checkbox" aria-checked="false" value="2" class="editor-listitem editor-listitem-unchecked">${text("남음")}</li></ul>`,
    ],
    [
      "a code block",
      `<pre class="codeblock" spellcheck="false" data-gutter="1\n2" data-highlight-language="python">` +
        `<span class="t">def</span> <span class="v">f</span><span class="p">(</span><span class="p">)</span><span class="p">:</span><br>` +
        `    <span class="t">return</span> <span class="q">1</span></pre>`,
    ],
    [
      "a link",
      `<p><a href="https://note.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer" class="editor-link">${text("노트")}</a></p>`,
    ],
  ])("is the same: %s", (_, html) => {
    expect(normal(htmlOf(open(html).editor))).toBe(normal(html));
  });

  it("is unchanged after the first save", () => {
    const odd = `글<div>상자</div><ul><li>하나<ul><li>둘</li></ul></li></ul><pre>int  x;\n</pre><p><u>밑줄</u> <code>코드</code></p>`;
    const once = htmlOf(open(odd).editor);
    expect(htmlOf(open(once).editor)).toBe(once);
    expect(once).not.toMatch(/<u>|<code>|<div>/);
  });

  it("keeps only the text of a link without an allowed address", () => {
    expect(htmlOf(open(`<p><a href="javascript:alert(1)">글</a></p>`).editor)).toBe(`<p>${text("글")}</p>`);
  });

  it("nests lists at most six deep, both as stored and as indented", () => {
    const deep = `${"<ul><li>".repeat(8)}깊이${"</li></ul>".repeat(8)}`;
    expect(htmlOf(open(deep).editor).match(/<ul>/g)).toHaveLength(6);
    const { editor } = open("<ul><li>글</li></ul>");
    change(editor, () => void $getRoot().selectEnd());
    for (let level = 0; level < 9; level += 1)
      change(editor, () => void editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined));
    expect(htmlOf(editor).match(/<ul>/g)).toHaveLength(6);
  });
});

/** Attribute order is insignificant. */
function normal(html: string): string {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  for (const element of holder.querySelectorAll("*")) {
    const attributes = [...element.attributes].sort((a, b) => a.name.localeCompare(b.name));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) element.setAttribute(name, value);
  }
  return holder.innerHTML;
}

describe("the picture of a post", () => {
  it("is shown from its address and saved as its path, without being sent again", async () => {
    const { editor, files } = open(`<p><img src="?" alt="그림"></p>`, "/images/9d/9d22.jpg");
    expect(editor.read(() => $images()[0]?.getSrc())).toBe("/images/9d/9d22.jpg");
    const content = await editorHandle(editor, files).getContent();
    expect(content.html).toBe(`<p><img src="/images/9d/9d22.jpg" alt="그림"></p>`);
    expect(content.picture).toBeUndefined();
  });

  it("is appended if the body has no placeholder for it", () => {
    expect(htmlOf(open(`<p>글</p>`, "/images/9d/9d22.jpg").editor)).toContain(
      `<p><img src="/images/9d/9d22.jpg"`,
    );
  });

  it.each([
    ["the post has none", "?"],
    ["it is of another site", "https://else.example/a.png"],
  ])("is dropped when %s", (_, src) => {
    expect(htmlOf(open(`<p>글<img src="${src}" alt=""></p>`).editor)).toBe(`<p>${text("글")}</p>`);
  });
});

describe("a new picture", () => {
  it("is returned as a file, and as the placeholder in the body", async () => {
    const { editor, files, notices } = open();
    insertImage(editor, [png("풀이.png")], "", files, notices);
    const { html, picture, isEmpty } = await editorHandle(editor, files).getContent();
    expect(html).toBe(`<p><img src="?" alt="이미지"></p><p><br></p>`);
    expect(picture?.name).toBe("풀이.jpg");
    expect(isEmpty).toBe(false);
  });

  it("keeps its description", async () => {
    const { editor, files, notices } = open();
    insertImage(editor, [png("a.png")], " 상태 그림 ", files, notices);
    expect((await editorHandle(editor, files).getContent()).html).toContain(`alt="상태 그림"`);
  });

  it("is a block of its own between the lines around the cursor", () => {
    const { editor, files, notices } = open("<p>앞뒤</p>");
    change(editor, () => void $getRoot().getAllTextNodes()[0]?.select(1, 1));
    insertImage(editor, [png("a.png")], "", files, notices);
    expect(htmlOf(editor)).toBe(`<p>${text("앞")}</p><p><img src="?" alt="이미지"></p><p>${text("뒤")}</p>`);
  });

  it("is rejected beside another one, which stays", async () => {
    const { editor, files, notices } = open();
    insertImage(editor, [png("first.png")], "첫째", files, notices);
    insertImage(editor, [png("second.png")], "둘째", files, notices);
    const { html, picture } = await editorHandle(editor, files).getContent();
    expect(html).toBe(`<p><img src="?" alt="첫째"></p><p><br></p>`);
    expect(picture?.name).toBe("first.jpg");
    expect(notices.onSecondImage).toHaveBeenCalledTimes(1);
  });

  it("is removed again when a second one is pasted as HTML", () => {
    const { editor, notices } = open(`<p><img src="/images/a/a.jpg" alt="첫째"></p>`, "/images/a/a.jpg");
    expect(htmlOf(editor)).toContain("첫째");
    change(editor, () => {
      const before = $getRoot().getChildren();
      $setBody(editor, `<p><img src="/images/b/b.jpg" alt="둘째"></p>`, null);
      $getRoot().append(...before);
    });
    expect(htmlOf(editor)).not.toContain("둘째");
    expect(htmlOf(editor)).toContain("첫째");
    expect(notices.onSecondImage).toHaveBeenCalledTimes(1);
  });

  it("is not sent once it is deleted, and is restored by undo", async () => {
    const { editor, files, notices } = open("<p>글</p>");
    insertImage(editor, [png("a.png")], "", files, notices);
    const content = () => editorHandle(editor, files).getContent();
    expect((await content()).picture?.name).toBe("a.jpg");
    change(editor, () => $images()[0]?.remove());
    expect((await content()).picture).toBeUndefined();
    editor.dispatchCommand(UNDO_COMMAND, undefined);
    expect(await content()).toMatchObject({
      html: expect.stringContaining(`<img src="?"`),
      picture: { name: "a.jpg" },
    });
    editor.dispatchCommand(REDO_COMMAND, undefined);
    expect((await content()).html).not.toContain("<img");
  });

  it("that cannot be compressed is removed with a message, and stops a submit that waits for it", async () => {
    const { editor, files, notices } = open("<p>글</p>", null, async () => {
      throw new PictureFailed();
    });
    insertImage(editor, [png("a.png")], "", files, notices);
    await expect(editorHandle(editor, files).getContent()).rejects.toBeInstanceOf(PictureFailed);
    await expect.poll(() => htmlOf(editor)).not.toContain("<img");
    expect(notices.onImageFailed).toHaveBeenCalledTimes(1);
  });

  it("that cannot be compressed does not remove the one that replaced it", async () => {
    const compress = async (file: File) => {
      if (file.name !== "bad.png") return asJpeg(file);
      await replaced;
      throw new PictureFailed();
    };
    let replace = () => {};
    const replaced = new Promise<void>((resolve) => {
      replace = resolve;
    });
    const { editor, files, notices } = open("<p>글</p>", null, compress);
    insertImage(editor, [png("bad.png")], "", files, notices);
    change(editor, () => $images()[0]?.remove());
    insertImage(editor, [png("good.png")], "", files, notices);
    replace();
    await expect.poll(() => notices.onImageFailed).toHaveBeenCalledTimes(1);
    expect((await editorHandle(editor, files).getContent()).picture?.name).toBe("good.jpg");
  });

  it.each(["application/pdf", ""])("is named when it is no picture but a file of type '%s'", (type) => {
    const { editor, files, notices } = open();
    const file = new File(["x"], "풀이.heic", { type });
    insertImage(editor, [file], "", files, notices);
    expect(htmlOf(editor)).not.toContain("<img");
    expect(notices.onOtherFile).toHaveBeenCalledExactlyOnceWith(file);
  });
});

describe("developer errors", () => {
  it("are an item outside a list and an editor without picture nodes", () => {
    const { editor, files, notices } = open();
    change(editor, () => {
      expect(() => $listOf($createListItemNode())).toThrow("ListNode 하단에서만 사용해주세요");
    });
    expect(() => insertImage(createEditor(), [png("a.png")], "", files, notices)).toThrow(
      "에디터에 이미지 노드를 추가해야합니다.",
    );
  });
});

describe("emptiness", () => {
  it.each([
    ["", true],
    ["<p><br></p>", true],
    ["<p>\u200b \u00a0</p>", true],
    ["<ul><li></li></ul>", true],
    ["<p>ㄱ</p>", false],
    [`<p><img src="/images/a/a.jpg" alt=""></p>`, false],
  ])("of %j is %s", (html, isEmpty) => {
    const { editor, files } = open(html);
    expect(editorHandle(editor, files).isEmpty()).toBe(isEmpty);
  });
});

describe("the template", () => {
  const headings = ["제목", "문제 유형", "풀이 방법 도출", "시간 복잡도", "핵심 코드 삽입 및 설명"];

  it("is appended to existing text, which stays", () => {
    const { editor } = open("<p>먼저 쓴 글</p>");
    change(editor, () => $insertTemplate("2025-09-03"));
    const html = htmlOf(editor);
    expect(html.startsWith(`<p>${text("먼저 쓴 글")}</p>`)).toBe(true);
    expect([...html.matchAll(/<strong[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual(headings);
    expect(html).toContain("2025-09-03 /");
  });

  it("replaces an empty last line", () => {
    const { editor } = open();
    change(editor, () => $insertTemplate("2025-09-03"));
    expect(htmlOf(editor).startsWith("<p><b>")).toBe(true);
  });
});

it("gives a code block the language of its name", () => {
  const { editor } = open();
  change(editor, () => {
    $getRoot().append($createCodeNode("PY").append($createTextNode("x = 1")), $createParagraphNode());
  });
  expect(htmlOf(editor)).toContain(`data-highlight-language="python"`);
});

describe("typing", () => {
  const type = (editor: LexicalEditor, words: string) => {
    for (const char of words) {
      change(editor, () => {
        const selection = $getSelection() ?? $getRoot().selectEnd();
        selection.insertText(char);
      });
    }
  };

  it.each([
    ["- [x] 끝", `aria-checked="true"`],
    ["- [ ] 남음", `aria-checked="false"`],
    ["* [] 남음", `aria-checked="false"`],
  ])("%s makes a check list", async (words, mark) => {
    const { editor } = open();
    type(editor, words);
    expect(htmlOf(editor)).toContain(mark);
    expect(htmlOf(editor)).not.toContain("[");
  });

  it("leaves a stored bullet that looks like a checkbox unchanged", () => {
    const html = `<ul><li value="1" class="editor-listitem">${text("[ ] 글")}</li></ul>`;
    const { editor } = open(html);
    change(editor, () => void $getRoot().selectEnd());
    expect(normal(htmlOf(editor))).toBe(normal(html));
  });

  it.each([
    ["# 제목", "<h1>"],
    ["###### 제목", "<h6>"],
    ["> 인용", "<blockquote"],
    ["3. 셋", `<ol start="3">`],
    ["**굵게**", "editor-text-bold"],
    ["_기울임_", "editor-text-italic"],
    ["***둘 다***", "<i><b>"],
    ["___둘 다___", "<i><b>"],
    ["__굵게__", "editor-text-bold"],
    ["*기울임*", "editor-text-italic"],
    ["+ 점", "<ul><li"],
    ["```java ", `data-highlight-language="java"`],
    ["    - 한 단계", '<ul><li value="1" class="editor-listitem editor-nested-listitem"><ul><li'],
    ["\t- 한 단계", '<ul><li value="1" class="editor-listitem editor-nested-listitem"><ul><li'],
    ["        1. 두 단계", '<ol><li value="1" class="editor-listitem editor-nested-listitem"><ol><li'],
    ["~~취소~~", "editor-text-strikethrough"],
    ["`코드`", `<code class="editor-text-code">`],
    ["[노트](https://note.example)", `href="https://note.example"`],
  ])("%s becomes what Markdown says", (words, mark) => {
    const { editor } = open();
    type(editor, words);
    expect(htmlOf(editor)).toContain(mark);
  });

  it.each(["<u>밑줄</u>", "---", "***", "==강조=="])("leaves %s as typed", (words) => {
    const { editor } = open();
    type(editor, `${words} `);
    expect(editor.read(() => $getRoot().getTextContent())).toBe(`${words} `);
  });

  it("does not turn [글](javascript:alert(1)) into a link", () => {
    const { editor } = open();
    type(editor, "[글](javascript:x)");
    expect(htmlOf(editor)).not.toContain("<a");
  });
});
