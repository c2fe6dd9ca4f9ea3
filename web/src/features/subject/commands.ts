import { useQueryClient } from "@tanstack/react-query";
import { editSubject, postSubject, type Subject } from "#contracts/subject/api";
import type { Sending, Stored } from "../../editor/writing/submit-machine.ts";
import { call } from "../../lib/calls/api.ts";
import type { ApiError } from "../../lib/calls/api-error.ts";

/** Where a problem belongs; `articleId` is null while the day has none. */
export interface Place {
  readonly teamId: number;
  readonly selectedDate: string;
  readonly articleId: number | null;
}

/** Posts the problem of a day, or edits it (spec/wire-contract.md §5.7, §5.8). */
export async function saveSubject(
  { teamId, selectedDate, articleId }: Place,
  { draft, revision, idempotencyKey }: Sending,
): Promise<void> {
  const { picture } = draft;
  const body = {
    articleTitle: draft.title,
    articleBody: draft.html,
    articleCategory: draft.category ?? "",
  };
  if (articleId === null) {
    const posted = { teamId, ...body, selectedDate };
    await call(postSubject, { params: { teamId }, body: posted, picture, idempotencyKey });
    return;
  }
  await call(editSubject, {
    params: { teamId, articleId },
    body,
    picture,
    idempotencyKey,
    ifMatch: revision ?? "*",
  });
}

export const storedOf = (subject: Subject): Stored => ({
  title: subject.articleTitle,
  category: subject.articleCategory,
  html: subject.articleBody,
  imageUrl: subject.imageUrl,
  revision: subject.revision,
});

/** The problem that an answer 412 carries. */
export const storedSubject = ({ data }: ApiError): Stored => storedOf(data as Subject);

/** Fetches articles, team and problems again where they have been read before; throws when that fails. */
export function useRefreshTeam(teamId: number): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["team-articles", "team-page", "team-calendar"].map((view) =>
        client.invalidateQueries(
          { queryKey: [view, String(teamId)], refetchType: "all" },
          { throwOnError: true },
        ),
      ),
    );
}
