import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { createContext, type ReactNode, useContext } from "react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuRadio } from "../../ui/menu.tsx";
import type { SelectionState } from "./selection-state.ts";
import { $setTextStyle, fontColours, fontSizes, fonts, type StyleName } from "./text-style.ts";
import { $setBlock } from "./toggle-block.ts";
import styles from "./toolbar.module.css";

const blocks = [
  ["text", "본문"],
  ["h1", "제목 1"],
  ["h2", "제목 2"],
  ["h3", "제목 3"],
  ["quote", "인용"],
] as const;

/** Menus for the kind of a paragraph, and for font, size and colour of its text. */
export function StyleMenus({ state }: { state: SelectionState }) {
  const [editor] = useLexicalComposerContext();
  const set = (name: StyleName) => (value: string) => editor.update(() => $setTextStyle(name, value));
  const labelIn = (choices: typeof fonts, value: string) => choices.find(([one]) => one === value)?.[1];
  const block = blocks.find(([value]) => value === state.block)?.[1] ?? "문단";
  const font = labelIn(fonts, state.font) ?? "여러 글꼴";
  return (
    <>
      <ToolbarMenu
        label="문단 모양"
        value={state.block}
        told={block}
        shown={block}
        onPick={(value) => {
          const kind = blocks.find(([one]) => one === value)?.[0];
          if (kind) editor.update(() => $setBlock(kind));
        }}
      >
        {blocks.map(([value, label]) => (
          <MenuOption key={value} value={value}>
            {label}
          </MenuOption>
        ))}
      </ToolbarMenu>
      <ToolbarMenu label="글꼴" value={state.font} told={font} shown={font} onPick={set("font")}>
        {fonts.map(([value, label]) => (
          <MenuOption key={value} value={value}>
            <span style={{ fontFamily: value }}>{label}</span>
          </MenuOption>
        ))}
      </ToolbarMenu>
      <ToolbarMenu
        label="글자 크기"
        value={state.size}
        told={state.size || "여러 크기"}
        shown={state.size || "–"}
        onPick={set("size")}
      >
        {fontSizes.map(([value, label]) => (
          <MenuOption key={value} value={value}>
            {label}
          </MenuOption>
        ))}
      </ToolbarMenu>
      <ToolbarMenu
        label="글자 색"
        value={state.colour}
        told={labelIn(fontColours, state.colour) ?? "여러 색"}
        shown={<span className={styles.colour} style={{ background: state.colour || undefined }} />}
        onPick={set("colour")}
      >
        {fontColours.map(([value, label]) => (
          <MenuOption key={value} value={value}>
            <span className={styles.colour} style={{ background: value }} />
            {label}
          </MenuOption>
        ))}
      </ToolbarMenu>
    </>
  );
}

interface OpenMenu {
  readonly value: string;
  readonly choose: (value: string) => void;
}

const OpenMenuContext = createContext<OpenMenu | null>(null);

interface ToolbarMenuProps {
  readonly label: string;
  /** Empty if the selection has several. */
  readonly value: string;
  /** The value in the button's name. */
  readonly told: string;
  /** Content of the button. */
  readonly shown: ReactNode;
  readonly onPick: (value: string) => void;
  readonly children: ReactNode;
}

/** A dropdown of the toolbar. A choice returns the focus to the text, Escape to the button. */
function ToolbarMenu({ label, value, told, shown, onPick, children }: ToolbarMenuProps) {
  const [editor] = useLexicalComposerContext();
  const choose = (next: string) => {
    onPick(next);
    editor.focus();
  };
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className={cx(styles.tool, styles.pick)}
          aria-label={`${label}: ${told}`}
          title={label}
        >
          {shown}
          <Icon name="down" size="small" />
        </button>
      }
    >
      <OpenMenuContext value={{ value, choose }}>{children}</OpenMenuContext>
    </Menu>
  );
}

/**
 * One option of a dropdown.
 * @throws outside a dropdown (spec/ui.md §6.5)
 */
export function MenuOption({ value, children }: { value: string; children: ReactNode }) {
  const menu = useContext(OpenMenuContext);
  if (!menu) throw new Error("드롭다운 하위에서만 사용이 가능합니다");
  return (
    <MenuRadio picked={value === menu.value} onPick={() => menu.choose(value)}>
      {children}
    </MenuRadio>
  );
}
