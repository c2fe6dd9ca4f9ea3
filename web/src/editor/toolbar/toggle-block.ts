import { $createCodeNode } from "@lexical/code";
import {
  INSERT_CHECK_LIST_COMMAND,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  REMOVE_LIST_COMMAND,
} from "@lexical/list";
import { $createHeadingNode, $createQuoteNode, type HeadingTagType } from "@lexical/rich-text";
import { $setBlocksType } from "@lexical/selection";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  type LexicalEditor,
  type ParagraphNode,
} from "lexical";
import { firstLanguage } from "../../ui/code-language.ts";
import type { Block } from "./selection-state.ts";

const insertList = {
  number: INSERT_ORDERED_LIST_COMMAND,
  bullet: INSERT_UNORDERED_LIST_COMMAND,
  check: INSERT_CHECK_LIST_COMMAND,
} as const;

/** Turns the selected blocks into a list of this kind, or into plain text if they are one. */
export function toggleList(editor: LexicalEditor, kind: keyof typeof insertList, current: Block): void {
  editor.dispatchCommand(current === kind ? REMOVE_LIST_COMMAND : insertList[kind], undefined);
}

/** Turns the selected blocks into text, headings or quotes. */
export function $setBlock(kind: "text" | "quote" | HeadingTagType): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  if (kind === "text") $setBlocksType(selection, $createParagraphNode);
  else if (kind === "quote") $setBlocksType(selection, $createQuoteNode);
  else $setBlocksType(selection, () => $createHeadingNode(kind));
}

/** Turns the selected blocks into one code block, or the code block at the cursor into text. */
export function toggleCode(editor: LexicalEditor, current: Block): void {
  editor.update(() => {
    const selection = $getSelection() ?? undefined;
    if (!$isRangeSelection(selection)) return;
    if (current === "code") {
      $setBlocksType(selection, $createParagraphNode);
      return;
    }
    if (selection.isCollapsed()) {
      $setBlocksType(selection, () => $createCodeNode(firstLanguage));
      return;
    }
    const text = selection.getTextContent();
    selection.insertNodes([$createCodeNode(firstLanguage)]);
    const inside = $getSelection();
    if ($isRangeSelection(inside)) inside.insertRawText(text);
  });
}

const bold = (text: string): ParagraphNode =>
  $createParagraphNode().append($createTextNode(text).toggleFormat("bold"));
const plain = (text: string): ParagraphNode => $createParagraphNode().append($createTextNode(text));

/** Inserts the article template (spec/ui.md §17.6). `today` is a Seoul day, `2025-09-03`. */
export function $insertTemplate(today: string): void {
  const root = $getRoot();
  const last = root.getLastChild();
  if ($isParagraphNode(last) && last.isEmpty()) last.remove();
  root.append(
    bold("제목"),
    plain(`${today} / 문제 분류 / 문제 사이트`),
    $createParagraphNode(),
    bold("문제 유형"),
    $createParagraphNode(),
    bold("풀이 방법 도출"),
    $createParagraphNode(),
    bold("시간 복잡도"),
    $createParagraphNode(),
    bold("핵심 코드 삽입 및 설명"),
    $createParagraphNode(),
  );
  root.selectEnd();
}
