import { announce } from "./announcer.tsx";
import { IconButton } from "./icon-button.tsx";
import styles from "./stepper.module.css";

/** A small number between two buttons. `label` names it; `textOf` is the number with its unit. */
export const Stepper = ({
  label,
  less = "줄이기",
  more = "늘리기",
  value,
  least,
  most,
  textOf = String,
  spoken = textOf,
  onValue,
  ...described
}: {
  label: string;
  less?: string;
  more?: string;
  value: number;
  least: number;
  most: number;
  textOf?: (value: number) => string;
  /** What screen readers hear of a change. */
  spoken?: (value: number) => string;
  onValue: (value: number) => void;
  "aria-describedby"?: string;
}) => {
  const set = (next: number) => {
    onValue(next);
    announce(spoken(next));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be placed in a grid
    <div {...described} className={styles.stepper} role="group" aria-label={label}>
      <IconButton icon="minus" label={less} disabled={value <= least} onClick={() => set(value - 1)} />
      <b>{textOf(value)}</b>
      <IconButton icon="plus" label={more} disabled={value >= most} onClick={() => set(value + 1)} />
    </div>
  );
};
