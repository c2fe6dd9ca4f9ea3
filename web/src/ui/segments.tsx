import styles from "./segments.module.css";

/** A choice of one among two to four visible options. `label` names it. */
export const Segments = <T extends string>({
  label,
  options,
  value,
  onPick,
}: {
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  value: T;
  onPick: (value: T) => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend that grids cannot place
  <div className={styles.segments} role="group" aria-label={label}>
    {options.map(([option, text]) => (
      <button
        key={option}
        type="button"
        className={styles.segment}
        aria-pressed={option === value}
        onClick={() => option !== value && onPick(option)}
      >
        {text}
      </button>
    ))}
  </div>
);
