import { editSubject, postSubject, type Subject } from "#contracts/subject/api";
import type { StoredPost, WrittenPost } from "../../editor/writing/post.ts";
import { commandOf } from "../../lib/calls/command.ts";

/** Team and day of a problem; `articleId` is null while the day has none. */
interface SubjectTarget {
  readonly teamId: number;
  readonly selectedDate: string;
  readonly articleId: number | null;
}

/** Creates the problem of a day, or edits it (spec/wire-contract.md §5.7, §5.8). */
export function subjectCommand(
  { teamId, selectedDate, articleId }: SubjectTarget,
  { title, html, category, problems, picture }: WrittenPost,
  revision: number | null,
) {
  const body = { articleTitle: title, articleBody: html, articleCategory: category ?? "", problems };
  const posted = { teamId, ...body, selectedDate };
  if (articleId === null) return commandOf(postSubject, { params: { teamId }, body: posted, picture });
  return commandOf(editSubject, { params: { teamId, articleId }, body, picture, ifMatch: revision ?? "*" });
}

export function storedOf(data: unknown): StoredPost {
  const { articleTitle, articleCategory, articleBody, imageUrl, problems, revision } = data as Subject;
  const texts = { title: articleTitle, category: articleCategory, html: articleBody };
  return { ...texts, problems: JSON.stringify(problems), imageUrl, revision };
}
