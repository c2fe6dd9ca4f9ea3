import type { Article } from "#contracts/article/api";
import type { Page } from "#contracts/endpoint";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { ArticleCard } from "./article-card.tsx";
import { ArticleSkeletons } from "./article-skeletons.tsx";
import styles from "./articles.module.css";
import { FailedPane } from "./failed-pane.tsx";

interface ArticlesOfDayProps {
  readonly articles: Page<Article> | undefined;
  readonly error: unknown;
  /** What is shown belongs to the former page. */
  readonly isWaiting: boolean;
  readonly page: number;
  readonly openId: number | null;
  /** Where the open one is read. */
  readonly paneId: string;
  readonly arrived: ReadonlySet<string>;
  /** Second sentence of the empty state. */
  readonly invitation: string | undefined;
  readonly onOpen: (article: Article) => void;
  readonly onPage: (page: number) => void;
  readonly onRetry: () => void;
}

/** The articles of the chosen day as cards, six a page. */
export function ArticlesOfDay(props: ArticlesOfDayProps) {
  const { articles, error, isWaiting, page, openId, paneId } = props;
  const { arrived, invitation, onOpen, onPage, onRetry } = props;
  if (!articles) {
    return error ? (
      <Card card={false}>
        <FailedPane error={error} onRetry={onRetry} />
      </Card>
    ) : (
      <ArticleSkeletons />
    );
  }
  if (articles.content.length === 0) {
    return (
      <Card card={false}>
        <EmptyState title="게시글이 존재하지 않아요" text={invitation} />
      </Card>
    );
  }
  return (
    <div>
      <ul className={cx(styles.articles, isWaiting && styles.waiting)} aria-label="이날의 글">
        {articles.content.map((article) => (
          <ArticleCard
            key={article.articleId}
            article={article}
            paneId={paneId}
            isOpen={article.articleId === openId}
            hasArrived={arrived.has(String(article.articleId))}
            onOpen={() => onOpen(article)}
          />
        ))}
      </ul>
      <Pagination page={page} totalPages={articles.page.totalPages} onPage={onPage} />
    </div>
  );
}
