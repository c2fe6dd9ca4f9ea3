import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import type { Article } from "#contracts/article/api";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useDeleteArticle, useRefresh } from "./commands.ts";
import { PostBody } from "./post-body.tsx";
import { PostHead, PostTools } from "./post-head.tsx";
import { articlesFailed, deleteQuestion } from "./texts.ts";

interface ArticleDetailProps {
  readonly teamId: number;
  readonly article: Article;
  /** Outside the team: a body read before is withheld too, unless it is the own one. */
  readonly isOutside: boolean;
  /** What stands in the place of a body that is withheld. */
  readonly withheld: ReactNode;
  readonly onDeleted: () => void;
}

/** One article in the reading pane; its author edits and deletes it (spec/ui.md §10). */
export function ArticleDetail({ teamId, article, isOutside, withheld, onDeleted }: ArticleDetailProps) {
  const navigate = useNavigate();
  const { alert, confirm } = useDialogs();
  const deleting = useDeleteArticle();
  const refresh = useRefresh(teamId);
  const { articleId, articleTitle, articleBody, revision, isAuthor } = article;

  const edit = () =>
    navigate(`/posting/${teamId}?article=${articleId}`, {
      state: { article, articleId, articleTitle, revision },
    });
  const remove = useOnce(async () => {
    if (!(await confirm(deleteQuestion))) return;
    try {
      await deleting.mutateAsync(articleId);
    } catch (error) {
      await alert({ title: "게시글 삭제를 실패했어요", text: serverMessage(error) });
      return;
    }
    onDeleted();
    await refresh.articles().catch((error) => toast.error(serverMessage(error) ?? articlesFailed));
  });

  return (
    <>
      <PostHead
        title={articleTitle}
        author={article.memberName}
        picture={article.memberImage}
        createdDate={article.createdDate}
        tools={
          isAuthor && (
            <PostTools
              what="게시글"
              isDeleting={deleting.isPending}
              onEdit={edit}
              onDelete={() => void remove()}
            />
          )
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
