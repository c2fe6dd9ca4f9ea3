import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useParams } from "react-router-dom";
import { getNotifications, type Notification } from "#contracts/inbox/api";
import { limits } from "#contracts/limits";
import { read } from "#web/lib/calls/api.ts";
import { useSession } from "#web/lib/session.ts";
import { ToLogin } from "#web/lib/to-login.tsx";
import { LoadingView } from "#web/ui/loading-view.tsx";
import { useReading } from "./use-reading.ts";

/** Searches all pages of the inbox for a notification by its id; null without a match. */
async function find(notificationId: string, signal: AbortSignal): Promise<Notification | null> {
  let before: number | null = null;
  do {
    const { content, next }: Awaited<ReturnType<typeof pageBefore>> = await pageBefore(before, signal);
    const found = content.find((one) => one.notificationId === notificationId);
    if (found) return found;
    before = next;
  } while (before !== null);
  return null;
}

const pageBefore = (before: number | null, signal: AbortSignal) =>
  read(getNotifications, {
    query: { size: limits.pageSizeMax, ...(before !== null && { before }) },
    signal,
  });

/** `/notifications/open/{id}`, the link of pushes and mails: marks it as read and redirects to its link. */
export function OpenNotification() {
  const { uuid } = useSession();
  const { notificationId = "" } = useParams();
  const { data, isError } = useQuery({
    queryKey: ["notification", uuid, notificationId],
    queryFn: ({ signal }) => find(notificationId, signal),
    enabled: uuid !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { markRead } = useReading();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when it has been found
  useEffect(() => {
    if (data) void markRead(data);
  }, [data]);
  if (uuid === null) return <ToLogin />;
  if (data === undefined && !isError) return <LoadingView />;
  return <Navigate to={data?.link ?? "/notifications"} replace />;
}
