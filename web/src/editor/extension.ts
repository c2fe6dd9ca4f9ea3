import { $isCodeNode } from "@lexical/code";
import { CodePrismExtension } from "@lexical/code-prism";
import {
  $defaultShouldInsertAfter,
  ClickAfterLastBlockExtension,
  TabIndentationExtension,
} from "@lexical/extension";
import { HistoryExtension } from "@lexical/history";
import { LinkExtension } from "@lexical/link";
import { $isListItemNode, CheckListExtension } from "@lexical/list";
import { registerMarkdownShortcuts } from "@lexical/markdown";
import { RichTextExtension } from "@lexical/rich-text";
import { configExtension, defineExtension, type LexicalEditor, mergeRegister } from "lexical";
import { limits } from "#contracts/limits";
import { registerMoveKeys } from "./block-move.ts";
import { checkRoles, registerCheckShortcut } from "./check-list.ts";
import { codeTokenizer } from "./code/highlighting.ts";
import { registerLeaveCode } from "./code/leave-code.ts";
import { registerContentRules } from "./content-rules.ts";
import { registerCopyLine } from "./copy-line.ts";
import { registerCurrentSelection } from "./current-selection.ts";
import { $setBody, htmlImport } from "./html-in.ts";
import { registerInlineCode } from "./inline-code.ts";
import { isLinkAddress, newTab } from "./links/link.ts";
import { markdown } from "./markdown.ts";
import { type PasteTexts, registerPaste } from "./paste.ts";
import { ImageNode } from "./pictures/image-node.tsx";
import type { Pictures } from "./pictures/pictures.ts";
import { registerTabKey } from "./tab-key.ts";
import { registerTables, tableNodes } from "./tables/tables.ts";
import { theme } from "./theme.ts";

/** Changes within this time form one undo step (spec/ui.md §21). */
export const historyDelayMs = 1000;

interface EditorSetup extends PasteTexts {
  readonly html: string;
  readonly imageUrl: string | null;
  readonly editable: boolean;
  readonly files: Pictures;
  /** Whether content and history come from a shared document. */
  readonly isShared?: boolean;
}

/** The editor without its user interface: nodes, rules, history, Markdown, pasting. Built once per opened editor. */
export const editorExtension = (setup: EditorSetup) =>
  defineExtension({
    name: "algomoim/editor",
    namespace: "algomoim",
    theme,
    html: { import: htmlImport },
    editable: setup.editable,
    nodes: () => [ImageNode, ...tableNodes],
    $initialEditorState: setup.isShared
      ? null
      : (editor: LexicalEditor) => $setBody(editor, setup.html, setup.imageUrl),
    onError: (error) => {
      throw error;
    },
    dependencies: [
      RichTextExtension,
      configExtension(HistoryExtension, { delay: historyDelayMs, disabled: setup.isShared === true }),
      CheckListExtension,
      checkRoles,
      configExtension(LinkExtension, { validateUrl: isLinkAddress, attributes: newTab }),
      configExtension(CodePrismExtension, { tokenizer: codeTokenizer }),
      configExtension(TabIndentationExtension, {
        maxIndent: limits.listDepth,
        $canIndent: $isListItemNode,
      }),
      configExtension(ClickAfterLastBlockExtension, {
        $shouldInsertAfter: (node) => $defaultShouldInsertAfter(node) || $isCodeNode(node),
      }),
    ],
    register: (editor) =>
      mergeRegister(
        registerCurrentSelection(editor),
        registerMarkdownShortcuts(editor, markdown),
        registerCheckShortcut(editor),
        registerTabKey(editor),
        registerMoveKeys(editor),
        registerCopyLine(editor),
        registerLeaveCode(editor),
        registerInlineCode(editor),
        registerTables(editor, setup.onTableCut),
        registerContentRules(editor, setup.files, setup.onSecondImage),
        registerPaste(editor, setup.files, setup),
      ),
  });
