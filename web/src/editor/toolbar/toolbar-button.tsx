import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { commandKey } from "../../lib/command-key.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import styles from "./toolbar.module.css";

interface ToolbarButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
  /** Its shortcut without Ctrl or ⌘, such as `B`. */
  readonly keys?: string | undefined;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Whether the click moves the focus elsewhere. */
  readonly leadsAway?: boolean;
  /** Shows the label beside the icon. */
  readonly withText?: boolean;
}

/** A button of the toolbar. A click keeps the selection in the text; with the keyboard the focus returns there. */
export function ToolbarButton(props: ToolbarButtonProps) {
  const { icon, label, onPress, keys, pressed, disabled, leadsAway = false, withText = false } = props;
  const [editor] = useLexicalComposerContext();
  return (
    <button
      type="button"
      className={withText ? `${styles.tool} ${styles.template}` : styles.tool}
      aria-label={label}
      title={keys ? `${label} (${commandKey}+${keys})` : label}
      aria-pressed={pressed}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        onPress();
        if (detail === 0 && !leadsAway) editor.focus();
      }}
    >
      <Icon name={icon} size={withText ? "small" : "medium"} />
      {withText && <span>{label}</span>}
    </button>
  );
}
