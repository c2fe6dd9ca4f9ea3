import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Article, getArticlesByDate } from "#contracts/article/api";
import type { PresentPerson } from "#contracts/live";
import { articlesQuery, teamKeys } from "#web/features/team/queries.ts";
import { read } from "#web/lib/calls/api.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import styles from "./presence.module.css";

const maxAvatars = 5;

interface PresenceProps {
  readonly teamId: number;
  readonly today: string;
  /** The other members who look at the page now. */
  readonly here: readonly PresentPerson[];
}

/** Who looks at the page along with a member, and who has written today. */
export function Presence({ teamId, today, here }: PresenceProps) {
  const writers = useWriters(teamId, today);
  if (here.length === 0 && writers.length === 0) return null;
  return (
    <span className={styles.presence}>
      {here.length > 0 && (
        <>
          <span className={styles.dot} />
          <span>지금 {here.length}명이 함께 보고 있어요</span>
          <Faces of={here} />
        </>
      )}
      {writers.length > 0 && (
        <>
          <span>오늘 {writers.length}명이 썼어요</span>
          <Faces of={writers} />
        </>
      )}
    </span>
  );
}

const Faces = ({ of: faces }: { of: readonly Pick<PresentPerson, "name" | "imageUrl">[] }) => (
  <span className={styles.avatars}>
    <HiddenText>{faces.map(({ name }) => name).join(", ")}</HiddenText>
    {faces.slice(0, maxAvatars).map(({ name, imageUrl }) => (
      <Avatar key={`${name} ${imageUrl}`} name={name} src={imageUrl || null} size={24} />
    ))}
  </span>
);

/** The most articles that one answer holds (spec/wire-contract.md §1.6). */
const size = 50;

/** Authors of a day in a team, each once, the latest first. Mounted again for each day. */
export function useWriters(teamId: number, date: string) {
  const first = useQuery(articlesQuery(teamId, date, 0)).data;
  // Mostly the page that is shown has them all.
  const isMore = first !== undefined && first.page.totalElements > first.content.length;
  const { data: all } = useQuery({
    queryKey: [...teamKeys.articles(teamId), { date, size }],
    queryFn: async ({ signal }) => {
      const ask = (page: number) =>
        read(getArticlesByDate, { params: { teamId }, query: { date, page, size }, signal });
      const { content, page } = await ask(0);
      const others = Array.from({ length: Math.max(0, page.totalPages - 1) }, (_, index) => ask(index + 1));
      return [content, ...(await Promise.all(others)).map(({ content }) => content)].flat();
    },
    enabled: isMore,
  });
  // While the rest of them is asked for, what was known of the day stands.
  const known = isMore ? all : first?.content;
  const [last, setLast] = useState(known);
  if (known && known !== last) setLast(known);
  return writersOf(known ?? last ?? []);
}

/**
 * An article names its writer by name and picture, not by uuid (spec/wire-contract.md §5.1): of two others who have both
 * in common one is shown. The caller is distinguished.
 */
const writersOf = (articles: readonly Article[]) => [
  ...new Map(
    articles.map(({ memberName, memberImage, isAuthor }) => [
      `${memberName} ${memberImage} ${isAuthor}`,
      { name: memberName, imageUrl: memberImage },
    ]),
  ).values(),
];
