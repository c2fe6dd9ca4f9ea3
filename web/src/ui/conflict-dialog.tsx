import { type ReactNode, type Ref, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./conflict-dialog.module.css";
import { Dialog } from "./dialog.tsx";
import { Icon, type IconName } from "./icon.tsx";

interface PaneProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

const Pane = ({ icon, title, text, children }: PaneProps) => (
  <section className={styles.pane} aria-label={title}>
    <h3 className={styles.head}>
      <Icon name={icon} size="small" />
      {title}
    </h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls with the keyboard */}
    <div ref={text} className={styles.body} tabIndex={0}>
      {children}
    </div>
  </section>
);

const blocks = "p, li, h1, h2, h3, h4, h5, h6, dd, td, th, [data-line]";
const contentOf = (block: Element) => block.textContent || block.getAttribute("src") || "";

/** Marks in each pane the innermost blocks, and the pictures, that the other one does not have. */
function markDifferences(panes: Element): void {
  const [mine = [], stored = []] = [...panes.querySelectorAll(`.${styles.body}`)].map((pane) =>
    [...pane.querySelectorAll(`${blocks}, img`)].filter((block) => !block.querySelector(blocks)),
  );
  const mark = (own: readonly Element[], other: readonly Element[]) => {
    const known = new Set(other.map(contentOf));
    for (const block of own) block.toggleAttribute("data-differs", !known.has(contentOf(block)));
  };
  mark(mine, stored);
  mark(stored, mine);
}

/** Code is coloured later, and a text that is saved meanwhile replaces the stored one. */
function keepMarked(panes: HTMLElement | null) {
  if (!panes) return;
  markDifferences(panes);
  const observer = new MutationObserver(() => markDifferences(panes));
  observer.observe(panes, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** Shows two texts after a 412: nothing is lost until the member chooses (spec/ui.md §6.4). */
export function ConflictDialog({
  open,
  mine,
  stored,
  pending = false,
  onUseStored,
  onKeepMine,
  onBack,
}: {
  open: boolean;
  /** `내가 쓴 내용` as it will look. */
  mine: ReactNode;
  /** `현재 저장된 내용` as it looks. */
  stored: ReactNode;
  pending?: boolean;
  /** Replaces the form's text by the stored one. */
  onUseStored: () => void;
  /** Sends the own text again with the new revision. */
  onKeepMine: () => void;
  /** Escape returns to the form. */
  onBack: () => void;
}) {
  // No button is focused: each of them discards a text, and Enter may be pressed while typing.
  const ownText = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onBack}
      wide
      mustAnswer
      initialFocus={ownText}
      title="다른 곳에서 먼저 수정되었습니다."
      text="두 글을 비교하고 어느 쪽을 남길지 골라 주세요. 아직 아무것도 사라지지 않았어요."
      buttons={
        <>
          <Button look="neutral" onClick={onUseStored}>
            저장된 내용 사용
          </Button>
          <Button pending={pending} onClick={onKeepMine}>
            내 내용으로 저장
          </Button>
        </>
      }
    >
      <div className={styles.panes} ref={keepMarked}>
        <Pane icon="pencil" title="내가 쓴 내용" text={ownText}>
          {mine}
        </Pane>
        <Pane icon="history" title="현재 저장된 내용">
          {stored}
        </Pane>
      </div>
    </Dialog>
  );
}
