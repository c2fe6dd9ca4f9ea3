import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useManagerLoss } from "#web/lib/use-manager-loss.ts";
import { NotFound } from "#web/ui/not-found.tsx";
import { WriteLoading, WriteUnreachable } from "../../editor/writing/write-waiting.tsx";
import { detailQuery } from "./queries.ts";
import { storedOf } from "./write-commands.ts";
import { WriteForm } from "./write-form.tsx";
import { writeTargetOf } from "./write-target.ts";

/** `/team-recruit/posting`: creates a recruitment, or edits an existing one (spec/ui.md §13.3). */
export function WritePage() {
  const { state, search, key } = useLocation();
  const { recruitId, teamId } = writeTargetOf(state, search);
  if (recruitId === null) return <NewPage key={key} teamId={teamId} />;
  return <EditPage key={key} recruitId={recruitId} />;
}

const blockedReasons = {
  deletion: "팀이 삭제되어 모집글을 올릴 수 없어요.",
  role: "이 팀의 방장이 아니라서 모집글을 올릴 수 없어요.",
};

function NewPage({ teamId }: { teamId: number | null }) {
  const loss = useManagerLoss(teamId);
  return (
    <WriteForm recruitId={null} teamId={teamId} initial={null} blockedReason={loss && blockedReasons[loss]} />
  );
}

/**
 * Uses the cached recruitment of the page with the link 수정. After a reload or a step back in the history the cache may
 * be stale, so the recruitment is fetched by its id.
 */
function EditPage({ recruitId }: { recruitId: number }) {
  const navigation = useNavigationType();
  const client = useQueryClient();
  const query = detailQuery(recruitId);
  const [start, setStart] = useState(() =>
    navigation === NavigationType.Pop ? undefined : client.getQueryData(query.queryKey),
  );
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...query,
    // The form waits for its own fetch, even if the copy of the detail page is still fresh.
    refetchOnMount: start === undefined ? "always" : false,
  });
  if (data && isFetchedAfterMount && !error && start === undefined) setStart(data);

  const isDeleted = isRefusal(error, "recruitment-not-found");
  const blockedReason = isDeleted
    ? "모집글이 삭제되어 저장할 수 없어요."
    : data?.isAuthor === false
      ? "이 모집글을 수정할 권한이 없어졌어요."
      : undefined;
  if (start && !start.isAuthor) return <Navigate to={`/team-recruit/detail/${recruitId}`} replace />;
  if (start)
    return (
      <WriteForm
        recruitId={recruitId}
        teamId={start.teamId}
        initial={storedOf(start)}
        blockedReason={blockedReason}
        isDraftLost={isDeleted}
      />
    );
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
