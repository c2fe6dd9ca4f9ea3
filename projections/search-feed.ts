// A body may take milliseconds, and a page has a hundred: other requests are served between two.
import { setImmediate as servingOthers } from "node:timers/promises";
import { sql } from "kysely";
import { isRealDate } from "#contracts/dates";
import { textOfHtml } from "#contracts/html";
import { cutTo, searchLimits } from "#contracts/limits";
import type { Problem } from "#contracts/problems";
import type { Feed, FeedItem, SearchTexts } from "#contracts/search/api";
import { type Articles, articleViews, listedArticles } from "./article-view.ts";
import { plainText } from "./body-start.ts";
import type { ReadModelsDatabase } from "./database.ts";
import { readTeamIds } from "./my-teams.ts";
import { nameOf } from "./people.ts";
import { prepared } from "./prepared.ts";

interface Params {
  readonly teamId: number;
  /** Uuid of a member of the team. */
  readonly memberId: string;
  /** If absent, the feed starts with the first change. */
  readonly after?: string | undefined;
  readonly limit: number;
  readonly date?: string | undefined;
  /** Older texts are not searched. */
  readonly from: string;
}

/** A position between two changes of a team. */
interface Cursor {
  readonly changed: string;
  readonly kind: string;
  readonly id: number;
}

const beginning: Cursor = { changed: "0", kind: "article", id: 0 };
const written = ({ changed, kind, id }: Cursor) => `${changed}~${kind}~${id}`;

function readCursor(text: string): Cursor | undefined {
  const match = /^([\x21-\x7d]{1,300})~(article|subject)~(\d{1,15})$/.exec(text);
  return match ? { changed: match[1]!, kind: match[2]!, id: Number(match[3]) } : undefined;
}

/** spec/daily-use.md §5 call 8: by change; the same items for any page size. */
export async function readSearchFeed(articles: Articles, params: Params): Promise<Feed> {
  const { db } = articles;
  const { teamId, date, limit, from, after } = params;
  const cursor = after ? readCursor(after) : beginning;
  const [latest = beginning] = await latestChange(db, { teamId });
  if (!cursor || !isOfThisLog(cursor, latest))
    return { reset: true, next: written(beginning), more: true, items: [] };
  const span = { first: date ?? from, last: date ?? lastDay };
  const rows = await changesAfter(db, { ...cursor, ...span, teamId, size: limit + 1 });
  const items = await itemsOf(articles, rows.slice(0, limit), params);
  const fitting = fittingIn(items);
  const more = fitting < rows.length;
  const last = rows[fitting - 1] ?? cursor;
  // The latest change may be that of an old text, with which `search-cursors` compares.
  const next = more || date !== undefined || !isBefore(last, latest) ? last : latest;
  return { reset: false, next: written(next), more, items: items.slice(0, fitting) };
}

const lastDay = "9999-12-31";

/** The format of a position without its numbers, which differs between event stores. */
const formOf = (position: string) => position.replace(/\d+/g, "0");

const isBefore = (one: Cursor, other: Cursor) =>
  one.changed === other.changed
    ? one.kind < other.kind || (one.kind === other.kind && one.id < other.id)
    : one.changed < other.changed;

/** A cursor of another event store, or beyond the end of a restored log, is not usable. */
const isOfThisLog = ({ changed }: Cursor, latest: Cursor): boolean =>
  changed === beginning.changed || (changed <= latest.changed && formOf(changed) === formOf(latest.changed));

const latestChange = prepared((db, { teamId }: { teamId: number }) =>
  db
    .selectFrom("search_changes")
    .select(["changed", "kind", "id"])
    .where("team_id", "=", teamId)
    .orderBy("changed", "desc")
    .orderBy("kind", "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(1)),
);

type Span = Cursor & { teamId: number; first: string; last: string; size: number };

const changesAfter = prepared((db, { teamId, first, last, changed, kind, id, size }: Span) =>
  db
    .selectFrom("search_changes")
    .select(["changed", "kind", "id", "is_gone", "date"])
    .where("team_id", "=", teamId)
    .where("date", ">=", first)
    .where("date", "<=", last)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("changed", "kind", "id"), ">", tuple(changed, kind, id)))
    .orderBy("changed")
    .orderBy("kind")
    .orderBy("id")
    .limit(size),
);
type Change = Pick<Awaited<ReturnType<typeof changesAfter>>[number], "kind" | "id" | "is_gone" | "date">;
type Reader = Pick<Params, "memberId">;

/** One item per change. A text that cannot be read was deleted since; the change that deleted it follows. */
async function itemsOf(articles: Articles, rows: readonly Change[], params: Reader): Promise<FeedItem[]> {
  const idsOf = (kind: string) => rows.filter((row) => row.kind === kind && !row.is_gone).map(({ id }) => id);
  const [texts, subjects] = await Promise.all([
    articleItems(articles, idsOf("article"), params),
    subjectItems(articles.db, idsOf("subject")),
  ]);
  return rows.map(({ kind, id, date }): FeedItem => {
    const ref = { kind: kind as FeedItem["kind"], id };
    const found = (kind === "article" ? texts : subjects).get(id);
    return found ? { ...ref, gone: false, date, ...found } : { ...ref, gone: true };
  });
}

/** The cursor at which the feed of each of the member's teams ends. */
export async function readSearchCursors(db: ReadModelsDatabase, memberId: string) {
  const rows = await latestChanges(db, { memberId });
  return rows.map(({ team_id, changed, kind, id }) => ({
    teamId: team_id,
    next: written(changed === null ? beginning : { changed, kind: kind!, id: id! }),
  }));
}

const latestChanges = prepared((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom("my_teams")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("search_changes")
          .select(["changed", "kind", "id"])
          .whereRef("search_changes.team_id", "=", "my_teams.team_id")
          .orderBy("changed", "desc")
          .orderBy("kind", "desc")
          .orderBy("id", "desc")
          .limit(sql.lit(1))
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select(["my_teams.team_id", "latest.changed", "latest.kind", "latest.id"])
    .where("my_teams.member_id", "=", memberId),
);

interface TextsParams extends Pick<Params, "memberId" | "limit" | "from"> {
  /** Default: all teams of the member. */
  readonly teams?: readonly number[] | undefined;
  /** If absent, the newest texts are returned. */
  readonly before?: string | undefined;
}

/** A position between two texts in the order of their days. */
interface DayCursor {
  readonly date: string;
  readonly kind: string;
  readonly id: number;
}
const end: DayCursor = { date: lastDay, kind: "subject", id: Number.MAX_SAFE_INTEGER };

/** Undefined for a text that is no cursor. */
function readDayCursor(text: string): DayCursor | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})~(article|subject)~(\d{1,15})$/.exec(text);
  return match && isRealDate(match[1]!)
    ? { date: match[1]!, kind: match[2]!, id: Number(match[3]) }
    : undefined;
}

/** spec/daily-use.md rule 26: newest first. Undefined if `before` is no cursor. */
export async function readSearchTexts(
  articles: Articles,
  { memberId, teams, before, limit, from }: TextsParams,
): Promise<SearchTexts | undefined> {
  const cursor = before === undefined ? end : readDayCursor(before);
  if (!cursor) return undefined;
  const own = await readTeamIds(articles.db, memberId);
  const teamIds = teams ? own.filter((teamId) => teams.includes(teamId)) : own;
  const rows = await newestTexts(articles.db, { ...cursor, teamIds, from, size: limit + 1 });
  const items = await itemsOf(articles, rows.slice(0, limit), { memberId });
  const fitting = fittingIn(items);
  const last = rows[fitting - 1];
  return {
    items: items
      .slice(0, fitting)
      .flatMap((item, at) => (item.gone ? [] : [{ teamId: rows[at]!.team_id, item }])),
    next: last && fitting < rows.length ? `${last.date}~${last.kind}~${last.id}` : null,
  };
}

type Before = DayCursor & { teamIds: number[]; from: string; size: number };

/** The newest of each team are found first, because a team has thousands in a year. */
const newestTexts = prepared((db, { teamIds, from, date, kind, id, size }: Before) =>
  db
    .selectFrom(sql<{ team: number }>`unnest(${teamIds}::bigint[])`.as("team"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("search_changes")
          .select(["team_id", "kind", "id", "is_gone", "date"])
          .whereRef("team_id", "=", "team.team")
          .where("is_gone", "=", sql.lit(false))
          .where("date", ">=", from)
          .where("date", "<=", date)
          .where(({ eb, refTuple, tuple }) => eb(refTuple("date", "kind", "id"), "<", tuple(date, kind, id)))
          .orderBy("date", "desc")
          .orderBy("kind", "desc")
          .orderBy("id", "desc")
          .limit(size)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .select(["team_id", "kind", "id", "is_gone", "date"])
    .orderBy("date", "desc")
    .orderBy("kind", "desc")
    .orderBy("id", "desc")
    .limit(size),
);

type Text = Omit<Extract<FeedItem, { gone: false }>, "kind" | "id" | "gone" | "date">;

async function articleItems(
  articles: Articles,
  ids: number[],
  { memberId }: Reader,
): Promise<ReadonlyMap<number, Text>> {
  const items = new Map<number, Text>();
  const rows = ids.length > 0 ? await articlesWith(articles.db, { ids }) : [];
  for (const listed of await articleViews(rows, articles, { memberId, inTeam: true })) {
    const view = typeof listed === "function" ? await listed() : listed;
    if (!view) continue;
    const { articleId, articleTitle: title, articleBody: body, memberName, problems } = view;
    const shown = body === null ? { problems: [], ...nothing } : { problems, ...startOf(body) };
    items.set(articleId, { title, memberName, category: null, ...shown });
    await servingOthers();
  }
  return items;
}

const articlesWith = prepared((db, { ids }: { ids: number[] }) =>
  listedArticles(db).where(sql<boolean>`team_articles.article_id = any(${ids}::bigint[])`),
);

async function subjectItems(db: ReadModelsDatabase, ids: number[]): Promise<ReadonlyMap<number, Text>> {
  const items = new Map<number, Text>();
  const rows = ids.length > 0 ? await subjectsWith(db, { ids }) : [];
  for (const row of rows) {
    const { subject_id, title, category, body } = row;
    const shown = { problems: row.problems as Problem[], ...startOf(body) };
    items.set(subject_id, { title, memberName: nameOf(row), category, ...shown });
    await servingOthers();
  }
  return items;
}

const subjectsWith = prepared((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom("team_calendar")
    .leftJoin("member_card", "member_card.uuid", "team_calendar.author_id")
    .select(["team_calendar.subject_id", "team_calendar.title", "team_calendar.category"])
    .select(["team_calendar.body", "team_calendar.problems", "member_card.name", "member_card.image_url"])
    .where(sql<boolean>`team_calendar.subject_id = any(${ids}::bigint[])`),
);

const nothing = { code: [] as string[], text: "" };

/** Maximum of a body that is searched for code, and of its beginning that is read as text. */
const examined = { code: 65_536, text: 16_384 } as const;
/** Bound, because Unicode does not limit the length of a user-perceived character. */
const unitsPerCharacter = 8;

const withoutTorn = (html: string) => html.replace(/<[^>]*$/, "");

function startOf(body: string): { code: string[]; text: string } {
  const blocks = new Set<string>();
  const start = withoutTorn(body.slice(0, examined.code));
  for (const [, html = ""] of start.matchAll(/<code[^>]*>(.*?)<\/code>/gs)) {
    if (blocks.size >= searchLimits.codes) break;
    const block = bounded(textOfHtml(html).trim(), searchLimits.code);
    if (block) blocks.add(block);
  }
  const text = plainText(withoutTorn(body.slice(0, examined.text)));
  return { code: [...blocks], text: bounded(text, searchLimits.text).trim() };
}

/**
 * Characters that never combine with the next one: cutting between them needs no segmenter, which takes a millisecond.
 */
const single =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u27bf\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u3131-\u318e\u4e00-\u9fff가-힣\uff01-\uff60]*$/;

/** The first user-perceived characters of a text. */
function bounded(text: string, length: number): string {
  if (single.test(text.slice(0, length + 1))) return text.slice(0, length);
  return cutTo(text.slice(0, length * unitsPerCharacter).toWellFormed(), length);
}

/** The number of items that fit into a response, at least one. */
function fittingIn(items: readonly FeedItem[]): number {
  let left = searchLimits.feedBytes - 1024;
  const over = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return left < 0;
  });
  return over < 0 ? items.length : Math.max(over, 1);
}
