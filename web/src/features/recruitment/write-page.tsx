import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useManagerLoss } from "#web/lib/use-manager-loss.ts";
import { NotFound } from "#web/ui/not-found.tsx";
import { WriteLoading, WriteUnreachable } from "../../editor/writing/write-waiting.tsx";
import { type EditedRecruitment, occasionOf } from "./edited-recruitment.ts";
import { detailQuery } from "./queries.ts";
import { storedOf } from "./write-commands.ts";
import { type Initial, WriteForm } from "./write-form.tsx";

/** `/team-recruit/posting`: writes a recruitment, or edits the one handed over (spec/ui.md §13.3). */
export function WritePage() {
  const { state, search, key } = useLocation();
  const { recruitId, handedOver, teamId } = occasionOf(state, search);
  if (recruitId === null) return <NewPage key={key} teamId={teamId} />;
  return <EditPage key={key} recruitId={recruitId} handedOver={handedOver} />;
}

const barredBy = {
  deletion: "팀이 삭제되어 모집글을 올릴 수 없어요.",
  role: "이 팀의 방장이 아니라서 모집글을 올릴 수 없어요.",
};

function NewPage({ teamId }: { teamId: number | null }) {
  const loss = useManagerLoss(teamId);
  return <WriteForm recruitId={null} teamId={teamId} initial={null} barred={loss && barredBy[loss]} />;
}

/**
 * What was handed over counts right after the press of 수정. After a reload or on the way back it may be old, and the
 * recruitment is fetched by its id.
 */
function EditPage({ recruitId, handedOver }: { recruitId: number; handedOver: EditedRecruitment | null }) {
  const navigation = useNavigationType();
  const [given] = useState(() => (navigation === NavigationType.Pop ? null : handedOver));
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...detailQuery(recruitId),
    // The detail page may have left a fresh copy behind, and the form waits for its own.
    refetchOnMount: given === null ? "always" : false,
  });
  const [fetched, setFetched] = useState<typeof data>();
  if (data && isFetchedAfterMount && !error && fetched === undefined) setFetched(data);

  const isDeleted = isRefusal(error, "recruitment-not-found");
  const barred = isDeleted
    ? "모집글이 삭제되어 저장할 수 없어요."
    : data?.isAuthor === false
      ? "이 모집글을 수정할 권한이 없어졌어요."
      : undefined;
  // Whoever is not its author has perhaps no login at the moment.
  const form = { recruitId, barred, isDraftLost: isDeleted };
  if (given) return <WriteForm {...form} teamId={given.teamId ?? null} initial={initialOf(given)} />;
  if (fetched && !fetched.isAuthor) return <Navigate to={`/team-recruit/detail/${recruitId}`} replace />;
  if (fetched) return <WriteForm {...form} teamId={fetched.teamId} initial={storedOf(fetched)} />;
  if (isDeleted) return <NotFound />;
  const heading = "팀 모집글 작성";
  if (!error) return <WriteLoading heading={heading} />;
  return (
    <WriteUnreachable
      heading={heading}
      title="모집글을 불러오지 못했어요"
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

const initialOf = (given: EditedRecruitment): Initial => ({
  title: given.teamRecruitTitle,
  category: null,
  html: given.teamRecruitBody,
  contact: given.chatUrl,
  imageUrl: given.imageUrl ?? null,
  revision: given.revision ?? null,
});
