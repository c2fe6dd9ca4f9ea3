import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useDeleteSubject, useRefresh } from "./commands.ts";
import { FailedPane } from "./failed-pane.tsx";
import { LoadingPane } from "./loading-pane.tsx";
import { PostBody } from "./post-body.tsx";
import { PostHead, PostTools } from "./post-head.tsx";
import { subjectQuery } from "./queries.ts";
import { deleteQuestion, teamRefreshFailed } from "./texts.ts";
import { useDeletionNote } from "./use-deletion-note.ts";
import { useLingering } from "./use-lingering.ts";

interface SubjectDetailProps {
  readonly teamId: number;
  readonly date: string;
  readonly isManager: boolean;
  /** The server has just said that the person is no manager. */
  readonly onNoManager: () => void;
}

/** The day's problem in the reading pane; managers edit and delete it (spec/ui.md §10). */
export function SubjectDetail({ teamId, date, isManager, onNoManager }: SubjectDetailProps) {
  const navigate = useNavigate();
  const { alert, confirm } = useDialogs();
  const query = useQuery(subjectQuery(teamId, date));
  const deleting = useDeleteSubject(teamId);
  const refresh = useRefresh(teamId);
  const subject = query.data;
  useDeletionNote(subject, deleting.variables);

  const remove = useOnce(async (articleId: number) => {
    if (!(await confirm(deleteQuestion))) return;
    try {
      await deleting.mutateAsync(articleId);
    } catch (error) {
      await alert({ title: "문제 삭제 실패", text: serverMessage(error) });
      if (isRefusal(error, "not-a-manager")) onNoManager();
      return;
    }
    toast.success("문제 삭제 성공");
    await refresh.subject().catch(() => toast.error(teamRefreshFailed));
  });

  if (useLingering(query.isPending)) return <LoadingPane />;
  if (query.isLoadingError) return <FailedPane error={query.error} onRetry={() => void query.refetch()} />;
  if (!subject) {
    return (
      <EmptyState
        title="문제가 등록되지 않았어요"
        text={isManager ? "문제를 내고 팀의 하루를 열어 보세요." : "방장이 문제를 내면 여기에 바로 나타나요."}
      />
    );
  }
  return (
    <>
      <PostHead
        category={subject.articleCategory}
        title={subject.articleTitle}
        author={subject.authorName}
        picture={subject.authorImageUrl}
        createdDate={subject.createdDate}
        tools={
          isManager && (
            <PostTools
              what="문제"
              isDeleting={deleting.isPending}
              onEdit={() => navigate(`/team-subject/${teamId}/${date}`)}
              onDelete={() => void remove(subject.articleId)}
            />
          )
        }
      />
      <PostBody html={subject.articleBody} imageUrl={subject.imageUrl} />
    </>
  );
}
