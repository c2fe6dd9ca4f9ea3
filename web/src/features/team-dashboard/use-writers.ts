import { useQuery } from "@tanstack/react-query";
import { type Article, getArticlesByDate } from "#contracts/article/api";
import { read } from "#web/lib/api.ts";
import { articlesQuery, teamKeys } from "#web/ui/team/queries.ts";

/** The most articles that one answer holds (spec/wire-contract.md §1.6). */
const size = 50;

/** Who has written in a team on a day, each once, the latest first. */
export function useWriters(teamId: number, date: string) {
  const first = useQuery(articlesQuery(teamId, date, 0)).data;
  // The page that is shown anyhow has them all, mostly.
  const isMore = first !== undefined && first.page.totalElements > first.content.length;
  const { data: all } = useQuery({
    queryKey: [...teamKeys.articles(teamId), { date, size }],
    queryFn: ({ signal }) =>
      read(getArticlesByDate, { params: { teamId }, query: { date, page: 0, size }, signal }),
    enabled: isMore,
  });
  return writersOf((isMore ? all : first)?.content ?? []);
}

const writersOf = (articles: readonly Article[]) => [
  ...new Map(
    articles.map(({ memberName, memberImage }) => [
      `${memberName} ${memberImage}`,
      { name: memberName, imageUrl: memberImage },
    ]),
  ).values(),
];
