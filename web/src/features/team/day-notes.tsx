import type { Article } from "#contracts/article/api";
import { peek } from "#contracts/discussion/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./articles.module.css";
import { articlesFailed } from "./texts.ts";
import { useRefresh } from "./use-refresh.ts";

/** The article that waits for the caller's review; without one that the caller has done it (spec/discussion.md §5). */
export function ReviewLine({
  articles,
  onOpen,
}: {
  articles: readonly Article[];
  onOpen: (article: Article) => void;
}) {
  const mine = articles.filter(({ review }) => review?.isMine);
  const open = mine.find(({ review }) => review?.state === "open");
  if (mine.length === 0) return null;
  if (!open)
    return (
      <p className={cx(styles.note, styles.done)}>
        <Icon name="check" size="small" />
        오늘 맡은 리뷰를 마쳤어요
      </p>
    );
  return (
    <p className={styles.note}>
      <span>
        내가 읽을 글: <b>{open.articleTitle}</b>
      </span>
      <Button look="soft" size="small" onClick={() => onOpen(open)}>
        리뷰하러 가기
      </Button>
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
export const veilText = (count: number) =>
  `글을 쓰면 팀원의 풀이 ${count}개가 바로 열려요. 오늘 자정에는 모두 열려요.`;

/** How many articles of a day are veiled, by those of the shown page. */
export const veiledCount = (articles: readonly Article[], total: number): number =>
  articles.some(({ veiled }) => veiled) ? total - articles.filter(({ veiled }) => !veiled).length : 0;

/** Above veiled articles: why they are closed, and how to open them (spec/discussion.md §5). */
export const VeilNote = (props: VeilProps) => (
  <section className={styles.veil} aria-label={veilTitle}>
    <span className={styles.veilMark}>
      <Icon name="lock" />
    </span>
    <div>
      <b>{veilTitle}</b>
      <p>{veilText(props.count)}</p>
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
