import type { Article } from "#contracts/article/api";
import arrival from "#web/ui/arrival.module.css";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { Person } from "#web/ui/person.tsx";
import styles from "./articles.module.css";
import { prepareBody } from "./post-body.tsx";
import { withoutSeconds } from "./texts.ts";

/** An article as a card; pressed while it is open in the reading pane `paneId`. */
export const ArticleCard = ({
  article,
  paneId,
  isOpen,
  hasArrived,
  onOpen,
}: {
  article: Article;
  paneId: string;
  isOpen: boolean;
  hasArrived: boolean;
  onOpen: () => void;
}) => (
  <li>
    <button
      type="button"
      className={cx(styles.card, hasArrived && arrival.arrived)}
      aria-pressed={isOpen}
      aria-controls={isOpen ? paneId : undefined}
      onClick={onOpen}
      onPointerEnter={prepareBody}
      onFocus={prepareBody}
    >
      <Person name={article.memberName} src={article.memberImage} size={28}>
        {hasArrived && (
          <Badge look="fresh" className={styles.fresh}>
            방금
          </Badge>
        )}
      </Person>
      <span className={styles.title}>{article.articleTitle}</span>
      <time dateTime={article.createdDate}>{withoutSeconds(article.createdDate)}</time>
    </button>
  </li>
);
