import { useQuery } from "@tanstack/react-query";
import type { Article } from "#contracts/article/api";
import { midnight } from "#contracts/dates";
import { peek } from "#contracts/discussion/api";
import type { Page } from "#contracts/endpoint";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useSession } from "#web/lib/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./articles.module.css";
import { articlesFailed } from "./texts.ts";
import { todayQuery } from "./today-query.ts";
import { useDayEnd } from "./use-day-end.ts";
import { useRefresh } from "./use-refresh.ts";

/** An article of a day that waits for the caller's review. */
export type OpenReview = Pick<Article, "articleId" | "articleTitle">;

/**
 * The articles of a day that wait for the caller's review: first the oldest of the shown page of cards, then those of other
 * pages, which are taken from all open reviews of the caller.
 */
export function useOpenReviews(
  { teamId, date }: Pick<VeilProps, "teamId" | "date">,
  articles: Page<Article> | undefined,
): readonly OpenReview[] {
  const { uuid } = useSession();
  const shown = articles?.content ?? [];
  const hasOthers = (articles?.page.totalPages ?? 0) > 1 && shown.some(({ review }) => review !== null);
  const { data } = useQuery({ ...todayQuery(uuid, undefined), enabled: uuid !== null && hasOthers });
  const others = (data?.reviews ?? []).filter(
    (one) =>
      one.teamId === teamId &&
      one.date === date &&
      shown.every(({ articleId }) => articleId !== one.articleId),
  );
  const here = shown.filter(({ review }) => review?.isMine && review.state === "open");
  return [...here.toReversed(), ...others];
}

interface ReviewLineProps {
  readonly open: readonly OpenReview[];
  /** Whether the caller has done a review of today. */
  readonly isDone: boolean;
  readonly onOpen: (article: OpenReview) => void;
}

/** The article that waits for the caller's review, or that the caller has done it today (spec/discussion.md §5). */
export function ReviewLine({ open: [first], isDone, onOpen }: ReviewLineProps) {
  if (first)
    return (
      <p className={styles.note}>
        <span>
          내가 읽을 글: <b>{first.articleTitle}</b>
        </span>
        <Button look="soft" size="small" onClick={() => onOpen(first)}>
          리뷰하러 가기
        </Button>
      </p>
    );
  if (!isDone) return null;
  return (
    <p className={cx(styles.note, styles.done)}>
      <Icon name="check" size="small" />
      오늘 맡은 리뷰를 마쳤어요
    </p>
  );
}

interface VeilProps {
  readonly teamId: number;
  readonly date: string;
  /** Number of veiled articles of the day. */
  readonly count: number;
}

export const veilTitle = "먼저 풀고 나서 함께 봐요";
export function VeilText({ teamId, count }: Pick<VeilProps, "teamId" | "count">) {
  const dayEndsAt = useDayEnd(teamId);
  const end = dayEndsAt === midnight ? "오늘 자정" : dayEndsAt;
  return <>{`글을 쓰면 팀원의 풀이 ${count}개가 바로 열려요. ${end}에는 모두 열려요.`}</>;
}

/** How many articles of a day are veiled: all but those that the caller reviews, also on other pages of cards. */
export function veiledCount({ content, page }: Page<Article>, reviews: readonly OpenReview[]): number {
  if (!content.some(({ veiled }) => veiled)) return 0;
  const open = [...content.filter(({ veiled }) => !veiled), ...reviews];
  return page.totalElements - new Set(open.map(({ articleId }) => articleId)).size;
}

/** Above veiled articles: why they are closed, and how to open them (spec/discussion.md §5). */
export const VeilNote = (props: VeilProps) => (
  <section className={styles.veil} aria-label={veilTitle}>
    <span className={styles.veilMark}>
      <Icon name="lock" />
    </span>
    <div>
      <b>{veilTitle}</b>
      <p>
        <VeilText {...props} />
      </p>
    </div>
    <VeilButtons {...props} />
  </section>
);

/** The two ways to open the articles of a day. */
export function VeilButtons({ teamId, date }: Pick<VeilProps, "teamId" | "date">) {
  const refresh = useRefresh(teamId);
  const peeking = useCommand(peek, {
    confirm: {
      title: "미리 볼까요?",
      text: "오늘 이 팀의 풀이가 모두 열려요. 미리 본 사실은 나만 알 수 있어요.",
      yes: "미리 보기",
    },
    refresh: refresh.opened,
    failure: articlesFailed,
  });
  return (
    <span className={styles.veilTools}>
      <Button
        look="ghost"
        pending={peeking.isPending}
        onClick={() => void peeking.run({ params: { teamId: String(teamId), date } })}
      >
        미리 보기
      </Button>
      <ButtonLink look="soft" to={`/posting/${teamId}`}>
        오늘의 글쓰기
      </ButtonLink>
    </span>
  );
}
