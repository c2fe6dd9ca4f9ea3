import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type Article, editArticle, postArticle } from "#contracts/article/api";
import type { Sending, Stored } from "../../editor/writing/submit-machine.ts";
import { call } from "../../lib/calls/api.ts";
import type { ApiError } from "../../lib/calls/api-error.ts";

/** Posts an article, or edits the one with this id (spec/wire-contract.md §5.3, §5.4). */
export async function saveArticle(
  teamId: number,
  articleId: number | null,
  { draft, revision, idempotencyKey }: Sending,
): Promise<void> {
  const { picture } = draft;
  const written = { teamId, articleTitle: draft.title, articleBody: draft.html };
  if (articleId === null) {
    await call(postArticle, { body: written, picture, idempotencyKey });
    return;
  }
  // The ids travel in the body too, as in every client of this API; the server reads the path.
  const body = { ...written, articleId };
  await call(editArticle, {
    params: { articleId },
    body,
    picture,
    idempotencyKey,
    ifMatch: revision ?? "*",
  });
}

/** The article that an answer 412 carries. */
export function storedArticle({ data }: ApiError): Stored {
  const article = data as Article;
  return {
    title: article.articleTitle,
    category: null,
    html: article.articleBody ?? "",
    imageUrl: article.imageUrl,
    revision: article.revision,
  };
}

/** Fetches the day's articles and the team again where they have been read before; throws when that fails. */
export function useRefreshTeam(teamId: number): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(["team-articles", "team-page", "team-calendar"].map(again(client, teamId)));
}

const again = (client: QueryClient, teamId: number) => (view: string) =>
  client.invalidateQueries(
    { queryKey: [view, String(teamId)], refetchType: "all" },
    { throwOnError: true, cancelRefetch: true },
  );
