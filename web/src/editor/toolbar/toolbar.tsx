import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { FORMAT_TEXT_COMMAND, REDO_COMMAND, type TextFormatType, UNDO_COMMAND } from "lexical";
import { type ReactNode, useRef } from "react";
import { useLocation } from "react-router-dom";
import { serverDay } from "../../lib/server-clock.ts";
import { useStickyHeight } from "../../lib/use-sticky-height.ts";
import type { IconName } from "../../ui/icon.tsx";
import { TableMenu } from "../tables/table-tools.tsx";
import { moveAlong, useRoving } from "./roving.ts";
import { type SelectionState, useHistoryState, useSelectionState } from "./selection-state.ts";
import { StyleMenus } from "./style-menus.tsx";
import { $insertTemplate, toggleCode, toggleList } from "./toggle-block.ts";
import styles from "./toolbar.module.css";
import { ToolbarButton } from "./toolbar-button.tsx";

const formats: readonly [TextFormatType & keyof SelectionState, IconName, string, keys?: string][] = [
  ["bold", "bold", "굵게", "B"],
  ["italic", "italic", "기울임", "I"],
  ["strikethrough", "strike", "취소선"],
  ["superscript", "sup", "위 첨자"],
  ["subscript", "sub", "아래 첨자"],
  ["code", "inline-code", "인라인 코드", "E"],
];

const lists: readonly ["number" | "bullet" | "check", IconName, string][] = [
  ["number", "list-number", "번호 목록"],
  ["bullet", "list-bullet", "글머리 목록"],
  ["check", "list-check", "체크 목록"],
];

interface ToolbarProps {
  readonly onImage: () => void;
  readonly onLink: () => void;
  readonly onTable: () => void;
  /** The row of tags, if there is one. */
  readonly children?: ReactNode;
}

/** Formatting tools above the text (spec/ui.md §17.1). */
export function Toolbar({ onImage, onLink, onTable, children }: ToolbarProps) {
  const [editor] = useLexicalComposerContext();
  const { canUndo, canRedo } = useHistoryState(editor);
  const state = useSelectionState(editor);
  const { pathname } = useLocation();
  const toolbar = useRef<HTMLDivElement>(null);
  useRoving(editor, toolbar);
  useStickyHeight("--toolbar-height", toolbar);

  const insertTemplate = () => editor.update(() => $insertTemplate(serverDay()));
  return (
    <div ref={toolbar} className={styles.toolbar} role="toolbar" aria-label="서식" onKeyDown={moveAlong}>
      <div className={styles.row}>
        <ToolbarButton
          icon="undo"
          label="실행 취소"
          keys="Z"
          disabled={!canUndo}
          onPress={() => editor.dispatchCommand(UNDO_COMMAND, undefined)}
        />
        <ToolbarButton
          icon="redo"
          label="다시 실행"
          keys="Shift+Z"
          disabled={!canRedo}
          onPress={() => editor.dispatchCommand(REDO_COMMAND, undefined)}
        />
        <span className={styles.rule} />
        <StyleMenus state={state} />
        <span className={styles.rule} />
        {formats.map(([format, icon, label, keys]) => (
          <ToolbarButton
            key={format}
            icon={icon}
            label={label}
            keys={keys}
            pressed={state[format] === true}
            onPress={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, format)}
          />
        ))}
        <ToolbarButton
          icon="link"
          label="링크"
          keys="K"
          pressed={state.link}
          disabled={state.block === "code"}
          leadsAway={!state.link}
          onPress={onLink}
        />
        <span className={styles.rule} />
        {lists.map(([kind, icon, label]) => (
          <ToolbarButton
            key={kind}
            icon={icon}
            label={label}
            pressed={state.block === kind}
            onPress={() => toggleList(editor, kind, state.block)}
          />
        ))}
        <ToolbarButton
          icon="code"
          label="코드 블록"
          pressed={state.block === "code"}
          onPress={() => toggleCode(editor, state.block)}
        />
        {state.table ? <TableMenu /> : <ToolbarButton icon="table" label="표" leadsAway onPress={onTable} />}
        <ToolbarButton icon="image" label="이미지" leadsAway onPress={onImage} />
        {!pathname.includes("team-recruit") && (
          <>
            <span className={styles.rule} />
            <ToolbarButton icon="template" label="템플릿" withText onPress={insertTemplate} />
          </>
        )}
      </div>
      {children}
    </div>
  );
}
