import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigationType, useParams } from "react-router-dom";
import type { ArticleInDay } from "#contracts/article/api";
import { WriteLoading, WriteUnreachable } from "../../editor/writing/write-waiting.tsx";
import { isRefusal } from "../../lib/calls/api-error.ts";
import { useFirstMembership } from "../../lib/member-info.ts";
import { useSession } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { NoPermission } from "../team/no-permission.tsx";
import { articleQuery, subjectQuery } from "../team/queries.ts";
import { useIsDayKnown } from "../team/use-day-end.ts";
import { useBegunDay } from "../team/use-today.ts";
import type { EditedArticle } from "./article-fields.tsx";
import { ArticleForm, headings } from "./article-form.tsx";
import { type WriteTarget, writeTargetOf } from "./commands.ts";

/** `/posting/{teamId}`: creates an article, or edits that of the navigation state or address (spec/ui.md §12.1). */
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
  const [today] = useBegunDay(teamId);
  const isDayKnown = useIsDayKnown(teamId);
  const { data: problem, error } = useQuery(subjectQuery(teamId, today));
  const isDeleted = isRefusal(error, "team-not-found");
  const { isMember, isChecking } = useFirstMembership(teamId);
  /** An open form is kept, so that its text can still be copied. */
  const [hasOpened, setOpened] = useState(false);
  const mayOpen = articleId === null && !isDeleted && !isChecking && isDayKnown && isMember !== false;
  if (mayOpen && !hasOpened) setOpened(true);
  if (problem === undefined && isDeleted) return <NotFound />;
  const form = {
    teamId,
    blockedReason: isDeleted ? "팀이 삭제되어 글을 올릴 수 없어요." : undefined,
    blockedLink: isDeleted ? <SmallLink to="/team-list">팀 목록으로 이동하기</SmallLink> : undefined,
    isDraftLost: isDeleted,
  };
  // Former members may edit their own articles, too.
  if (articleId !== null)
    return <EditPage {...form} articleId={articleId} fromState={fromState} isMember={isMember} />;
  if (!hasOpened)
    return isMember === false ? <Outside teamId={teamId} /> : <WriteLoading heading={headings.post} />;
  if (isDeleted || isMember !== false) return <ArticleForm {...form} article={null} />;
  return (
    <ArticleForm
      teamId={teamId}
      article={null}
      blockedReason="이 팀의 멤버가 아니라서 글을 올릴 수 없어요."
      blockedLink={<SmallLink to={`/team-dashboard/${teamId}`}>팀 페이지로 이동하기</SmallLink>}
    />
  );
}

const Outside = ({ teamId }: { teamId: number }) => (
  <NoPermission title="이 팀의 팀원만 글을 쓸 수 있어요" teamId={teamId}>
    <ButtonLink to={`/team-dashboard/${teamId}`} state={{ join: true }}>
      팀 참가하기
    </ButtonLink>
  </NoPermission>
);

const SmallLink = (props: { to: string; children: string }) => <ButtonLink {...props} size="small" />;

interface EditPageProps {
  readonly teamId: number;
  readonly articleId: number;
  readonly fromState: EditedArticle | null;
  readonly isMember: boolean | undefined;
  readonly blockedReason: string | undefined;
  readonly blockedLink: ReactElement | undefined;
  readonly isDraftLost: boolean;
}

/**
 * Uses the article of the navigation state directly after the click on edit. After a reload or a login it is missing or
 * may be stale, so the article is fetched by its id.
 */
function EditPage({ articleId, fromState, isMember, ...form }: EditPageProps) {
  const { teamId } = form;
  const navigation = useNavigationType();
  const { uuid } = useSession();
  const [given] = useState(() => (navigation === NavigationType.Pop ? null : fromState));
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...articleQuery(teamId, articleId),
    enabled: given === null && uuid !== null,
    refetchOnMount: "always",
  });
  // The first response is kept; a later change causes a conflict when saving.
  const [fetched, setFetched] = useState<ArticleInDay>();
  if (data !== undefined && isFetchedAfterMount && !error && fetched === undefined) setFetched(data);

  const isLost = !fetched && isRefusal(error, "article-not-found");
  const isOwn = fetched === undefined || (fetched.isAuthor && fetched.teamId === teamId);
  if (!given && (isLost || !isOwn)) return isMember === false ? <Outside teamId={teamId} /> : <NotFound />;
  const article = given ?? fetched;
  if (article) return <ArticleForm {...form} article={article} />;
  const heading = headings.edit;
  if (!error) return <WriteLoading heading={heading} />;
  return (
    <WriteUnreachable heading={heading} title="게시글을 불러오지 못했어요" error={error} onRetry={refetch} />
  );
}
