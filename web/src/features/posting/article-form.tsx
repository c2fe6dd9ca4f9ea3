import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useNavigate } from "react-router-dom";
import type { postArticle } from "#contracts/article/api";
import type { DataOf } from "#contracts/endpoint";
import { isBlank } from "#contracts/texts";
import type { FormFields } from "../../editor/writing/write-props.ts";
import { WriteScreen } from "../../editor/writing/write-screen.tsx";
import { isRefusal, serverMessage } from "../../lib/calls/api-error.ts";
import { teamDay } from "../../lib/day-ends.ts";
import { serverDay } from "../../lib/server-clock.ts";
import { useTabTitle } from "../../lib/use-page-name.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import { monthDay } from "../../ui/month-calendar-days.ts";
import { toast } from "../../ui/toast.tsx";
import { teamPath } from "../team/copy-address.tsx";
import { useLaterSending } from "../team/outbox/use-later-sending.ts";
import { articleQuery, subjectQuery } from "../team/queries.ts";
import { TeamLink } from "../team/team-link.tsx";
import { useRefresh } from "../team/use-refresh.ts";
import { useBegunDay } from "../team/use-today.ts";
import { articleFields, type EditedArticle } from "./article-fields.tsx";
import { articleCommand, formOf, storedOf } from "./commands.ts";
import { DayProblem } from "./day-problem.tsx";
import { ProblemsAbove } from "./problems-above.tsx";

export const headings = { post: "오늘의 글 등록하기", edit: "글 수정하기" };

interface ArticleFormProps {
  readonly teamId: number;
  /** Null for a new article. */
  readonly article: EditedArticle | null;
  /** The reason why the article can no longer be sent. */
  readonly blockedReason: string | undefined;
  /** Link to the page where the reason can be resolved. */
  readonly blockedLink?: ReactElement | undefined;
  /** Whether the team is deleted, after which no page offers the draft again. */
  readonly isDraftLost?: boolean;
}

/** The form of an article, below the problem of its day. */
export function ArticleForm({
  teamId,
  article,
  blockedReason,
  blockedLink,
  isDraftLost = false,
}: ArticleFormProps) {
  const { alert } = useDialogs();
  const navigate = useNavigate();
  const refresh = useRefresh(teamId);
  const client = useQueryClient();
  const day = article?.date ?? article?.createdDate?.slice(0, 10);
  const [today] = useBegunDay(teamId);
  const problem = useQuery({ ...subjectQuery(teamId, today), enabled: article === null }).data;
  // A new article refers to the day's problem by default; a team's own problems have no number to refer to.
  const named = problem?.problems.filter(({ provider }) => provider !== "own");
  const atFirst = named && article === null ? { problems: JSON.stringify(named) } : undefined;
  const heading = article ? headings.edit : headings.post;
  useTabTitle(heading);
  const later = useLaterSending(teamId, day ?? null);

  /** The server assigns the day of a new article. */
  const dayOf = async (articleId: number) =>
    day ??
    client.fetchQuery({ ...articleQuery(teamId, articleId), staleTime: 0 }).then(
      ({ date }) => date,
      () => teamDay(teamId),
    );
  const onSaved = async (data: unknown) => {
    const articleId = article?.articleId ?? (data as DataOf<typeof postArticle>).articleId;
    toast.success(article ? "게시글을 수정했어요" : "글쓰기를 완료했어요");
    refresh.written().catch((error) => alert(serverMessage(error) ?? "최신 게시글 조회에 실패했습니다."));
    const date = await dayOf(articleId);
    // Opens the article and replaces the form in the history.
    await navigate(teamPath({ teamId, date, articleId }), { replace: true });
  };
  const onFailed = async (error: unknown, release: () => void) => {
    await alert(serverMessage(error) ?? (article ? "게시글 수정에 실패했어요" : "글쓰기에 실패했어요"));
    if (!isRefusal(error, "author-not-in-team")) return;
    release();
    await navigate("/team-list");
  };
  return (
    <WriteScreen
      heading={heading}
      headingNote={
        <>
          {day && <span>{monthDay(day, serverDay())} 글</span>}
          <TeamLink teamId={teamId} />
        </>
      }
      draftKey={article ? `article-${article.articleId}` : `article-new-${teamId}`}
      titlePlaceholder="제목을 입력하세요"
      initial={article && formOf(article)}
      above={article ? day && <DayProblem teamId={teamId} date={day} /> : <ProblemsAbove teamId={teamId} />}
      further={articleFields}
      furtherAtFirst={atFirst}
      blockedReason={blockedReason}
      blockedLink={blockedLink}
      isDraftLost={isDraftLost}
      validate={validate}
      command={(post, revision) => articleCommand(teamId, article?.articleId ?? null, post, revision)}
      storedOf={storedOf}
      {...later}
      onSaved={onSaved}
      onFailed={onFailed}
    />
  );
}

/** The first validation error, title before body. */
function validate({ title, isEmpty }: FormFields): string | undefined {
  if (isBlank(title)) return "제목을 작성해주세요";
  return isEmpty ? "게시글 본문을 작성해주세요" : undefined;
}
