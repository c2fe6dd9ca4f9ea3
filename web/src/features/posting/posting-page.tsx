import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigationType, useParams } from "react-router-dom";
import type { Article } from "#contracts/article/api";
import { seoulDate } from "#contracts/dates";
import { WriteLoading, WriteUnreachable } from "../../editor/writing/write-waiting.tsx";
import { isRefusal } from "../../lib/calls/api-error.ts";
import { useMembership } from "../../lib/member-info.ts";
import { useSession } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { subjectQuery } from "../team/queries.ts";
import { ArticleForm } from "./article-form.tsx";
import { type EditedArticle, type WriteTarget, writeTargetOf } from "./edited-article.ts";
import { ownArticleQuery } from "./queries.ts";

/** `/posting/{teamId}`: writes an article, or edits the one handed over or named in the address (spec/ui.md §12.1). */
export function PostingPage() {
  const { id = "" } = useParams();
  const { state, search, key } = useLocation();
  if (!/^\d{1,15}$/.test(id)) return <Navigate to="/team-list" replace />;
  return <TeamPosting key={key} teamId={Number(id)} target={writeTargetOf(state, search)} />;
}

interface TeamPostingProps {
  readonly teamId: number;
  readonly target: WriteTarget;
}

function TeamPosting({ teamId, target: { articleId, fromState } }: TeamPostingProps) {
  const [today] = useState(() => seoulDate(new Date()));
  const { data: problem, error } = useQuery(subjectQuery(teamId, today));
  const isDeleted = isRefusal(error, "team-not-found");
  const isMember = useMembership(teamId);
  // A team that was there keeps its form: what stands in it is still to be had.
  if (problem === undefined && isDeleted) return <NotFound />;
  const form = {
    teamId,
    barred: isDeleted ? "팀이 삭제되어 글을 올릴 수 없어요." : undefined,
    barredWay: isDeleted && <Way to="/team-list">팀 목록으로 이동하기</Way>,
    isDraftLost: isDeleted,
  };
  if (articleId !== null) {
    return <EditPage {...form} articleId={articleId} fromState={fromState} />;
  }
  // Own articles are edited by those who have left, too.
  if (isDeleted || isMember !== false) return <ArticleForm {...form} article={null} />;
  return (
    <ArticleForm
      teamId={teamId}
      article={null}
      barred="이 팀의 멤버가 아니라서 글을 올릴 수 없어요."
      barredWay={<Way to={`/team-dashboard/${teamId}`}>팀 페이지로 이동하기</Way>}
    />
  );
}

const Way = (props: { to: string; children: string }) => <ButtonLink {...props} size="small" />;

interface EditPageProps {
  readonly teamId: number;
  readonly articleId: number;
  readonly fromState: EditedArticle | null;
  readonly barred: string | undefined;
  readonly barredWay: ReactNode;
  readonly isDraftLost: boolean;
}

/**
 * What was handed over counts right after the press of edit. After a reload or a login it is gone or may be old, and the
 * article is fetched by its id.
 */
function EditPage({ articleId, fromState, ...form }: EditPageProps) {
  const { teamId } = form;
  const navigation = useNavigationType();
  const { uuid } = useSession();
  const [given] = useState(() => (navigation === NavigationType.Pop ? null : fromState));
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ownArticleQuery(uuid, teamId, articleId),
    enabled: given === null && uuid !== null,
    refetchOnMount: "always",
  });
  // What changes while it is edited is met when saving.
  const [fetched, setFetched] = useState<Article | null>();
  if (data !== undefined && isFetchedAfterMount && !error && fetched === undefined) setFetched(data);

  if (fetched === null) return <NotFound />;
  const article = given ?? fetched;
  if (article) return <ArticleForm {...form} article={article} />;
  const heading = "오늘의 글 등록하기";
  if (!error) return <WriteLoading heading={heading} />;
  return (
    <WriteUnreachable heading={heading} title="게시글을 불러오지 못했어요" error={error} onRetry={refetch} />
  );
}
