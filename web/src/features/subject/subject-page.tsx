import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import { isRealDate } from "#contracts/dates";
import type { WritingPlace } from "../../editor/use-begin-anew.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { NotFound } from "../../ui/not-found.tsx";
import { subjectQuery } from "./queries.ts";
import { SubjectForm } from "./subject-form.tsx";
import { SubjectLoading, SubjectUnreachable } from "./subject-waiting.tsx";

/** `/team-subject/{teamId}/{date}`: the problem of the day, written or edited (spec/ui.md §12.2). */
export function SubjectPage() {
  const { id = "", selectedDate = "" } = useParams();
  if (!/^\d{1,15}$/.test(id) || !isRealDate(selectedDate)) return <Navigate to="/team-list" replace />;
  return <Subject key={`${id}/${selectedDate}`} teamId={Number(id)} selectedDate={selectedDate} />;
}

interface Round {
  readonly round: number;
  /** Where the person was writing in the round before. */
  readonly place: WritingPlace | null;
}

function Subject({ teamId, selectedDate }: { teamId: number; selectedDate: string }) {
  const [{ round, place }, setRound] = useState<Round>({ round: 0, place: null });
  const { data, error, isFetchedAfterMount, refetch } = useQuery(subjectQuery(teamId, selectedDate));
  if (isRefusal(error, "team-not-found")) return <NotFound />;
  if (data === undefined && error) return <SubjectUnreachable onRetry={refetch} />;
  if (data === undefined || !isFetchedAfterMount) return <SubjectLoading />;
  const beginAnew = async (place: WritingPlace | null) => {
    await refetch();
    setRound(({ round }) => ({ round: round + 1, place }));
  };
  return (
    <SubjectForm
      key={round}
      teamId={teamId}
      selectedDate={selectedDate}
      subject={data}
      returnTo={place}
      onBegunAnew={(place) => void beginAnew(place)}
    />
  );
}
