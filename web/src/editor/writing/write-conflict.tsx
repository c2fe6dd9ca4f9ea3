import { useEffect, useState } from "react";
import { BodyView } from "../../ui/body-view.tsx";
import { ConflictDialog } from "../../ui/conflict-dialog.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { Draft, Stored } from "./submit-machine.ts";
import styles from "./write-screen.module.css";

interface WriteConflictProps {
  /** Mine, while the person has to choose; null closes the window. */
  readonly draft: Draft | null;
  readonly stored: Stored | null;
  readonly onUseStored: () => void;
  readonly onKeepMine: () => void;
  readonly onBack: () => void;
}

/** Both texts of a post that was changed elsewhere (spec/ui.md §6.4). */
export function WriteConflict({ draft, stored, onUseStored, onKeepMine, onBack }: WriteConflictProps) {
  const mine = useLast(draft);
  const picture = useObjectUrl(mine?.picture);
  return (
    <ConflictDialog
      open={draft !== null}
      mine={
        mine && (
          <>
            <Head title={mine.title} category={mine.category} />
            <BodyView html={mine.html} imageUrl={null} />
            {picture && <img className={styles.picture} src={picture} alt="새로 넣은 이미지" />}
            <Contact text={mine.contact} />
          </>
        )
      }
      stored={
        stored && (
          <>
            <Head title={stored.title} category={stored.category} />
            <BodyView html={stored.html} imageUrl={stored.imageUrl} />
            <Contact text={stored.contact} />
          </>
        )
      }
      onUseStored={onUseStored}
      onKeepMine={onKeepMine}
      onBack={onBack}
    />
  );
}

const Head = ({ title, category }: Pick<Stored, "title" | "category">) => (
  <div className={styles.conflictHead}>
    {category && <Tag category={category} />}
    <b>{title}</b>
  </div>
);

const Contact = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p className={styles.conflictContact}>
      <b>연락 방법</b>
      {text}
    </p>
  );

/** The window fades out with its content still in it. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) {
      setUrl(undefined);
      return;
    }
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
