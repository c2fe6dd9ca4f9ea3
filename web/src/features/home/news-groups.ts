import type { News } from "#contracts/today/api";

/** News of one team, day and kind, shown as one sentence. */
export interface NewsGroup {
  readonly key: string;
  readonly kind: News["kind"];
  readonly teamId: number;
  readonly date: string;
  /** Time of the latest item. */
  readonly at: string;
  /** The actor of the latest item, and the number of other actors. */
  readonly first: string;
  readonly others: number;
  /** The article or problem of all items; null if there are several or none. */
  readonly onlyId: number | null;
}

/** Groups news, ordered by their latest item, newest first. */
export function newsGroups(news: readonly News[]): NewsGroup[] {
  const groups = new Map<string, News[]>();
  for (const one of news) {
    const key = `${one.teamId}/${one.date}/${one.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].flatMap(([key, [latest, ...others]]) => {
    if (!latest) return [];
    const people = new Set([latest, ...others].map(({ memberName }) => memberName));
    const { kind, teamId, date, at, memberName: first } = latest;
    const onlyId = others.length === 0 ? latest.id : null;
    return [{ key, kind, teamId, date, at, first, others: people.size - 1, onlyId }];
  });
}
