import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigationType, useParams } from "react-router-dom";
import type { Article } from "#contracts/article/api";
import { useSession } from "../../lib/session.ts";
import { NotFound } from "../../ui/not-found.tsx";
import { ArticleForm } from "./article-form.tsx";
import { ArticleLoading, ArticleUnreachable } from "./article-waiting.tsx";
import { type EditedArticle, occasionOf } from "./edited-article.ts";
import { ownArticleQuery } from "./queries.ts";

/** `/posting/{teamId}`: writes an article, or edits the one handed over or named in the address (spec/ui.md §12.1). */
export function PostingPage() {
  const { id = "" } = useParams();
  const { state, search, key } = useLocation();
  if (!/^\d{1,15}$/.test(id)) return <Navigate to="/team-list" replace />;
  const teamId = Number(id);
  const { articleId, handedOver } = occasionOf(state, search);
  if (articleId === null) return <ArticleForm key={key} teamId={teamId} article={null} />;
  return <EditPage key={key} teamId={teamId} articleId={articleId} handedOver={handedOver} />;
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
