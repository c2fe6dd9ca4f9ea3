import type { ReactElement, ReactNode, Ref } from "react";
import { Header, type Here } from "./header.tsx";
import { NewVersionBar } from "./new-version-bar.tsx";
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
