import { useState } from "react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router-dom";
import { seoulDate } from "#contracts/dates";
import { type Glance, WriteScreen, type WriteScreenProps } from "../../editor/write-screen.tsx";
import { isRefusal, serverMessage } from "../../lib/api-error.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import { saveArticle, storedArticle, useRefreshTeam } from "./commands.ts";
import { DayProblem } from "./day-problem.tsx";
import { type EditedArticle, editedArticleOf } from "./edited-article.ts";

/** `/posting/{teamId}`: writes an article, or edits the one in the navigation state (spec/ui.md §12.1). */
export function PostingPage() {
  const { id = "" } = useParams();
  const { state, key } = useLocation();
  if (!/^\d{1,15}$/.test(id)) return <Navigate to="/team-list" replace />;
  return <Posting key={key} teamId={Number(id)} article={editedArticleOf(state)} />;
}

function Posting({ teamId, article }: { teamId: number; article: EditedArticle | undefined }) {
  const { alert } = useDialogs();
  const navigate = useNavigate();
  const refresh = useRefreshTeam(teamId);
  const [today] = useState(() => seoulDate(new Date()));

  const onSaved = async () => {
    refresh().catch((error) => alert(serverMessage(error) ?? "최신 게시글 조회에 실패했습니다."));
    await alert(article ? "게시글을 수정했어요" : "글쓰기를 완료했어요");
    await navigate(`/team-dashboard/${teamId}`);
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
      draftKey={article ? `article/${article.articleId}` : `article/new/${teamId}`}
      titlePlaceholder="제목을 입력하세요"
      initial={article ? initialOf(article) : null}
      above={<DayProblem teamId={teamId} date={article?.createdDate?.slice(0, 10) ?? today} />}
      fault={fault}
      send={(sending) => saveArticle(teamId, article?.articleId ?? null, sending)}
      storedOf={storedArticle}
      onSaved={onSaved}
      onFailed={onFailed}
    />
  );
}

/** The title is checked first. */
function fault({ title, isEmpty }: Glance): string | undefined {
  if (title.trim() === "") return "제목을 작성해주세요";
  return isEmpty ? "게시글 본문을 작성해주세요" : undefined;
}

const initialOf = (article: EditedArticle): WriteScreenProps["initial"] => ({
  title: article.articleTitle,
  category: null,
  html: article.articleBody ?? "",
  imageUrl: article.imageUrl ?? null,
  revision: article.revision ?? null,
});
