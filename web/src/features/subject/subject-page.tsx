import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { isRealDate } from "#contracts/dates";
import { WriteLoading, WriteUnreachable } from "../../editor/writing/write-waiting.tsx";
import { isNoAnswer, isRefusal } from "../../lib/calls/api-error.ts";
import { resumedOf } from "../../lib/unsent/resumed.ts";
import { useFirstManager, useManagerLoss } from "../../lib/use-manager-loss.ts";
import { useOnline } from "../../lib/use-online.ts";
import { NotFound } from "../../ui/not-found.tsx";
import { NoPermission } from "../team/no-permission.tsx";
import { subjectQuery } from "../team/queries.ts";
import { headingOf, SubjectForm } from "./subject-form.tsx";

/** `/team-subject/{teamId}/{date}`: creates or edits the problem of the day (spec/ui.md §12.2). */
export function SubjectPage() {
  const { id = "", selectedDate = "" } = useParams();
  const { resumed = "" } = resumedOf(useLocation().state);
  if (!/^\d{1,15}$/.test(id) || !isRealDate(selectedDate)) return <Navigate to="/team-list" replace />;
  // A text of the outbox that is opened on this page is another form.
  return <Subject key={`${id}/${selectedDate}/${resumed}`} teamId={Number(id)} selectedDate={selectedDate} />;
}

const blockedReasons = {
  deletion: "팀이 삭제되어 문제를 올릴 수 없어요.",
  role: "이 팀의 방장이 아니라서 문제를 올릴 수 없어요.",
};

function Subject({ teamId, selectedDate }: { teamId: number; selectedDate: string }) {
  const [round, setRound] = useState(0);
  const { data, error, failureReason, isFetchedAfterMount, refetch } = useQuery({
    ...subjectQuery(teamId, selectedDate),
    // Saving a stale copy would cause a conflict.
    staleTime: 0,
    refetchOnMount: "always",
  });
  const isOnline = useOnline();
  const isUnreachable = data === undefined && isNoAnswer(failureReason) && (error !== null || !isOnline);
  const loss = useManagerLoss(teamId);
  const isDeleted = isRefusal(error, "team-not-found");
  // An open form is kept after any later response, and when the end of the session removes the query's data, so that
  // its text is not lost.
  const [opened, setOpened] = useState<typeof data>();
  const hasOpened = opened !== undefined;
  const [hasStarted, setStarted] = useState(false);
  if (data !== undefined && data !== opened && (hasOpened || (isFetchedAfterMount && !error)))
    setOpened(data);
  if (isUnreachable && !hasOpened) setOpened(null);
  const right = useFirstManager(teamId);
  const heading = headingOf(selectedDate, Boolean(data));
  if (!hasOpened && isDeleted) return <NotFound />;
  if (!hasStarted && right.isManager === false)
    return <NoPermission title="방장만 문제를 쓸 수 있어요" teamId={teamId} />;
  if (!hasOpened && error)
    return (
      <WriteUnreachable heading={heading} title="문제를 불러오지 못했어요" error={error} onRetry={refetch} />
    );
  if (hasOpened && !hasStarted && !right.isChecking) setStarted(true);
  if (!hasOpened || !hasStarted) return <WriteLoading heading={heading} />;
  const reopen = async () => {
    await refetch();
    setRound((round) => round + 1);
  };
  const blockedBy = isDeleted ? "deletion" : loss;
  return (
    <SubjectForm
      key={round}
      teamId={teamId}
      selectedDate={selectedDate}
      subject={opened}
      isAlone={data === undefined}
      blockedReason={blockedBy && blockedReasons[blockedBy]}
      isDraftLost={blockedBy === "deletion"}
      onReopen={() => void reopen()}
      latest={async () => (await refetch()).data}
    />
  );
}
