import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Team } from "#contracts/team/api";
import { articlesQuery } from "#web/features/team/queries.ts";
import type { Tags } from "#web/features/team/team-calendar.tsx";
import { useSession } from "#web/lib/session.ts";
import { forgetGoneTeam, keepLastTeam } from "#web/lib/storage/last-team.ts";

interface Seen {
  readonly team: Team;
  /** Undefined while they are unknown. */
  readonly tags: Tags | undefined;
  /** Undefined while it is unknown. */
  readonly isMember: boolean | undefined;
  readonly day: string;
}

/** Keeps what is on show for the offline page. Of bodies only those that the person may read now. */
export function useLastTeam({ team, tags, isMember, day }: Seen): void {
  const { uuid } = useSession();
  const query = useQuery(articlesQuery(team.teamId, day, 0));
  const articles = query.isPlaceholderData ? undefined : query.data?.content;
  useEffect(() => {
    if (!tags || isMember === undefined || !articles) return;
    const readable = articles.map((one) => (isMember || one.isAuthor ? one : { ...one, articleBody: null }));
    const seen = {
      member: uuid,
      isMember,
      team,
      tags: [...tags],
      day,
      articles: readable,
      seenAt: Date.now(),
    };
    // A full or forbidden store takes nothing from the page.
    keepLastTeam(seen).catch(() => undefined);
  }, [team, tags, isMember, day, articles, uuid]);
}

/** A team that is gone is not shown any more, offline either. */
export function useForgetGoneTeam(teamId: number, isGone: boolean): void {
  useEffect(() => {
    if (isGone) void forgetGoneTeam(teamId);
  }, [teamId, isGone]);
}
