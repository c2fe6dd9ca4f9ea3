import { useState } from "react";
import { currentToken, memberOf } from "../../lib/session.ts";
import type { PostRecord } from "../../lib/unsent/record.ts";
import { useTrash } from "../../lib/unsent/use-unsent.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./discarded-drafts.module.css";
import { titleOf, writtenText } from "./draft-texts.ts";

interface DiscardedDraftsProps {
  readonly draftKey: string;
  /** Whether the form is loading or being sent. */
  readonly isOff: boolean;
  readonly onTake: (discarded: PostRecord) => void;
}

/** Offers drafts that the member discarded on this device within a week; renders nothing if there are none. */
export function DiscardedDrafts({ draftKey, isOff, onTake }: DiscardedDraftsProps) {
  const [owner] = useState(() => memberOf(currentToken()));
  const found = useTrash(owner, draftKey);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const take = (discarded: PostRecord) => {
    close();
    onTake(discarded);
  };
  if (found.length === 0 && !isOpen) return null;
  return (
    <>
      <Button look="ghost" size="small" disabled={isOff} onClick={() => setOpen(true)}>
        지운 초안
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="지운 초안"
        text="이 기기에서 7일 동안 다시 열 수 있어요."
        buttons={
          <Button look="neutral" onClick={close}>
            닫기
          </Button>
        }
      >
        <ul className={styles.list}>
          {found.map((discarded) => (
            <li key={discarded.id} className={styles.row}>
              <span>
                <b>{titleOf(discarded.fields)}</b>
                <small>{writtenText(discarded.at)}</small>
              </span>
              <Button size="small" look="neutral" onClick={() => take(discarded)}>
                이어쓰기
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
