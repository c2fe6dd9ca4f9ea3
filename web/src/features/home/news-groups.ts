import type { News } from "#contracts/today/api";

/** News of one team, day and kind, as one sentence tells them. */
export interface NewsGroup {
  readonly key: string;
  readonly kind: News["kind"];
  readonly teamId: number;
  readonly date: string;
  /** Of the latest. */
  readonly at: string;
  /** Who did the latest, and how many others did the same. */
  readonly first: string;
  readonly others: number;
  /** The one article or problem; null where there are several or none. */
  readonly onlyId: number | null;
}

/** Groups news in the order of their latest, which stands first. */
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
