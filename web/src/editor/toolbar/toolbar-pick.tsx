import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { createContext, type ReactNode, useContext } from "react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { MenuRoot, Radio } from "../../ui/menu-parts.tsx";
import styles from "./toolbar.module.css";

interface Pick {
  readonly value: string;
  readonly choose: (value: string) => void;
}

const InsidePick = createContext<Pick | null>(null);

interface ToolbarPickProps {
  readonly label: string;
  /** Empty: the selected text has several. */
  readonly value: string;
  /** What the button shows. */
  readonly shown: ReactNode;
  readonly onPick: (value: string) => void;
  readonly children: ReactNode;
}

/** A dropdown of the toolbar. After a choice the cursor is back in the text, after Escape on the button. */
export function ToolbarPick({ label, value, shown, onPick, children }: ToolbarPickProps) {
  const [editor] = useLexicalComposerContext();
  const choose = (next: string) => {
    onPick(next);
    editor.focus();
  };
  return (
    <MenuRoot
      align="start"
      trigger={
        <button type="button" className={cx(styles.tool, styles.pick)} aria-label={label} title={label}>
          {shown}
          <Icon name="down" size="small" />
        </button>
      }
    >
      <InsidePick value={{ value, choose }}>{children}</InsidePick>
    </MenuRoot>
  );
}

/** One choice of a dropdown. @throws outside one (spec/ui.md §6.5) */
export function PickItem({ value, children }: { value: string; children: ReactNode }) {
  const pick = useContext(InsidePick);
  if (!pick) throw new Error("드롭다운 하위에서만 사용이 가능합니다");
  return (
    <Radio picked={value === pick.value} onPick={() => pick.choose(value)}>
      {children}
    </Radio>
  );
}
