import { useMemo } from "react";
import type { Article } from "#contracts/article/api";
import type { Page } from "#contracts/endpoint";
import { excerptOf } from "#web/lib/excerpt.ts";
import arrival from "#web/ui/arrival.module.css";
import { Person } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { languageLabel } from "#web/ui/code-language.ts";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./articles.module.css";
import { FailedPane } from "./detail-pane.tsx";
import { prepareBody } from "./post-body.tsx";
import { ProblemChips } from "./problem-chips.tsx";
import { loadingText, withoutSeconds } from "./texts.ts";

interface ArticlesOfDayProps {
  readonly articles: Page<Article> | undefined;
  readonly error: unknown;
  /** Whether the shown articles are those of the previous page. */
  readonly isWaiting: boolean;
  readonly page: number;
  readonly openId: number | null;
  /** Id of the pane that shows the open article. */
  readonly paneId: string;
  readonly arrived: ReadonlySet<string>;
  /** Whether the reader is not in the team: then the cards show no text of others. */
  readonly isOutside: boolean;
  /** Second sentence of the empty state. */
  readonly invitation: string | undefined;
  readonly onOpen: (article: Article) => void;
  readonly onPage: (page: number) => void;
  readonly onRetry: () => void;
}

/** The articles of the chosen day as cards, six per page. */
export function ArticlesOfDay(props: ArticlesOfDayProps) {
  const { articles, error, isWaiting, page, openId, paneId } = props;
  const { arrived, isOutside, invitation, onOpen, onPage, onRetry } = props;
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
      <ul
        className={cx(styles.articles, isWaiting && styles.waiting)}
        aria-label="이날의 글"
        aria-busy={isWaiting}
      >
        {articles.content.map((article) => (
          <ArticleCard
            key={article.articleId}
            article={article}
            paneId={paneId}
            isOpen={article.articleId === openId}
            hasArrived={arrived.has(String(article.articleId))}
            isOutside={isOutside}
            onOpen={() => onOpen(article)}
          />
        ))}
      </ul>
      <Pagination page={page} totalPages={articles.page.totalPages} onPage={onPage} />
    </div>
  );
}

interface ArticleCardProps {
  readonly article: Article;
  readonly paneId: string;
  readonly isOpen: boolean;
  readonly hasArrived: boolean;
  readonly isOutside: boolean;
  readonly onOpen: () => void;
}

/** An article as a card, shown as pressed while the reading pane `paneId` shows it. */
const ArticleCard = ({ article, paneId, isOpen, hasArrived, isOutside, onOpen }: ArticleCardProps) => (
  <li>
    <button
      type="button"
      className={cx(styles.card, article.veiled && styles.veiled, hasArrived && arrival.arrived)}
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
        {article.veiled && (
          <span className={styles.lock}>
            <Icon name="lock" size="small" />
            잠긴 풀이
          </span>
        )}
        {article.review?.isMine && article.review.state === "open" && (
          <span className={styles.asked}>리뷰 요청</span>
        )}
      </Person>
      <span className={styles.title}>{article.articleTitle}</span>
      <ProblemChips problems={article.problems} asText />
      {article.articleBody !== null && (article.isAuthor || !isOutside) && (
        <Beginning html={article.articleBody} />
      )}
      <span className={styles.foot}>
        <time dateTime={article.createdDate}>{withoutSeconds(article.createdDate)}</time>
        {(article.comments ?? 0) > 0 && <span>의견 {article.comments}</span>}
        {(article.acknowledgements ?? 0) > 0 && <span>확인 {article.acknowledgements}</span>}
      </span>
    </button>
  </li>
);

/** Two lines of the text, and the language of its first code block. */
function Beginning({ html }: { html: string }) {
  const excerpt = useMemo(() => excerptOf(html), [html]);
  const language = / data-highlight-language="([^"]+)"/.exec(html)?.[1] ?? "plain";
  return (
    <>
      <span className={styles.excerpt}>{excerpt}</span>
      {language !== "plain" && <span className={styles.language}>{languageLabel(language)}</span>}
    </>
  );
}

/** Skeleton of a day's articles: one row. */
const ArticleSkeletons = () => (
  <div className={styles.articles} aria-busy="true">
    <HiddenText>{loadingText}</HiddenText>
    {Array.from({ length: 3 }, (_, index) => (
      <div key={index} className={styles.card}>
        <Skeleton width={112} height={28} />
        <Skeleton width="88%" height={20} />
        <Skeleton height={40} />
        <Skeleton width={110} />
      </div>
    ))}
  </div>
);
