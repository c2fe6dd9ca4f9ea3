import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { SelectionState } from "./selection-state.ts";
import { $setTextStyle, fontColours, fontSizes, fonts, type StyleName } from "./text-style.ts";
import styles from "./toolbar.module.css";
import { PickItem, ToolbarPick } from "./toolbar-pick.tsx";

/** Font, size and colour of the text. */
export function StylePicks({ state }: { state: SelectionState }) {
  const [editor] = useLexicalComposerContext();
  const set = (name: StyleName) => (value: string) => editor.update(() => $setTextStyle(name, value));
  const fontLabel = fonts.find(([value]) => value === state.font)?.[1];
  return (
    <>
      <ToolbarPick label="글꼴" value={state.font} shown={fontLabel ?? "여러 글꼴"} onPick={set("font")}>
        {fonts.map(([value, label]) => (
          <PickItem key={value} value={value}>
            <span style={{ fontFamily: value }}>{label}</span>
          </PickItem>
        ))}
      </ToolbarPick>
      <ToolbarPick label="글자 크기" value={state.size} shown={state.size || "–"} onPick={set("size")}>
        {fontSizes.map(([value, label]) => (
          <PickItem key={value} value={value}>
            {label}
          </PickItem>
        ))}
      </ToolbarPick>
      <ToolbarPick
        label="글자 색"
        value={state.colour}
        shown={<span className={styles.colour} style={{ background: state.colour || undefined }} />}
        onPick={set("colour")}
      >
        {fontColours.map(([value, label]) => (
          <PickItem key={value} value={value}>
            <span className={styles.colour} style={{ background: value }} />
            {label}
          </PickItem>
        ))}
      </ToolbarPick>
    </>
  );
}
