import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigationType, useParams } from "react-router-dom";
import type { Article } from "#contracts/article/api";
import { seoulDate } from "#contracts/dates";
import { isRefusal } from "../../lib/api-error.ts";
import { useSession } from "../../lib/session.ts";
import { NotFound } from "../../ui/not-found.tsx";
import { ArticleForm } from "./article-form.tsx";
import { ArticleLoading, ArticleUnreachable } from "./article-waiting.tsx";
import { type EditedArticle, type Occasion, occasionOf } from "./edited-article.ts";
import { ownArticleQuery, subjectQuery } from "./queries.ts";

/** `/posting/{teamId}`: writes an article, or edits the one handed over or named in the address (spec/ui.md §12.1). */
export function PostingPage() {
  const { id = "" } = useParams();
  const { state, search, key } = useLocation();
  if (!/^\d{1,15}$/.test(id)) return <Navigate to="/team-list" replace />;
  return <TeamPosting key={key} teamId={Number(id)} occasion={occasionOf(state, search)} />;
}

interface TeamPostingProps {
  readonly teamId: number;
  readonly occasion: Occasion;
}

function TeamPosting({ teamId, occasion: { articleId, handedOver } }: TeamPostingProps) {
  const [today] = useState(() => seoulDate(new Date()));
  const { data: problem, error } = useQuery(subjectQuery(teamId, today));
  // A team that was there keeps its form: what stands in it is still to be had.
  if (problem === undefined && isRefusal(error, "team-not-found")) return <NotFound />;
  if (articleId === null) return <ArticleForm teamId={teamId} article={null} />;
  return <EditPage teamId={teamId} articleId={articleId} handedOver={handedOver} />;
}

interface EditPageProps {
  readonly teamId: number;
  readonly articleId: number;
  readonly handedOver: EditedArticle | null;
}

/**
 * What was handed over counts right after the press of edit. After a reload or a login it is gone or may be old, and the
 * article is fetched by its id.
 */
function EditPage({ teamId, articleId, handedOver }: EditPageProps) {
  const navigation = useNavigationType();
  const { uuid } = useSession();
  const [given] = useState(() => (navigation === NavigationType.Pop ? null : handedOver));
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ownArticleQuery(uuid, teamId, articleId),
    enabled: given === null && uuid !== null,
    refetchOnMount: "always",
  });
  // What changes while it is edited is met when saving.
  const [fetched, setFetched] = useState<Article | null>();
  if (data !== undefined && isFetchedAfterMount && fetched === undefined) setFetched(data);

  if (fetched === null) return <NotFound />;
  const article = given ?? fetched;
  if (article) return <ArticleForm teamId={teamId} article={article} />;
  return error ? <ArticleUnreachable onRetry={refetch} /> : <ArticleLoading />;
}
