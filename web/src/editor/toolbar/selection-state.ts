import { $isCodeNode } from "@lexical/code";
import { $isListNode, ListNode } from "@lexical/list";
import { $isHeadingNode, $isQuoteNode, type HeadingTagType } from "@lexical/rich-text";
import { $getNearestNodeOfType } from "@lexical/utils";
import {
  $getSelection,
  $isRangeSelection,
  CAN_REDO_COMMAND,
  CAN_UNDO_COMMAND,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
  mergeRegister,
} from "lexical";
import { useEffect, useState } from "react";
import { $linkAtSelection } from "../links/link-edit.ts";
import { $tableAt } from "../tables/table-edit.ts";
import { $textStyle, plainStyle } from "./text-style.ts";

export type Block = "number" | "bullet" | "check" | "code" | "quote" | "text" | HeadingTagType;

/** What the toolbar shows about the selection. */
export interface SelectionState {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strikethrough: boolean;
  readonly superscript: boolean;
  readonly subscript: boolean;
  readonly code: boolean;
  readonly link: boolean;
  readonly table: boolean;
  /** Values of text-style.ts; empty if the selection has several. */
  readonly font: string;
  readonly size: string;
  readonly colour: string;
  readonly block: Block;
}

const nowhere: SelectionState = {
  bold: false,
  italic: false,
  strikethrough: false,
  superscript: false,
  subscript: false,
  code: false,
  link: false,
  table: false,
  ...plainStyle,
  block: "text",
};

export function $selectionState(): SelectionState {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return nowhere;
  return {
    bold: selection.hasFormat("bold"),
    italic: selection.hasFormat("italic"),
    strikethrough: selection.hasFormat("strikethrough"),
    superscript: selection.hasFormat("superscript"),
    subscript: selection.hasFormat("subscript"),
    code: selection.hasFormat("code"),
    link: $linkAtSelection() !== null,
    table: $tableAt(selection) !== null,
    font: $textStyle(selection, "font"),
    size: $textStyle(selection, "size"),
    colour: $textStyle(selection, "colour"),
    block: $block(selection.anchor.getNode()),
  };
}

function $block(node: Parameters<typeof $getNearestNodeOfType>[0]): Block {
  const list = $getNearestNodeOfType(node, ListNode);
  if ($isListNode(list)) return list.getListType();
  const block = node.getTopLevelElement();
  if ($isHeadingNode(block)) return block.getTag();
  if ($isQuoteNode(block)) return "quote";
  return $isCodeNode(block) ? "code" : "text";
}

const names = Object.keys(nowhere) as readonly (keyof SelectionState)[];
const isSame = (a: SelectionState, b: SelectionState) => names.every((name) => a[name] === b[name]);

/** Follows the selection; renders only when a shown value has changed, never during a composition. */
export function useSelectionState(editor: LexicalEditor): SelectionState {
  const [state, setState] = useState(nowhere);
  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState }) => {
        if (editor.isComposing()) return;
        const next = editorState.read($selectionState, { editor });
        setState((current) => (isSame(current, next) ? current : next));
      }),
    [editor],
  );
  return state;
}

/** Whether there are steps to undo and to redo. */
export function useHistoryState(editor: LexicalEditor): { canUndo: boolean; canRedo: boolean } {
  const [canUndo, setUndo] = useState(false);
  const [canRedo, setRedo] = useState(false);
  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(
          CAN_UNDO_COMMAND,
          (can) => {
            setUndo(can);
            return false;
          },
          COMMAND_PRIORITY_LOW,
        ),
        editor.registerCommand(
          CAN_REDO_COMMAND,
          (can) => {
            setRedo(can);
            return false;
          },
          COMMAND_PRIORITY_LOW,
        ),
      ),
    [editor],
  );
  return { canUndo, canRedo };
}
