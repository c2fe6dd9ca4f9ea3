import { type ReactElement, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./blocked-note.module.css";

interface BlockedNoteProps {
  /** Why the server would currently refuse the text. */
  readonly reason: string | undefined;
  /** Whether nothing has been written that could be lost. */
  readonly isBlank: boolean;
  /** Whether a draft of it can be opened later. */
  readonly isDraftStored: boolean;
  /** The whole text of the form. */
  readonly text: () => string;
  /** Link to where the reason can be resolved. */
  readonly link?: ReactElement | undefined;
}

/** Tells immediately, not only on submit, that a text can no longer be sent, and offers to copy it. */
export function BlockedNote({ reason, isBlank, isDraftStored, text, link }: BlockedNoteProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
    } catch {
      toast.error("복사하지 못했어요. 글을 직접 선택해 복사해 주세요.");
    }
  };
  return (
    <div className={styles.region} role="status">
      {reason !== undefined && (
        <div className={styles.note}>
          <Icon name="alert" />
          <p>
            <b>{reason}</b>
            {!isBlank && isDraftStored && <span> 쓴 글은 초안으로 남아 있어요.</span>}
          </p>
          {!isBlank && (
            <Button look="neutral" size="small" onClick={() => void copy()}>
              <Icon name={isCopied ? "check" : "copy"} size="small" />
              {isCopied ? "복사했어요" : "글 복사하기"}
            </Button>
          )}
          {link}
        </div>
      )}
    </div>
  );
}
