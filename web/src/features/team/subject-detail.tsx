import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { deleteSubject } from "#contracts/subject/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dayLabel } from "#web/ui/month-calendar-days.ts";
import { toast } from "#web/ui/toast.tsx";
import { CopyAddress } from "./copy-address.tsx";
import { type Arrival, DetailPane, FailedPane, LoadingPane } from "./detail-pane.tsx";
import { PostBody } from "./post-body.tsx";
import { CloseButton, PostHeader, PostTools } from "./post-header.tsx";
import { subjectQuery } from "./queries.ts";
import { deleteQuestion, teamRefreshFailed } from "./texts.ts";
import { useDeletionNote } from "./use-deletion-note.ts";
import { useRefresh } from "./use-refresh.ts";

interface SubjectDetailProps {
  readonly teamId: number;
  readonly date: string;
  readonly isManager: boolean;
  /** Called if the server refuses because the caller is not a manager. */
  readonly onNoManager: () => void;
  /** Absent if the pane is always open. */
  readonly onClose?: (() => void) | undefined;
}

/** The detail pane `id` with the day's problem. */
export const SubjectPane = ({
  id,
  arrival,
  ...props
}: SubjectDetailProps & { id: string; arrival?: Arrival }) => (
  <DetailPane
    id={id}
    subject="subject"
    label={`${dayLabel(props.date)} 문제`}
    arrival={arrival}
    onClose={props.onClose}
  >
    <SubjectDetail {...props} />
  </DetailPane>
);

/** The day's problem, which managers can edit and delete (spec/ui.md §10). */
function SubjectDetail({ teamId, date, isManager, onNoManager, onClose }: SubjectDetailProps) {
  const navigate = useNavigate();
  const query = useQuery(subjectQuery(teamId, date));
  const [deletedId, setDeletedId] = useState<number>();
  const deleting = useCommand(deleteSubject, {
    confirm: deleteQuestion,
    optimistic: ({ params }) => {
      setDeletedId(Number(params.articleId));
      return () => setDeletedId(undefined);
    },
    success: "문제 삭제 성공",
    failure: "문제 삭제 실패",
    onNoManager,
  });
  const refresh = useRefresh(teamId);
  const subject = query.data;
  useDeletionNote(subject, deletedId);

  const remove = async (subjectId: number) => {
    if (await deleting.run({ params: { teamId, articleId: subjectId } }))
      await refresh.subject().catch(() => toast.error(teamRefreshFailed));
  };

  if (useLingering(query.isPending)) return <LoadingPane />;
  if (query.isLoadingError) return <FailedPane error={query.error} onRetry={() => void query.refetch()} />;
  if (!subject) {
    return (
      <EmptyState
        title="문제가 등록되지 않았어요"
        text={isManager ? "문제를 내고 팀의 하루를 열어 보세요." : "방장이 문제를 내면 여기에 바로 나타나요."}
      >
        {onClose && (
          <Button look="neutral" size="small" onClick={onClose}>
            닫기
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <PostHeader
        category={subject.articleCategory}
        title={subject.articleTitle}
        author={subject.authorName}
        picture={subject.authorImageUrl}
        createdDate={subject.createdDate}
        problems={subject.problems}
      >
        {isManager && (
          <PostTools
            what="문제"
            isDeleting={deleting.isPending}
            onEdit={() => navigate(`/team-subject/${teamId}/${date}`)}
            onDelete={() => void remove(subject.articleId)}
          />
        )}
        <CopyAddress teamId={teamId} date={date} isSubject />
        {onClose && <CloseButton onClose={onClose} />}
      </PostHeader>
      <PostBody html={subject.articleBody} imageUrl={subject.imageUrl} />
    </>
  );
}

/** Stays true `ms` longer than the flag, so that a loading text does not flicker (spec/ui.md §6.3). */
function useLingering(flag: boolean, ms = 200): boolean {
  const [lingers, setLingers] = useState(flag);
  if (flag && !lingers) setLingers(true);
  useEffect(() => {
    if (flag || !lingers) return;
    const timer = setTimeout(() => setLingers(false), ms);
    return () => clearTimeout(timer);
  }, [flag, lingers, ms]);
  return flag || lingers;
}
