import { type ChangeEvent, type DragEvent, useId, useState } from "react";
import { useObjectUrl } from "../../lib/use-object-url.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { HiddenText } from "../../ui/hidden-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TextInput } from "../../ui/input.tsx";
import styles from "./image-dialog.module.css";
import { isPicture } from "./insert-image.ts";

interface ImageDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called with the first file if none is a picture. */
  readonly onOtherFile: (file: File) => void;
  readonly onAdd: (file: File, altText: string) => void;
}

/** Dialog of the toolbar's image button: a drop area, the alternative text and `추가하기` (spec/ui.md §17.5). */
export function ImageDialog({ open, onClose, onOtherFile, onAdd }: ImageDialogProps) {
  const [file, setFile] = useState<File>();
  const [altText, setAltText] = useState("");
  const close = () => {
    setFile(undefined);
    setAltText("");
    onClose();
  };
  return (
    <Dialog
      open={open}
      // Escape or a click outside loses nothing.
      onClose={onClose}
      title="이미지 첨부"
      buttons={
        <>
          <Button look="neutral" onClick={close}>
            취소
          </Button>
          <Button
            disabled={!file}
            onClick={() => {
              if (file) onAdd(file, altText);
              close();
            }}
          >
            추가하기
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <DropArea file={file} onFile={setFile} onOtherFile={onOtherFile} />
        <TextInput label="이미지 설명" placeholder="이미지" value={altText} onText={setAltText} />
      </div>
    </Dialog>
  );
}

interface DropAreaProps {
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
  readonly onOtherFile: (file: File) => void;
}

function DropArea({ file, onFile, onOtherFile }: DropAreaProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const preview = useObjectUrl(file);
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    const picture = chosen.find(isPicture);
    if (picture) onFile(picture);
    else if (chosen[0]) onOtherFile(chosen[0]);
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  return (
    <label
      htmlFor={id}
      className={cx(styles.drop, isOver && styles.over)}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      {preview ? (
        <img src={preview} alt={file?.name ?? ""} />
      ) : (
        <>
          <Icon name="image" size="large" />
          <span>첨부할 이미지를 끌어오거나 클릭해 선택해주세요.</span>
        </>
      )}
      <HiddenText>
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-label="이미지 파일"
          onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target.files)}
        />
      </HiddenText>
    </label>
  );
}
