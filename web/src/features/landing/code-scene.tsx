import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Wordmark } from "#web/ui/logo.tsx";
import { together } from "./code-samples.ts";
import styles from "./code-scene.module.css";
import { DarkCode } from "./dark-code.tsx";

/** Six lines of code whose result is the name of the product. */
export const CodeScene = () => (
  <figure className={styles.snippet} aria-label="실행하면 알고모임을 출력하는 코드">
    <div className={styles.head} aria-hidden="true">
      <i />
      <i />
      <i />
      <span>together.py</span>
    </div>
    <div className={styles.code}>
      <DarkCode code={together} large />
    </div>
    <figcaption className={styles.result}>
      <span>출력</span>
      <Wordmark height={44} className={styles.name} />
      <HiddenText>알고모임</HiddenText>
    </figcaption>
  </figure>
);
