import { useEffect } from "react";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./find-button.module.css";
import { openOnKey, setPaletteOpen } from "./palette-state.ts";

const isMac = /Mac|iP/.test(navigator.platform);

/** Opens the palette, as Ctrl/⌘+K does on every page. */
export function FindButton() {
  useEffect(openOnKey, []);
  return (
    <button
      type="button"
      className={styles.find}
      aria-label="찾기"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
      onClick={() => setPaletteOpen(true)}
    >
      <Icon name="search" />
      <span>찾기</span>
      <kbd>{isMac ? "⌘ K" : "Ctrl K"}</kbd>
    </button>
  );
}
