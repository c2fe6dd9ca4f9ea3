import { Menu } from "@base-ui/react/menu";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icon.tsx";
import menu from "../ui/menu.module.css";
import styles from "./toolbar.module.css";

const InsidePick = createContext(false);

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
  const isPicked = useRef(false);
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) isPicked.current = false;
      }}
    >
      <Menu.Trigger className={cx(styles.tool, styles.pick)} aria-label={label} title={label}>
        {shown}
        <Icon name="down" size="small" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.positioner} align="start" sideOffset={8} collisionPadding={16}>
          <Menu.Popup className={menu.menu} finalFocus={() => !isPicked.current}>
            <Menu.RadioGroup
              value={value}
              onValueChange={(next: string) => {
                isPicked.current = true;
                onPick(next);
                // At once: focus given after the closing animation would close a dropdown opened meanwhile.
                editor.focus();
              }}
            >
              <InsidePick value>{children}</InsidePick>
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** One choice of a dropdown. @throws outside one (spec/ui.md §6.5) */
export function PickItem({ value, children }: { value: string; children: ReactNode }) {
  if (!useContext(InsidePick)) throw new Error("드롭다운 하위에서만 사용이 가능합니다");
  return (
    <Menu.RadioItem value={value} closeOnClick className={menu.item}>
      {children}
      <Menu.RadioItemIndicator className={styles.picked}>
        <Icon name="check" size="small" />
      </Menu.RadioItemIndicator>
    </Menu.RadioItem>
  );
}
