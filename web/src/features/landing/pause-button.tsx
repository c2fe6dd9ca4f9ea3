import styles from "./pause-button.module.css";

/** Stops slides that turn by themselves, and lets them go on. Not there where they never turn. */
export const PauseButton = ({
  isTurning,
  onChange,
}: {
  isTurning: boolean;
  onChange: (isTurning: boolean) => void;
}) => {
  const label = isTurning ? "자동 넘김 멈추기" : "자동 넘김 시작하기";
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      onClick={() => onChange(!isTurning)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
        {isTurning ? (
          <path d="M8 6.5a1.5 1.5 0 0 1 3 0v11a1.5 1.5 0 0 1-3 0ZM13 6.5a1.5 1.5 0 0 1 3 0v11a1.5 1.5 0 0 1-3 0Z" />
        ) : (
          <path d="M9 6.8c0-1 1-1.5 1.8-1l7 5c.8.6.8 1.8 0 2.4l-7 5c-.8.5-1.8 0-1.8-1Z" />
        )}
      </svg>
    </button>
  );
};
