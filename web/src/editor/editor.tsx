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
import { compressPicture, prepareToCompress } from "./pictures/compress-picture.ts";
import { pictures } from "./pictures/pictures.ts";

export interface EditorProps {
  readonly ref?: Ref<EditorHandle>;
  /** A stored body; taken once, when the editor opens. Later ones go through the handle. */
  readonly initialHtml?: string;
  /** Where the body's picture is, for `src="?"`. */
  readonly imageUrl?: string | null;
  readonly ariaLabel: string;
  readonly placeholder?: string;
  readonly editable?: boolean;
  /** What it holds is being sent: it is closed meanwhile and keeps its looks. */
  readonly busy?: boolean;
  /** Row of tags below the toolbar (spec/ui.md §17.1). */
  readonly tagPicker?: ReactNode;
  /** Line below the text. */
  readonly foot?: ReactNode;
  /** Least height on desktop in px (spec/ui.md §3). */
  readonly minHeight?: number;
  /** Written together with others; `initialHtml` is not used. Taken once. */
  readonly shared?: SharedText | undefined;
  /** Called whenever the content becomes visually empty or ceases to be. */
  readonly onEmptyChange?: (isEmpty: boolean) => void;
  /** Called on every change by the person, or by others who write along, without the content: ask the handle for it. */
  readonly onEdit?: (isOwn: boolean) => void;
}

const neverEmpty = () => {};
const prepareAfterMs = 1000;

/**
 * The editor of articles, problems and recruitments (spec/ui.md §17). HTML is made only on request (`ref`), not on
 * every key. Its new picture lives as long as it is open.
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
  shared,
  onEmptyChange = neverEmpty,
  onEdit = neverEmpty,
}: EditorProps) {
  const { alert } = useDialogs();
  const edited = useRef(onEdit);
  edited.current = onEdit;
  const [{ files, extension, notices }] = useState(() => {
    // The draft takes the picture along once it is compressed.
    const onCompressed = () => edited.current(true);
    const files = shared ? shared.pictures(onCompressed) : pictures(compressPicture, onCompressed);
    const notices = {
      onSecondImage: () => void alert("이미지는 최대 하나 까지만 넣을 수 있어요"),
      onImageFailed: () => void alert("이미지 파일로 전환을 실패했습니다."),
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
  // Not before what the person sees first.
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
          onEmptyChange={onEmptyChange}
          onEdit={onEdit}
        />
        {shared && <shared.Binding shared={shared} />}
      </LexicalExtensionComposer>
    </LexicalErrorBoundary>
  );
}
