import { sql } from "kysely";
import type { MemberRef } from "#contracts/article/api";
import { seoulIsoWithOffset } from "#contracts/dates";
import type { Anchor, Comment, Discussion, Thread } from "#contracts/discussion/api";
import type { Articles } from "./article-view.ts";
import type { ReadModelsDatabase } from "./database.ts";
import { formerMember, nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { isManager } from "./team-members.ts";

/** Decrypt the personal parts of rows in their order; undefined where the key has been destroyed or nothing is stored. */
type Decrypt<Text> = (
  rows: readonly { readonly author_id: string; readonly sealed: string | null }[],
) => Promise<readonly (Text | undefined)[]>;

/** The database with the comments and the functions that decrypt them. */
export interface Discussions extends Pick<Articles, "db"> {
  readonly decryptComments: Decrypt<{ readonly text: string }>;
  readonly decryptQuotes: Decrypt<{ readonly quote: readonly string[] | null }>;
  readonly decryptReasons: Decrypt<{ readonly reason: string | null }>;
}

interface Read {
  readonly articleId: number;
  /** A member of the article's team. */
  readonly memberId: string;
}

/** spec/discussion.md §4 `getDiscussion`; undefined for an unknown article. */
export async function readDiscussion(
  discussions: Discussions,
  params: Read,
): Promise<Discussion | undefined> {
  const { db } = discussions;
  const { articleId, memberId } = params;
  const [[article], rows, acknowledgedBy] = await Promise.all([
    articleBy(db, { articleId }),
    commentsOf(db, { articleId }),
    acknowledgingMembers(db, { articleId }),
  ]);
  if (!article) return undefined;
  const threads = await threadsOf(discussions, rows, {
    memberId,
    manages: await isManager(db, article.team_id, memberId),
  });
  return {
    articleId,
    articleRevision: article.revision,
    comments: threads.flatMap(({ comments }) => comments).filter(({ state }) => state === "posted").length,
    acknowledgedBy: acknowledgedBy.map(refOf),
    threads,
  };
}

/** One comment as in `Discussion`; undefined for an unknown or deleted one. */
export async function readComment(
  discussions: Discussions,
  { commentId, memberId }: { readonly commentId: number; readonly memberId: string },
): Promise<Comment | undefined> {
  const rows = await commentBy(discussions.db, { commentId });
  const manages = rows[0] !== undefined && (await isManager(discussions.db, rows[0].team_id, memberId));
  const [comment] = await commentViews(discussions, rows, { memberId, manages });
  return comment?.state === "posted" ? comment : undefined;
}

interface Reader {
  readonly memberId: string;
  readonly manages: boolean;
}

async function threadsOf(
  discussions: Discussions,
  rows: readonly CommentRow[],
  reader: Reader,
): Promise<Thread[]> {
  const roots = rows.filter((row) => row.comment_id === row.thread_id);
  const [comments, quotes] = await Promise.all([
    commentViews(discussions, rows, reader),
    discussions.decryptQuotes(
      roots.map((row) => ({ author_id: row.article_author_id, sealed: row.sealed_quote })),
    ),
  ]);
  const byThread = new Map<number, Comment[]>();
  for (const [index, row] of rows.entries()) {
    const thread = byThread.get(row.thread_id) ?? [];
    byThread.set(row.thread_id, thread);
    thread.push(comments[index] as Comment);
  }
  return roots.flatMap((root, index) => {
    const [first, ...replies] = byThread.get(root.thread_id) ?? [];
    const shown = replies.filter(({ state }) => state === "posted");
    // A root without a text stays only for the replies of others.
    if (!first || (first.state !== "posted" && shown.length === 0)) return [];
    const quote = quotes[index]?.quote;
    return [
      {
        threadId: root.thread_id,
        anchor: root.anchor as Anchor | null,
        quote: quote ? [...quote] : null,
        comments: [first, ...shown],
      },
    ];
  });
}

async function commentViews(
  { db, decryptComments, decryptReasons }: Discussions,
  rows: readonly CommentRow[],
  { memberId, manages }: Reader,
): Promise<Comment[]> {
  const named = [...new Set(rows.flatMap((row) => row.mention_ids as string[]))];
  const [texts, reasons, people] = await Promise.all([
    decryptComments(rows),
    decryptReasons(
      rows.map(({ author_id, sealed_reason }) => ({
        author_id,
        sealed: author_id === memberId ? sealed_reason : null,
      })),
    ),
    named.length === 0 ? [] : membersBy(db, { uuids: named }),
  ]);
  const members = new Map(people.map((row) => [row.uuid, refOf(row)]));
  return rows.map((row, index) => {
    const text = texts[index]?.text ?? null;
    const state = stateOf(row, text);
    const isAuthor = row.author_id === memberId;
    const isPosted = state === "posted";
    return {
      commentId: row.comment_id,
      text: isPosted ? text : null,
      mentions: isPosted ? (row.mention_ids as string[]).flatMap((uuid) => members.get(uuid) ?? []) : [],
      author:
        row.name === null
          ? { uuid: null, memberName: formerMember, imageUrl: pictureOf(row) }
          : { uuid: row.author_id, memberName: nameOf(row), imageUrl: pictureOf(row) },
      isAuthor,
      canDelete: isPosted && (isAuthor || manages),
      state,
      reason: reasons[index]?.reason ?? null,
      createdAt: seoulIsoWithOffset(new Date(row.created_at)),
      editedAt: row.edited_at === null ? null : seoulIsoWithOffset(new Date(row.edited_at)),
      revision: row.revision,
    };
  });
}

function stateOf(row: CommentRow, text: string | null): Comment["state"] {
  if (row.deleted_by !== null) return row.deleted_by === row.author_id ? "deleted" : "deleted-by-manager";
  return text === null ? "withdrawn" : "posted";
}

const refOf = (row: { uuid: string; name: string | null; image_url: string | null }): MemberRef => ({
  uuid: row.uuid,
  memberName: nameOf(row),
  imageUrl: pictureOf(row),
});

/** The team of an existing article. */
export async function readTeamOf(db: ReadModelsDatabase, articleId: number): Promise<number | undefined> {
  return (await articleBy(db, { articleId }))[0]?.team_id;
}

const articleBy = prepared((db, { articleId }: { articleId: number }) =>
  db
    .selectFrom("team_articles")
    .innerJoin("team_page", "team_page.team_id", "team_articles.team_id")
    .select(["team_articles.team_id", "team_articles.revision"])
    .where("team_articles.article_id", "=", articleId),
);

const commentRows = (db: ReadModelsDatabase) =>
  db
    .selectFrom("discussion")
    .leftJoin("member_card", "member_card.uuid", "discussion.author_id")
    .selectAll("discussion")
    .select(["member_card.name", "member_card.image_url"]);

type CommentRow = Awaited<ReturnType<ReturnType<typeof commentRows>["execute"]>>[number];

/** Without deleted comments that no posted reply keeps: a member may post and delete thousands. */
const commentsOf = prepared((db, { articleId }: { articleId: number }) =>
  commentRows(db)
    .where("discussion.article_id", "=", articleId)
    .where(
      sql<boolean>`(discussion.sealed IS NOT NULL OR EXISTS (SELECT FROM discussion AS reply
        WHERE reply.article_id = discussion.article_id AND reply.thread_id = discussion.comment_id
          AND reply.sealed IS NOT NULL))`,
    )
    .orderBy("discussion.position"),
);

const commentBy = prepared((db, { commentId }: { commentId: number }) =>
  commentRows(db).where("discussion.comment_id", "=", commentId),
);

const acknowledgingMembers = prepared((db, { articleId }: { articleId: number }) =>
  db
    .selectFrom("article_marks")
    .innerJoin("member_card", "member_card.uuid", "article_marks.member_id")
    .select(["member_card.uuid", "member_card.name", "member_card.image_url"])
    .where("article_marks.article_id", "=", articleId)
    .orderBy("article_marks.marked_at"),
);

/** Without withdrawn ones. */
const membersBy = prepared((db, { uuids }: { uuids: readonly string[] }) =>
  db
    .selectFrom("member_card")
    .select(["uuid", "name", "image_url"])
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .where("name", "is not", null),
);
