import { editSubject, postSubject, type Subject } from "#contracts/subject/api";
import { type FurtherFieldsOf, furtherOf } from "../../editor/writing/further-fields.ts";
import type { StoredPost, WrittenPost } from "../../editor/writing/post.ts";
import { commandOf } from "../../lib/calls/command.ts";
import { problemsFieldOfDay } from "../team/problems-field.tsx";

/** Team and day of a problem; `subjectId` is null while the day has none. */
interface SubjectTarget {
  readonly teamId: number;
  readonly selectedDate: string;
  readonly subjectId: number | null;
}

/** Creates the problem of a day, or edits it (spec/wire-contract.md §5.7, §5.8). */
export function subjectCommand(
  { teamId, selectedDate, subjectId }: SubjectTarget,
  { title, html, category, further, picture }: WrittenPost,
  revision: number | null,
) {
  const body = { articleTitle: title, articleBody: html, articleCategory: category ?? "", ...further };
  const posted = { teamId, ...body, selectedDate };
  if (subjectId === null) return commandOf(postSubject, { params: { teamId }, body: posted, picture });
  const params = { teamId, articleId: subjectId };
  return commandOf(editSubject, { params, body, picture, ifMatch: revision ?? "*" });
}

/** The fields of a problem beside title, tag and text, by their names in the body of its commands. */
export const subjectFields: FurtherFieldsOf<Subject> = { problems: problemsFieldOfDay };

export function storedOf(data: unknown): StoredPost {
  const subject = data as Subject;
  return {
    title: subject.articleTitle,
    category: subject.articleCategory,
    html: subject.articleBody,
    imageUrl: subject.imageUrl,
    revision: subject.revision,
    further: furtherOf(subjectFields, subject),
  };
}
