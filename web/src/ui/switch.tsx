import { HiddenText } from "./hidden-text.tsx";
import styles from "./switch.module.css";

/** A switch that takes effect immediately or with its form. `label` names it. */
export const Switch = ({
  label,
  checked,
  disabled = false,
  onSwitch,
}: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onSwitch: (isOn: boolean) => void;
}) => (
  <label className={styles.switch}>
    <HiddenText>{label}</HiddenText>
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      disabled={disabled}
      onChange={(event) => onSwitch(event.target.checked)}
    />
  </label>
);
