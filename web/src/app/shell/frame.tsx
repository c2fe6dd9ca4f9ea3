import type { ReactElement, ReactNode, Ref } from "react";
import { startNewVersion, useNewVersion } from "#web/lib/new-version.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Header, type Here } from "./header.tsx";
import styles from "./shell.module.css";

/** The layout of every page, with or without the router: skip link, header and the main landmark. */
export const Frame = ({
  here,
  home,
  me,
  notes,
  main,
  isLoading,
  children,
}: {
  here: Here;
  home?: ReactElement | undefined;
  me?: ReactElement | undefined;
  /** Slim bars between header and page. */
  notes?: ReactNode;
  main?: Ref<HTMLElement>;
  /** Whether another page is being loaded. */
  isLoading: boolean;
  children: ReactNode;
}) => (
  <>
    <a className={styles.skip} href="#content">
      본문으로 건너뛰기
    </a>
    {isLoading && <div className={styles.progress} aria-hidden="true" />}
    <Header here={here} home={home} me={me} />
    {notes}
    <main id="content" tabIndex={-1} ref={main}>
      {children}
    </main>
    <NewVersionBar />
  </>
);

/** Offers a newer release (spec/ui.md §1); nothing changes before it is clicked. */
function NewVersionBar() {
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
