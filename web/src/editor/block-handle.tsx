import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $getRoot, HISTORY_PUSH_TAG, type LexicalEditor, type NodeKey } from "lexical";
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./block-handle.module.css";
import { $moveBlock } from "./block-move.ts";

/** Position of a block, in px from the top of the window. */
interface Block {
  readonly key: NodeKey;
  readonly top: number;
  readonly bottom: number;
}

interface Drag {
  readonly key: NodeKey;
  /** Index among the blocks where it would be dropped. */
  readonly index: number;
  /** Px within the frame. */
  readonly line: number;
}

/**
 * Handle beside the block under the pointer. Dragging it moves the block; a click without dragging picks it up until
 * the next click, for users who cannot drag (WCAG 2.5.7). `frame` contains text and handle.
 */
export function BlockHandle({ frame }: { frame: RefObject<HTMLElement | null> }) {
  const [editor] = useLexicalComposerContext();
  const [block, setBlock] = useState<Block | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [isCarried, setCarried] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!element || isCarried) return;
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
  }, [editor, frame, isCarried]);

  const start = (event: PointerEvent<HTMLElement>) => {
    if (!block) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag(dropAt(editor, frame, block.key, event.clientY));
  };
  const end = (dropped: Drag | null) => {
    if (dropped) editor.update(() => $moveBlock(dropped.key, dropped.index), { tag: HISTORY_PUSH_TAG });
    setDrag(null);
    setBlock(null);
    setCarried(false);
  };
  const letGo = () => {
    if (drag && isElsewhere(editor, drag)) end(drag);
    else setCarried(drag !== null);
  };
  const putDown = useEffectEvent(end);
  const carriedKey = isCarried ? drag?.key : undefined;
  useEffect(() => {
    if (carriedKey === undefined) return;
    const follow = (event: MouseEvent) => setDrag(dropAt(editor, frame, carriedKey, event.clientY));
    const press = (event: MouseEvent) => {
      event.stopPropagation();
      const target = event.target as Element;
      const isInText = frame.current?.contains(target) && !target.closest("[data-block-handle]");
      putDown(isInText ? dropAt(editor, frame, carriedKey, event.clientY) : null);
    };
    const giveUp = (event: KeyboardEvent) => event.key === "Escape" && putDown(null);
    document.addEventListener("mousemove", follow);
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("keydown", giveUp, true);
    return () => {
      document.removeEventListener("mousemove", follow);
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("keydown", giveUp, true);
    };
  }, [editor, frame, carriedKey]);
  const top = frame.current?.getBoundingClientRect().top ?? 0;
  return (
    <>
      {block && (
        // Alt+Shift+arrows do the same with the keyboard.
        <span
          className={styles.handle}
          style={{ top: block.top - top }}
          title="끌거나 누른 뒤 옮길 곳을 눌러 옮기기"
          aria-hidden="true"
          data-block-handle=""
          onPointerDown={start}
          onPointerMove={(event) =>
            drag && !isCarried && setDrag(dropAt(editor, frame, drag.key, event.clientY))
          }
          onPointerUp={letGo}
          onPointerCancel={() => end(null)}
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

/** The block with a line at this height, or the one above the gap there. */
function blockAt(editor: LexicalEditor, y: number): Block | null {
  return blocksOf(editor).findLast(({ top }) => top <= y) ?? null;
}

/** Whether the block would be dropped at another index than its own. */
function isElsewhere(editor: LexicalEditor, { key, index }: Drag): boolean {
  const own = blocksOf(editor).findIndex((block) => block.key === key);
  return index !== own && index !== own + 1;
}

function dropAt(editor: LexicalEditor, frame: RefObject<HTMLElement | null>, key: NodeKey, y: number): Drag {
  const blocks = blocksOf(editor);
  const below = blocks.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  const index = below < 0 ? blocks.length : below;
  const edge = blocks[index]?.top ?? blocks.at(-1)?.bottom ?? 0;
  return { key, index, line: edge - (frame.current?.getBoundingClientRect().top ?? 0) - 5 };
}
