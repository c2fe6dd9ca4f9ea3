import { cx } from "./cx.ts";
import { useDialogs } from "./dialogs.tsx";
import styles from "./resumed-note.module.css";

/** Tells that a form contains restored input, with a button to discard it. */
export function ResumedNote({
  more,
  className,
  onDiscard,
}: {
  /** Names the inputs that were not stored. */
  more?: string;
  className?: string | undefined;
  onDiscard: () => void;
}) {
  const { confirm } = useDialogs();
  const discard = async () => {
    const isMeant = await confirm({
      title: "불러온 내용을 지울까요?",
      text: "지운 내용은 다시 불러올 수 없어요.",
      yes: "지우기",
      danger: true,
    });
    if (isMeant) onDiscard();
  };
  return (
    <p className={cx(styles.note, className)}>
      {`작성 중이던 내용을 불러왔어요.${more ? ` ${more}` : ""} · `}
      <button type="button" className={styles.discard} onClick={() => void discard()}>
        지우기
      </button>
    </p>
  );
}
