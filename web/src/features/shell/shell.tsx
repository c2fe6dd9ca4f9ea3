import { Outlet, useNavigation } from "react-router-dom";
import { ConnectionBar } from "./connection-bar.tsx";
import { DocumentTitle } from "./document-title.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";
import { useFreshStart } from "./use-fresh-start.ts";

/** What every page stands in: skip link, header, connection bar and the main landmark. */
export function Shell() {
  const main = useFreshStart();
  const isLoading = useNavigation().state === "loading";
  return (
    <>
      <a className={styles.skip} href="#content">
        본문으로 건너뛰기
      </a>
      {isLoading && <div className={styles.progress} aria-hidden="true" />}
      <Header />
      <ConnectionBar />
      {/* Stands before the page, so that a page may give a title of its own. */}
      <DocumentTitle />
      <main id="content" tabIndex={-1} ref={main}>
        <Outlet />
      </main>
    </>
  );
}
