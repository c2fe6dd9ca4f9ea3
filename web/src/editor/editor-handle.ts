import { $getRoot, HISTORY_PUSH_TAG, type LexicalEditor } from "lexical";
import { picturePlaceholder } from "#contracts/html";
import { $isVisuallyEmpty } from "./emptiness.ts";
import { $setBody } from "./html-in.ts";
import { $bodyHtml } from "./html-out.ts";
import { $images } from "./pictures/image-node.tsx";
import type { Pictures } from "./pictures/pictures.ts";

interface EditorContent {
  /** Markup of spec/wire-contract.md §8; a new picture is represented as `src="?"`. */
  readonly html: string;
  /** The new picture, compressed; undefined if there is none or the stored one is unchanged. */
  readonly picture: File | undefined;
  readonly isEmpty: boolean;
}

export interface EditorHandle {
  /**
   * Waits for a picture that is still being compressed.
   * @throws PictureFailed
   */
  getContent(): Promise<EditorContent>;
  /** Replaces the content as one undo step. */
  setContent(html: string, imageUrl: string | null): void;
  /** The current content; a new picture may still be uncompressed. */
  peek(): EditorContent;
  /** Like `setContent`, with a new picture that was stored in the draft. */
  setDraft(html: string, picture: File | undefined): void;
  isEmpty(): boolean;
  /** The plain text. */
  text(): string;
  focus(): void;
}

export const editorHandle = (
  editor: LexicalEditor,
  files: Pictures,
  template: readonly string[] = [],
): EditorHandle => ({
  async getContent() {
    const read = () =>
      editor.read(() => ({
        html: $bodyHtml(),
        isEmpty: $isVisuallyEmpty(template),
        // Document order is the order by line, then by position in it.
        picture: $images()
          .map((image) => files.fileOf(image.getSrc()))
          .find((file) => file !== undefined),
      }));
    const { picture } = read();
    const file = await picture;
    const { html, isEmpty } = read();
    return { html, isEmpty, picture: html.includes("<img") ? file : undefined };
  },
  setContent(html, imageUrl) {
    editor.update(() => $setBody(editor, html, imageUrl), { tag: HISTORY_PUSH_TAG, discrete: true });
  },
  peek: () =>
    editor.read(() => {
      const [picture] = $images().flatMap((image) => files.fileNow(image.getSrc()) ?? []);
      return { html: $bodyHtml(), isEmpty: $isVisuallyEmpty(template), picture };
    }),
  setDraft(html, picture) {
    this.setContent(
      html,
      picture && html.includes(`src="${picturePlaceholder}"`) ? files.restore(picture) : null,
    );
  },
  isEmpty: () => editor.read(() => $isVisuallyEmpty(template)),
  text: () => editor.read(() => $getRoot().getTextContent()),
  focus: () => editor.focus(),
});
