import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $getRoot, HISTORY_PUSH_TAG, type LexicalEditor, type NodeKey } from "lexical";
import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./block-handle.module.css";
import { $moveBlock } from "./block-move.ts";

/** Where a block stands, in px from the top of the window. */
interface Block {
  readonly key: NodeKey;
  readonly top: number;
  readonly bottom: number;
}

interface Drag {
  readonly key: NodeKey;
  /** Place among the blocks where it would land. */
  readonly place: number;
  /** Px within the frame. */
  readonly line: number;
}

/** Handle beside the block under the pointer; drags it to another place. `frame` holds text and handle. */
export function BlockHandle({ frame }: { frame: RefObject<HTMLElement | null> }) {
  const [editor] = useLexicalComposerContext();
  const [block, setBlock] = useState<Block | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      if (event.buttons === 0) setBlock(blockAt(editor, event.clientY));
    };
    const leave = () => setBlock(null);
    element.addEventListener("mousemove", follow);
    element.addEventListener("mouseleave", leave);
    return () => {
      element.removeEventListener("mousemove", follow);
      element.removeEventListener("mouseleave", leave);
    };
  }, [editor, frame]);

  const start = (event: PointerEvent<HTMLElement>) => {
    if (!block) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag(dropAt(editor, frame, block.key, event.clientY));
  };
  const end = (isDropped: boolean) => {
    if (drag && isDropped) editor.update(() => $moveBlock(drag.key, drag.place), { tag: HISTORY_PUSH_TAG });
    setDrag(null);
    setBlock(null);
  };
  const top = frame.current?.getBoundingClientRect().top ?? 0;
  return (
    <>
      {block && (
        // Alt+Shift+arrows do the same by keyboard.
        <span
          className={styles.handle}
          style={{ top: block.top - top }}
          title="끌어서 옮기기"
          aria-hidden="true"
          data-block-handle=""
          onPointerDown={start}
          onPointerMove={(event) => drag && setDrag(dropAt(editor, frame, drag.key, event.clientY))}
          onPointerUp={() => end(true)}
          onPointerCancel={() => end(false)}
        >
          <Icon name="drag" size="small" />
        </span>
      )}
      {drag && <span className={styles.line} style={{ top: drag.line }} aria-hidden="true" />}
    </>
  );
}

const blocksOf = (editor: LexicalEditor): Block[] =>
  editor
    .read("latest", () => $getRoot().getChildrenKeys())
    .flatMap((key) => {
      const element = editor.getElementByKey(key);
      if (!element) return [];
      const { top, bottom } = element.getBoundingClientRect();
      return [{ key, top, bottom }];
    });

/** The block whose lines are at this height, or the one above the gap there. */
function blockAt(editor: LexicalEditor, y: number): Block | null {
  return blocksOf(editor).findLast(({ top }) => top <= y) ?? null;
}

function dropAt(editor: LexicalEditor, frame: RefObject<HTMLElement | null>, key: NodeKey, y: number): Drag {
  const blocks = blocksOf(editor);
  const below = blocks.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  const place = below < 0 ? blocks.length : below;
  const edge = blocks[place]?.top ?? blocks.at(-1)?.bottom ?? 0;
  return { key, place, line: edge - (frame.current?.getBoundingClientRect().top ?? 0) - 5 };
}
