import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { type Article, deleteArticle } from "#contracts/article/api";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { toast } from "#web/ui/toast.tsx";
import { DetailPane } from "./detail-pane.tsx";
import { PostBody } from "./post-body.tsx";
import { PostHead } from "./post-head.tsx";
import { articlesFailed, deleteQuestion } from "./texts.ts";
import { useRefresh } from "./use-refresh.ts";

interface ArticleDetailProps {
  readonly teamId: number;
  readonly article: Article;
  /** Outside the team: a body read before is withheld too, unless it is the own one. */
  readonly isOutside: boolean;
  /** What stands in the place of a body that is withheld. */
  readonly withheld: ReactNode;
  readonly onDeleted: () => void;
}

/** The reading pane `id` with one article. */
export const ArticlePane = ({ id, ...props }: ArticleDetailProps & { id: string }) => (
  <DetailPane id={id} subject={`article ${props.article.articleId}`} label={props.article.articleTitle}>
    <ArticleDetail key={props.article.articleId} {...props} />
  </DetailPane>
);

/** One article; its author edits and deletes it (spec/ui.md §10). */
function ArticleDetail({ teamId, article, isOutside, withheld, onDeleted }: ArticleDetailProps) {
  const navigate = useNavigate();
  const deleting = useCommand(deleteArticle, {
    confirm: deleteQuestion,
    failure: "게시글 삭제를 실패했어요",
  });
  const refresh = useRefresh(teamId);
  const { articleId, articleTitle, articleBody, revision, isAuthor } = article;

  const edit = () =>
    navigate(`/posting/${teamId}?article=${articleId}`, {
      state: { article, articleId, articleTitle, revision },
    });
  const remove = async () => {
    if (!(await deleting.run({ params: { articleId } }))) return;
    onDeleted();
    await refresh.articles().catch((error) => toast.error(serverMessage(error) ?? articlesFailed));
  };

  return (
    <>
      <PostHead
        title={articleTitle}
        author={article.memberName}
        picture={article.memberImage}
        createdDate={article.createdDate}
        problems={article.problems}
        tools={
          isAuthor && {
            what: "게시글",
            isDeleting: deleting.isPending,
            onEdit: edit,
            onDelete: () => void remove(),
          }
        }
      />
      {articleBody === null || (isOutside && !isAuthor) ? (
        withheld
      ) : (
        <PostBody html={articleBody} imageUrl={article.imageUrl} />
      )}
    </>
  );
}
