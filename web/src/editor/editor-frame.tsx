import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { useLexicalEditable } from "@lexical/react/useLexicalEditable";
import { COLLABORATION_TAG, HISTORIC_TAG, HISTORY_MERGE_TAG } from "lexical";
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import prose from "../ui/body-view.module.css";
import { cx } from "../ui/cx.ts";
import { HiddenText } from "../ui/hidden-text.tsx";
import { BlockHandle } from "./block-handle.tsx";
import { CodeBlockHeaders } from "./code/code-block-headers.tsx";
import styles from "./editor.module.css";
import { type EditorHandle, editorHandle } from "./editor-handle.ts";
import { $isVisuallyEmpty } from "./emptiness.ts";
import { LinkBox, useLinkEdit } from "./links/link-box.tsx";
import { ImageDialog } from "./pictures/image-dialog.tsx";
import { hasPicture, insertImage, type PictureNotices } from "./pictures/insert-image.ts";
import type { Pictures } from "./pictures/pictures.ts";
import { TableDialog } from "./tables/table-tools.tsx";
import { Toolbar } from "./toolbar/toolbar.tsx";

interface EditorFrameProps {
  readonly handle: Ref<EditorHandle> | undefined;
  readonly files: Pictures;
  readonly notices: PictureNotices;
  readonly ariaLabel: string;
  readonly placeholder: string;
  readonly editable: boolean;
  readonly busy: boolean;
  readonly tagPicker: ReactNode;
  readonly foot: ReactNode;
  readonly minHeight: number;
  readonly template: readonly string[];
  readonly onEmptyChange: (isEmpty: boolean) => void;
  readonly onEdit: (isOwn: boolean) => void;
}

/** Toolbar, text area and footer around an existing editor. */
export function EditorFrame(props: EditorFrameProps) {
  const { files, notices, editable, busy } = props;
  const [editor] = useLexicalComposerContext();
  const [isImageOpen, setImageOpen] = useState(false);
  const [isTableOpen, setTableOpen] = useState(false);
  const link = useLinkEdit(editor);
  const body = useRef<HTMLDivElement>(null);
  const keysId = useId();

  useImperativeHandle(props.handle, () => editorHandle(editor, files, props.template), [
    editor,
    files,
    props.template,
  ]);
  useOpening(editable && !busy, busy);
  useChanges(props.template, props.onEmptyChange, props.onEdit);

  const addImage = () => (hasPicture(editor) ? notices.onSecondImage() : setImageOpen(true));
  return (
    <div
      className={cx(styles.editor, !editable && styles.readOnly, busy && styles.busy)}
      aria-busy={busy || undefined}
    >
      {editable && (
        <div className={styles.tools} inert={busy}>
          <Toolbar onImage={addImage} onLink={link.toggle} onTable={() => setTableOpen(true)}>
            {props.tagPicker && <div className={styles.tags}>{props.tagPicker}</div>}
          </Toolbar>
        </div>
      )}
      <div ref={body} className={styles.body} style={{ "--least": `${props.minHeight}px` } as CSSProperties}>
        <ContentEditable
          className={cx(prose.prose, styles.paper)}
          aria-label={props.ariaLabel}
          aria-describedby={editable ? keysId : undefined}
          aria-placeholder={props.placeholder}
          // The editor and a translator would undo each other's changes without end.
          translate="no"
          placeholder={<p className={styles.placeholder}>{props.placeholder}</p>}
        />
        {editable && (
          <HiddenText>
            <span id={keysId}>
              Alt+F10은 서식 도구로 갑니다. Alt+Shift+위아래 화살표는 블록을 옮깁니다. Esc 다음에 Tab을 누르면
              편집기를 나갑니다.
            </span>
          </HiddenText>
        )}
        <CodeBlockHeaders />
        {editable && !busy && <BlockHandle frame={body} />}
        {editable && !busy && <LinkBox edited={link.edited} onEdit={link.edit} />}
      </div>
      {editable && props.foot && <div className={styles.foot}>{props.foot}</div>}
      <TableDialog open={isTableOpen} onClose={() => setTableOpen(false)} />
      <ImageDialog
        open={isImageOpen}
        onClose={() => setImageOpen(false)}
        onOtherFile={notices.onOtherFile}
        onAdd={(file, altText) => insertImage(editor, [file], altText, files, notices)}
      />
    </div>
  );
}

/** Makes the text editable or not. The focus that it had when it became busy is restored afterwards. */
function useOpening(isOpen: boolean, busy: boolean): void {
  const [editor] = useLexicalComposerContext();
  const isEditable = useLexicalEditable();
  const wasWriting = useRef(false);
  // Runs before the browser removes the focus from a text that is no longer editable.
  useLayoutEffect(() => {
    if (busy) wasWriting.current = document.activeElement === editor.getRootElement();
    editor.setEditable(isOpen);
  }, [editor, isOpen, busy]);
  useEffect(() => {
    if (!isEditable || !wasWriting.current) return;
    wasWriting.current = false;
    // A focus that has moved elsewhere meanwhile stays there.
    if (document.activeElement !== document.body) return;
    editor.getRootElement()?.focus({ preventScroll: true });
    editor.focus();
  }, [editor, isEditable]);
}

/**
 * Reports every change immediately, because unfinished syllables must be saved too; reports emptiness once they are
 * finished.
 */
function useChanges(
  template: readonly string[],
  onEmptyChange: (isEmpty: boolean) => void,
  onEdit: (isOwn: boolean) => void,
): void {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    let wasEmpty: boolean | undefined;
    return editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves, tags }) => {
      if (!editor.isComposing()) {
        const isEmpty = editorState.read(() => $isVisuallyEmpty(template), { editor });
        if (isEmpty !== wasEmpty) onEmptyChange(isEmpty);
        wasEmpty = isEmpty;
      }
      const isChanged = dirtyElements.size > 0 || dirtyLeaves.size > 0 || tags.has(HISTORIC_TAG);
      if (isChanged && !tags.has(HISTORY_MERGE_TAG)) onEdit(!tags.has(COLLABORATION_TAG));
    });
  }, [editor, template, onEmptyChange, onEdit]);
}
