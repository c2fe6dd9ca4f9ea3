import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { LexicalExtensionComposer } from "@lexical/react/LexicalExtensionComposer";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { limits } from "#contracts/limits";
import { useDialogs } from "../ui/dialogs.tsx";
import { toast } from "../ui/toast.tsx";
import type { SharedText } from "./collaboration/shared-text.ts";
import { EditorFrame } from "./editor-frame.tsx";
import type { EditorHandle } from "./editor-handle.ts";
import { editorExtension } from "./extension.ts";
import { compressPicture, pictureFailed, prepareToCompress } from "./pictures/compress-picture.ts";
import { pictures } from "./pictures/pictures.ts";

export interface EditorProps {
  readonly ref?: Ref<EditorHandle>;
  /** A stored body, read once when the editor opens. Later content is set through the handle. */
  readonly initialHtml?: string;
  /** Address of the body's picture, for `src="?"`. */
  readonly imageUrl?: string | null;
  readonly ariaLabel: string;
  readonly placeholder?: string;
  readonly editable?: boolean;
  /** The content is being sent: the editor is read-only meanwhile and keeps its appearance. */
  readonly busy?: boolean;
  /** Row of tags below the toolbar (spec/ui.md §17.1). */
  readonly tagPicker?: ReactNode;
  /** Footer below the text. */
  readonly foot?: ReactNode;
  /** Minimum height on desktop in px (spec/ui.md §3). */
  readonly minHeight?: number;
  /** Lines that do not count as text. */
  readonly template?: readonly string[] | undefined;
  /** Set for co-editing; `initialHtml` is then ignored. Read once. */
  readonly shared?: SharedText | undefined;
  /** Called whenever the content becomes visually empty or stops being so. */
  readonly onEmptyChange?: (isEmpty: boolean) => void;
  /** Called on every change by the member or by co-editors, without the content, which the handle provides. */
  readonly onEdit?: (isOwn: boolean) => void;
}

const neverEmpty = () => {};
const noTemplate: readonly string[] = [];
const prepareAfterMs = 1000;

/**
 * The editor of articles, problems and recruitments (spec/ui.md §17). HTML is generated only on request (`ref`), not on
 * every key. A new picture is kept as long as the editor is open.
 */
export function Editor({
  ref,
  initialHtml = "",
  imageUrl = null,
  ariaLabel,
  placeholder = "내용을 입력하세요",
  editable = true,
  busy = false,
  tagPicker,
  foot,
  minHeight = 700,
  template = noTemplate,
  shared,
  onEmptyChange = neverEmpty,
  onEdit = neverEmpty,
}: EditorProps) {
  const { alert } = useDialogs();
  const edited = useRef(onEdit);
  edited.current = onEdit;
  const [{ files, extension, notices }] = useState(() => {
    // Saves the draft again, which includes the picture once it is compressed.
    const onCompressed = () => edited.current(true);
    const files = shared ? shared.pictures(onCompressed) : pictures(compressPicture, onCompressed);
    const notices = {
      onSecondImage: () => void alert("이미지는 최대 하나 까지만 넣을 수 있어요"),
      onOtherFile: ({ name }: File) => void alert(`이미지 파일만 넣을 수 있어요: ${name}`),
      onImageFailed: () => void alert(pictureFailed),
      onTableCut: () =>
        void toast(`표는 ${limits.tableColumns}칸, ${limits.tableRows}줄까지 넣을 수 있어요`, {
          id: "table-cut",
        }),
    };
    const setup = {
      html: initialHtml,
      imageUrl,
      editable,
      files,
      isShared: shared !== undefined,
      ...notices,
    };
    return { files, notices, extension: editorExtension(setup) };
  });
  useEffect(() => () => files.clear(), [files]);
  // Runs after the first paint.
  useEffect(() => {
    const later = setTimeout(prepareToCompress, prepareAfterMs);
    return () => clearTimeout(later);
  }, []);

  return (
    <LexicalErrorBoundary onError={() => {}}>
      <LexicalExtensionComposer extension={extension} contentEditable={null}>
        <EditorFrame
          handle={ref}
          files={files}
          notices={notices}
          ariaLabel={ariaLabel}
          placeholder={placeholder}
          editable={editable}
          busy={busy}
          tagPicker={tagPicker}
          foot={foot}
          minHeight={minHeight}
          template={template}
          onEmptyChange={onEmptyChange}
          onEdit={onEdit}
        />
        {shared && <shared.Binding shared={shared} />}
      </LexicalExtensionComposer>
    </LexicalErrorBoundary>
  );
}
