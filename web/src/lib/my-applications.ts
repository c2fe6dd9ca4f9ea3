import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Page } from "#contracts/endpoint";
import { limits } from "#contracts/limits";
import { getMyApplications, type MyApplication } from "#contracts/my-applications/api";
import { read } from "./calls/api.ts";
import { useMemberInfo } from "./member-info.ts";
import { useSession } from "./session.ts";
import { deviceEntries } from "./storage/entries.ts";

/** A page of the caller's applications, last changed first (docs/decisions/queries.md). */
export const myApplicationsQuery = (
  uuid: string | null,
  page: number,
  size: number = limits.recruitmentPageSize,
) =>
  queryOptions({
    queryKey: ["my-applications", uuid, { page, size }],
    queryFn: ({ signal }) => read(getMyApplications, { query: { page, size }, signal }),
    enabled: uuid !== null,
    // Keeps the previous page while the next one loads, but not for another member.
    placeholderData: (previous, query) => (query?.queryKey[1] === uuid ? previous : undefined),
    // A changed title touches only `recruitment-detail`, because the event does not name the applicants; a lost
    // membership touches `my-teams`.
    meta: {
      follows: (data) => [
        `my-teams/${uuid}`,
        ...((data as Page<MyApplication> | undefined)?.content ?? []).map(
          ({ recruitmentId }) => `recruitment-detail/${recruitmentId}`,
        ),
      ],
    },
  });

/** The caller's applications that changed last, live; undefined for visitors and while they are unknown. */
export function useRecentApplications() {
  const { uuid } = useSession();
  // A member without a profile has no applications, and the request would navigate to /enroll.
  const hasProfile = useMemberInfo().isSuccess;
  const asked = hasProfile ? uuid : null;
  // Titles are not shown, so the recruitments of these applications need not be watched.
  const { data } = useQuery({ ...myApplicationsQuery(asked, 0, limits.pageSizeMax), meta: {} });
  return asked === null ? undefined : data?.content;
}

const entryOf = (uuid: string) => `applications-seen:${uuid}`;

type Change = Pick<MyApplication, "appliedAt" | "changedAt">;

/**
 * Decided after this time; the applicant's own changes are not news. Times have whole seconds: a decision may have the
 * time of the application.
 */
export const isNews = (
  { state, appliedAt, changedAt }: Change & Pick<MyApplication, "state">,
  seenAt: number,
): boolean => (state !== "pending" || changedAt !== appliedAt) && Date.parse(changedAt) > seenAt;

/** The latest change in ms since 1970, 0 without any. */
export const latestChange = (applications: readonly Change[]): number =>
  Math.max(0, ...applications.map(({ changedAt }) => Date.parse(changedAt)));

/** When a member last viewed their applications in this browser, by the server's clock; 0 if never. */
export const seenAt = (uuid: string): number => Number(deviceEntries.get(entryOf(uuid))) || 0;

/** Records that everything up to this time was viewed; an earlier time changes nothing. */
export function rememberSeen(uuid: string, at: number): void {
  if (at <= seenAt(uuid)) return;
  deviceEntries.set(entryOf(uuid), String(at));
}
