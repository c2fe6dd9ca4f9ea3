import { useEffect } from "react";
import { Page, PageHead } from "#web/ui/page.tsx";
import styles from "./dev-ui.module.css";
import { forceStates } from "./force-states.ts";
import { specimens } from "./specimens.ts";

/** `/dev/ui`: every component of web/src/ui in its states. `npm run dev` serves it; it is not in what is built. */
export function DevUiPage() {
  useEffect(() => forceStates(document.styleSheets), []);
  return (
    <Page width="wide">
      <PageHead title="구성 요소" lead="web/src/ui의 모든 구성 요소와 그 상태" />
      <nav className={styles.list} aria-label="구성 요소">
        {specimens.map(({ title }) => (
          <a key={title} href={`#${title}`}>
            {title}
          </a>
        ))}
      </nav>
      <div className={styles.specimens}>
        {specimens.map(({ title, files, Show }) => (
          <section key={title} id={title} className={styles.specimen}>
            <h2>{title}</h2>
            <p className={styles.files}>{files.join(" ")}</p>
            <Show />
          </section>
        ))}
      </div>
    </Page>
  );
}
