import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { seoulDate } from "#contracts/dates";
import type { FormFields } from "../../editor/writing/write-props.ts";
import { WriteScreen } from "../../editor/writing/write-screen.tsx";
import { isRefusal, serverMessage } from "../../lib/calls/api-error.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import { ProblemsField } from "../team/problems-field.tsx";
import { subjectQuery } from "../team/queries.ts";
import { useRefresh } from "../team/use-refresh.ts";
import { articleCommand, formOf, storedOf } from "./commands.ts";
import { DayProblem } from "./day-problem.tsx";
import type { EditedArticle } from "./edited-article.ts";
import { ProblemsAbove } from "./problems-above.tsx";

interface ArticleFormProps {
  readonly teamId: number;
  /** Null for a new one. */
  readonly article: EditedArticle | null;
  /** Why it cannot be sent any more. */
  readonly barred: string | undefined;
  /** Leads to where that can be mended. */
  readonly barredWay?: ReactNode;
  /** The team is deleted. */
  readonly isDraftLost?: boolean;
}

/** The form of an article under the problem of its day. */
export function ArticleForm({ teamId, article, barred, barredWay, isDraftLost = false }: ArticleFormProps) {
  const { alert } = useDialogs();
  const navigate = useNavigate();
  const refresh = useRefresh(teamId);
  const day = article?.createdDate?.slice(0, 10);
  const [today] = useState(() => seoulDate(new Date()));
  const problem = useQuery({ ...subjectQuery(teamId, today), enabled: article === null }).data;
  // An article is about the day's problem until its writer says otherwise; the team's own have no number to name.
  const named = problem?.problems.filter(({ provider }) => provider !== "own");
  const atFirst = named && article === null ? JSON.stringify(named) : undefined;

  const onSaved = async () => {
    refresh.written().catch((error) => alert(serverMessage(error) ?? "최신 게시글 조회에 실패했습니다."));
    await alert(article ? "게시글을 수정했어요" : "글쓰기를 완료했어요");
    // To the day the article stands under; the way back leads past a form that has served.
    await navigate(`/team-dashboard/${teamId}`, { replace: true, state: { day } });
  };
  const onFailed = async (error: unknown, release: () => void) => {
    await alert(serverMessage(error) ?? (article ? "게시글 수정에 실패했어요" : "글쓰기에 실패했어요"));
    if (!isRefusal(error, "not-a-team-member")) return;
    release();
    await navigate("/team-list");
  };
  return (
    <WriteScreen
      heading="오늘의 글 등록하기"
      draftKey={article ? `article-${article.articleId}` : `article-new-${teamId}`}
      titlePlaceholder="제목을 입력하세요"
      initial={article && formOf(article)}
      above={article ? day && <DayProblem teamId={teamId} date={day} /> : <ProblemsAbove teamId={teamId} />}
      problems={(field) => <ProblemsField {...field} />}
      problemsAtFirst={atFirst}
      barred={barred}
      barredWay={barredWay}
      isDraftLost={isDraftLost}
      fault={fault}
      command={(post, revision) => articleCommand(teamId, article?.articleId ?? null, post, revision)}
      storedOf={storedOf}
      onSaved={onSaved}
      onFailed={onFailed}
    />
  );
}

/** The title is checked first. */
function fault({ title, isEmpty }: FormFields): string | undefined {
  if (title.trim() === "") return "제목을 작성해주세요";
  return isEmpty ? "게시글 본문을 작성해주세요" : undefined;
}
