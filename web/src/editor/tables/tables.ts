import { $isCodeNode } from "@lexical/code";
import {
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  registerTableCellUnmergeTransform,
  registerTablePlugin,
  registerTableSelectionObserver,
  TableCellHeaderStates,
  TableCellNode,
  TableNode,
  TableRowNode,
} from "@lexical/table";
import {
  $createParagraphNode,
  $createTextNode,
  $getNodeByKey,
  $getSelection,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  $isTextNode,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type ParagraphNode,
} from "lexical";
import { limits } from "#contracts/limits";
import { isBlock } from "../html-in.ts";

export const tableNodes = [TableNode, TableRowNode, TableCellNode];

/**
 * Restricts tables to plain cells: the first row is the head, cells contain only paragraphs, and the size is limited by
 * spec/daily-use.md rule 32. `onCut` is called if a table exceeded it.
 */
export function registerTables(editor: LexicalEditor, onCut: () => void): () => void {
  const cut = (table: LexicalNode | null) => {
    // A larger table in a stored body stays as it is.
    const isKnown = $isTableNode(table) && $getNodeByKey(table.getKey(), editor.getEditorState()) !== null;
    if (isKnown && $cutTable(table)) onCut();
  };
  return mergeRegister(
    registerTablePlugin(editor),
    registerTableSelectionObserver(editor, false),
    registerTableCellUnmergeTransform(editor),
    editor.registerNodeTransform(TableCellNode, $plainCell),
    editor.registerNodeTransform(TableRowNode, (row) => {
      for (const cell of row.getChildren()) if ($isTableCellNode(cell)) cell.markDirty();
      cut(row.getParent());
    }),
    editor.registerNodeTransform(TableNode, (table) => {
      for (const row of table.getChildren()) row.markDirty();
      cut(table);
    }),
  );
}

/** Removes the cells beyond the maximum. Returns whether there were any. */
function $cutTable(table: TableNode): boolean {
  const rows = table.getChildren().filter($isTableRowNode);
  const misplaced = [
    ...rows.slice(limits.tableRows),
    ...rows.flatMap((row) => row.getChildren().slice(limits.tableColumns)),
  ];
  for (const node of misplaced) node.remove();
  return misplaced.length > 0;
}

function $plainCell(cell: TableCellNode): void {
  const row = cell.getParent();
  const isHead = $isTableRowNode(row) && row.getPreviousSibling() === null;
  const state = isHead ? TableCellHeaderStates.ROW : TableCellHeaderStates.NO_STATUS;
  if (cell.getHeaderStyles() !== state) cell.setHeaderStyles(state);
  if (cell.getWidth() !== undefined) cell.setWidth(undefined);
  if (cell.getBackgroundColor() !== null) cell.setBackgroundColor(null);
  for (const child of cell.getChildren()) {
    const isAt = $holdsPoint(child);
    const lines = $asParagraphs(child);
    if (lines[0]?.is(child)) continue;
    for (const line of lines) child.insertBefore(line);
    child.remove();
    if (isAt) lines.at(-1)?.selectEnd();
  }
}

/** Whether the caret is in an element that is removed, and not in a text of it. */
function $holdsPoint(node: LexicalNode): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return false;
  const at = selection.anchor.getNode();
  return !$isTextNode(at) && (node.is(at) || ($isElementNode(node) && node.isParentOf(at)));
}

/** The lines of a block and of its nested blocks as sibling paragraphs. */
function $asParagraphs(block: LexicalNode): ParagraphNode[] {
  if ($isCodeNode(block) || $isTableNode(block))
    return block
      .getTextContent()
      .split("\n")
      .map((line) => $createParagraphNode().append($createTextNode(line)));
  if (!$isElementNode(block) || block.isInline()) return [$createParagraphNode().append(block)];
  const children = block.getChildren();
  if ($isParagraphNode(block) && !children.some(isBlock)) return [block];
  const lines: ParagraphNode[] = [];
  let open: ParagraphNode | undefined;
  for (const child of children) {
    if (isBlock(child)) {
      lines.push(...$asParagraphs(child));
      open = undefined;
      continue;
    }
    if (!open) {
      open = $createParagraphNode();
      lines.push(open);
    }
    open.append(child);
  }
  return lines.length > 0 ? lines : [$createParagraphNode()];
}
