import { type ReactElement, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type Article, deleteArticle } from "#contracts/article/api";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import { CopyAddress } from "./copy-address.tsx";
import styles from "./detail.module.css";
import { type Arrival, DetailPane, FailedPane } from "./detail-pane.tsx";
import { PanelSkeleton, useSlow } from "./discussion/panel-skeleton.tsx";
import { PostBody } from "./post-body.tsx";
import { CloseButton, PostHeader, PostTools } from "./post-header.tsx";
import { articlesFailed, deleteQuestion } from "./texts.ts";
import type { Neighbours } from "./use-neighbours.ts";
import { useRefresh } from "./use-refresh.ts";

interface ArticleDetailProps {
  readonly teamId: number;
  /** The day to which the article belongs. */
  readonly date: string;
  readonly article: Article;
  /**
   * Whether the reader is not in the team: then even an already loaded body is hidden, except that of an own article.
   */
  readonly isOutside: boolean;
  /** Replaces a body that is withheld. */
  readonly withheld: ReactElement;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** The detail pane `id` with one article. */
export const ArticlePane = ({
  id,
  arrival,
  neighbours,
  ...props
}: ArticleDetailProps & { id: string; arrival?: Arrival; neighbours: Neighbours }) => (
  <DetailPane
    id={id}
    subject={`article ${props.article.articleId}`}
    label={props.article.articleTitle}
    arrival={arrival}
    onClose={props.onClose}
    neighbours={neighbours}
  >
    <ArticleDetail key={props.article.articleId} {...props} />
    <div className={styles.around}>
      {neighbours.previous && (
        <Button look="neutral" size="small" onClick={neighbours.previous}>
          <Icon name="left" size="small" />
          이전 글
        </Button>
      )}
      {neighbours.next && (
        <Button look="neutral" size="small" className={styles.next} onClick={neighbours.next}>
          다음 글
          <Icon name="right" size="small" />
        </Button>
      )}
    </div>
  </DetailPane>
);

/** One article, which its author can edit and delete (spec/ui.md §10). */
function ArticleDetail(props: ArticleDetailProps) {
  const { teamId, date, article, isOutside, withheld, onDeleted, onClose } = props;
  const navigate = useNavigate();
  const deleting = useCommand(deleteArticle, {
    confirm: deleteQuestion,
    success: "게시글을 삭제했어요",
    failure: "게시글 삭제를 실패했어요",
  });
  const refresh = useRefresh(teamId);
  const { articleId, articleTitle, articleBody, revision, isAuthor } = article;

  const edit = () =>
    navigate(`/posting/${teamId}?article=${articleId}`, {
      state: { article: { ...article, date }, articleId, articleTitle, revision },
    });
  const remove = async () => {
    if (!(await deleting.run({ params: { articleId } }))) return;
    onDeleted();
    await refresh.articles().catch((error) => toast.error(serverMessage(error) ?? articlesFailed));
  };

  return (
    <>
      <PostHeader
        title={articleTitle}
        author={article.memberName}
        picture={article.memberImage}
        createdDate={article.createdDate}
        problems={article.problems}
      >
        {isAuthor && (
          <PostTools
            what="게시글"
            isDeleting={deleting.isPending}
            onEdit={edit}
            onDelete={() => void remove()}
          />
        )}
        <CopyAddress teamId={teamId} date={date} articleId={articleId} />
        <CloseButton onClose={onClose} />
      </PostHeader>
      {articleBody === null || (isOutside && !isAuthor) ? (
        withheld
      ) : (
        <ReadArticle {...props} body={articleBody} />
      )}
    </>
  );
}

const discussionPanel = lazyModule(() => import("./discussion/discussion-panel.tsx"));

interface ReadArticleProps extends Pick<ArticleDetailProps, "teamId" | "date" | "article" | "isOutside"> {
  readonly body: string;
}

/** The text of an article, for members with its discussion. */
function ReadArticle({ teamId, date, article, isOutside, body }: ReadArticleProps) {
  const [codes, setCodes] = useState<readonly HTMLElement[]>([]);
  const [hasFailed, setFailed] = useState(false);
  // The number of comments is sent to members only; a former one may still have it.
  const isDiscussed = article.comments !== null && !isOutside;
  const panel = useLazyModule(discussionPanel, isDiscussed && !hasFailed, () => setFailed(true));
  const isLate = useSlow(isDiscussed && !panel && !hasFailed);
  const text: ReactElement = <PostBody html={body} imageUrl={article.imageUrl} onCodes={setCodes} />;
  if (!isDiscussed) return text;
  return (
    <div className={styles.discussed}>
      <div>{text}</div>
      {hasFailed && <FailedPane error={null} onRetry={() => setFailed(false)} />}
      {panel && (
        <panel.DiscussionPanel teamId={teamId} date={date} article={article} codes={codes} isLate={isLate} />
      )}
      {isLate && !hasFailed && !panel && <PanelSkeleton className={styles.talk} />}
    </div>
  );
}
