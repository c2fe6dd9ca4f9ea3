import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./articles.module.css";
import { loadingText } from "./texts.ts";

/** The shape of a day's articles while they are being fetched: one row. */
export const ArticleSkeletons = () => (
  <div className={styles.articles} role="status">
    <HiddenText>{loadingText}</HiddenText>
    {Array.from({ length: 3 }, (_, index) => (
      <div key={index} className={styles.card}>
        <Skeleton width={112} height={28} />
        <Skeleton width="88%" height={20} />
        <Skeleton width={110} />
      </div>
    ))}
  </div>
);
