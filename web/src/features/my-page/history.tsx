import { useId, useState } from "react";
import type { Article } from "#contracts/article/api";
import { BodyView } from "#web/ui/body-view.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { monthLabel } from "#web/ui/month-calendar-days.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./my-page.module.css";

/** A page of the member's articles, each of which expands in place. */
export function History({
  teamId,
  articles,
  isWaiting,
}: {
  teamId: number;
  articles: readonly Article[];
  /** Whether the previous page is still shown. */
  isWaiting: boolean;
}) {
  if (articles.length === 0)
    return (
      <EmptyState title="아직 쓴 글이 없어요" text="이 팀에서 쓴 글이 여기에 차곡차곡 쌓여요.">
        <ButtonLink look="soft" to={`/team-dashboard/${teamId}`}>
          팀 페이지로 이동하기
        </ButtonLink>
      </EmptyState>
    );
  return (
    <div className={cx(isWaiting && styles.historyWaiting)} aria-busy={isWaiting}>
      {byMonth(articles).map(([month, ofMonth]) => (
        <section key={month} className={styles.month} aria-label={month}>
          <h3>{month}</h3>
          <ul className={cx(cardClass(), styles.historyList)}>
            {ofMonth.map((article) => (
              <Entry key={article.articleId} article={article} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The articles, newest first, by the month of their posting. */
function byMonth(articles: readonly Article[]): (readonly [month: string, articles: Article[]])[] {
  const months = new Map<string, Article[]>();
  for (const article of articles) {
    const month = monthLabel(article.createdDate.slice(0, 10));
    months.set(month, [...(months.get(month) ?? []), article]);
  }
  return [...months];
}

function Entry({ article }: { article: Article }) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <li className={styles.entry}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={unfolded}
        aria-controls={unfolded ? id : undefined}
        onClick={() => setUnfolded(!unfolded)}
      >
        <b className={styles.historyTitle}>{article.articleTitle}</b>
        <time className={styles.time}>{article.createdDate.slice(0, -3)}</time>
        <Icon name="down" size="small" className={styles.arrow} />
      </button>
      {unfolded && (
        <div className={styles.body} id={id}>
          <BodyView html={article.articleBody ?? ""} imageUrl={article.imageUrl} />
        </div>
      )}
    </li>
  );
}

/** Placeholder of the number of articles. */
export const TotalSkeleton = () => (
  <div className={styles.teamsTotal}>
    <Skeleton width={76} height="1lh" />
  </div>
);

/** Placeholder of a page of articles while its query is pending. */
export const HistorySkeleton = () => (
  <div className={cx(cardClass(), styles.historyList)} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {["56%", "38%", "47%"].map((width) => (
      <div key={width} className={styles.entry}>
        <div className={styles.head}>
          <span className={styles.historyTitle}>
            <Skeleton width={width} height="1lh" />
          </span>
          <span className={styles.time}>
            <Skeleton width={112} height="1lh" />
          </span>
          <Skeleton width={16} height={16} round className={styles.arrow} />
        </div>
      </div>
    ))}
  </div>
);
