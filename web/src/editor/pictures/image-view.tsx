import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useLexicalEditable } from "@lexical/react/useLexicalEditable";
import { useLexicalNodeSelection } from "@lexical/react/useLexicalNodeSelection";
import {
  $getNodeByKey,
  $getSelection,
  $isNodeSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  KEY_BACKSPACE_COMMAND,
  KEY_DELETE_COMMAND,
  mergeRegister,
  type NodeKey,
} from "lexical";
import { useEffect, useRef, useState } from "react";
import { cx } from "../../ui/cx.ts";
import styles from "../editor.module.css";
import { useShownSource } from "./shown-pictures.ts";

interface ImageViewProps {
  readonly nodeKey: NodeKey;
  readonly src: string;
  readonly altText: string;
  readonly width: number;
  readonly height: number;
  readonly maxWidth: number;
}

/** A picture in the editor: a click selects it, backspace or delete removes it. */
export function ImageView({ nodeKey, src, altText, width, height, maxWidth }: ImageViewProps) {
  const [editor] = useLexicalComposerContext();
  const isEditable = useLexicalEditable();
  const [isSelected, setSelected, clearSelection] = useLexicalNodeSelection(nodeKey);
  const shown = useShownSource(src);
  const [broken, setBroken] = useState<string>();
  const frame = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const remove = (event: KeyboardEvent) => {
      if (!isSelected || !$isNodeSelection($getSelection())) return false;
      event.preventDefault();
      const node = $getNodeByKey(nodeKey);
      const parent = node?.getParent();
      node?.remove();
      parent?.selectEnd();
      return true;
    };
    return mergeRegister(
      editor.registerCommand(
        CLICK_COMMAND,
        (event) => {
          if (!editor.isEditable() || !frame.current?.contains(event.target as Node)) return false;
          clearSelection();
          setSelected(true);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(KEY_BACKSPACE_COMMAND, remove, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_DELETE_COMMAND, remove, COMMAND_PRIORITY_LOW),
    );
  }, [editor, nodeKey, isSelected, setSelected, clearSelection]);

  const isPicked = isSelected && isEditable;
  return (
    <span
      ref={frame}
      className={cx(styles.image, isPicked && styles.imagePicked)}
      style={{ maxWidth: `min(100%, ${maxWidth}px)` }}
    >
      <img
        src={shown}
        alt={altText}
        className={broken === shown ? styles.imageBroken : undefined}
        style={{
          width: width === 0 ? "auto" : width,
          height: height === 0 ? "auto" : height,
        }}
        draggable={false}
        onError={() => setBroken(shown)}
      />
      {isPicked && <span className={styles.imageHint}>backspace 또는 del 키를 통해 삭제</span>}
    </span>
  );
}
