import { useQuery } from "@tanstack/react-query";
import { getArticlesByDate } from "#contracts/article/api";
import { limits } from "#contracts/limits";
import type { Team } from "#contracts/team/api";
import { teamKeys, writersQuery } from "#web/features/team/queries.ts";
import { read } from "#web/lib/calls/api.ts";

/**
 * Which members of a team have written on a day. The query for writers names the first six; further ones are found in
 * the day's articles by name and picture, so two members with the same name and picture both count.
 */
export function useWriters(teamId: number, date: string): (member: Team["members"][number]) => boolean {
  const day = useQuery(writersQuery(teamId, date)).data?.find((one) => one.date === date);
  const isMore = day !== undefined && day.count > day.members.length;
  const { data: all } = useQuery({
    queryKey: [...teamKeys.articles(teamId), { date, size: limits.pageSizeMax }],
    queryFn: async ({ signal }) => {
      const query = { date, size: limits.pageSizeMax };
      const fetchPage = (page: number) =>
        read(getArticlesByDate, { params: { teamId }, query: { ...query, page }, signal });
      const { content, page } = await fetchPage(0);
      const others = Array.from({ length: Math.max(0, page.totalPages - 1) }, (_, index) =>
        fetchPage(index + 1),
      );
      return [content, ...(await Promise.all(others)).map(({ content }) => content)].flat();
    },
    enabled: isMore,
  });
  const uuids = new Set(day?.members.map(({ uuid }) => uuid));
  const faces = new Set(all?.map(({ memberName, memberImage }) => `${memberName} ${memberImage}`));
  return ({ uuid, memberName, imageUrl }) =>
    uuids.has(uuid) || (isMore && faces.has(`${memberName} ${imageUrl}`));
}
