import { useLayoutEffect } from "react";
import { commandKey } from "#web/lib/command-key.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./find-button.module.css";
import { openOnKey, setPaletteOpen } from "./palette-state.ts";

/** Opens the palette, as Ctrl/⌘+K does on every page. */
export function FindButton() {
  // A layout effect, so that the key works before the first paint.
  useLayoutEffect(openOnKey, []);
  return (
    <button
      type="button"
      className={styles.find}
      aria-label="찾기"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setPaletteOpen(true)}
    >
      <Icon name="search" />
      <span>찾기</span>
      <kbd>{commandKey} K</kbd>
    </button>
  );
}
