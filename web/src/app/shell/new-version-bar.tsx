import { startNewVersion, useNewVersion } from "#web/lib/new-version.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./shell.module.css";

/** Offers a newer release (spec/ui.md §1); nothing changes before it is clicked. */
export function NewVersionBar() {
  const isOffered = useNewVersion();
  return (
    <div role="status" aria-live="polite" className={styles.place}>
      {isOffered && (
        <div className={styles.newVersionBar}>
          새 버전이 있어요
          <button type="button" className={styles.newVersionBarButton} onClick={startNewVersion}>
            <Icon name="refresh" size="small" />
            새로고침
          </button>
        </div>
      )}
    </div>
  );
}
