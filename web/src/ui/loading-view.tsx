import styles from "./loading-view.module.css";

/** Placeholder of a whole page. */
export const LoadingView = () => (
  <div className={styles.loading}>
    <svg width="58" height="58" viewBox="0 0 64 64" aria-hidden="true">
      <circle className={styles.circle} cx="23.5" cy="23.5" r="21.5" fill="#6e74fa" />
      <rect className={styles.square} x="25" y="25" width="37" height="37" rx="12.5" fill="#ff93cb" />
    </svg>
    로딩중
  </div>
);
