import type pg from "pg";
import { draftLimits, type StoredContent, type StoredDraft } from "#contracts/drafts/api";
import { Refused } from "#contracts/errors";
import { picturesIn } from "../platform/html/picture-of-body.ts";
import type { Later } from "../platform/http/route.ts";
import type { PictureUse } from "../platform/platform.ts";
import { asMissingKey, type KeyRing } from "../platform/privacy/member-keys.ts";
import { decrypt, encrypt } from "../platform/privacy/sealing.ts";

export interface DraftName {
  readonly member: string;
  readonly key: string;
  readonly draftId: string;
}

export interface DraftPicture {
  readonly type: string;
  readonly bytes: Buffer;
}

interface DraftRow {
  readonly draft_id: string;
  readonly revision: number;
  /** Null for a long one in a list. */
  readonly content: Buffer | null;
  readonly has_picture: boolean;
}

// The limit concerns new drafts: existing ones can always be changed. A request that arrives after a later one of the
// same editor changes only the revision.
const putSql = `
INSERT INTO drafts (member, key, draft_id, content, at, written_at)
SELECT $1::uuid, $2::text, $3::uuid, $4::bytea, $5::timestamptz, $6::bigint
WHERE (SELECT count(*) FROM drafts WHERE member = $1) < $7
  OR EXISTS (SELECT FROM drafts WHERE member = $1 AND key = $2 AND draft_id = $3)
ON CONFLICT (member, key, draft_id) DO UPDATE
SET content = CASE WHEN excluded.written_at < drafts.written_at THEN drafts.content ELSE excluded.content END,
  written_at = greatest(excluded.written_at, drafts.written_at), at = excluded.at, revision = drafts.revision + 1
RETURNING revision`;
const takeOverSql = `
UPDATE drafts SET content = $4, at = $5, written_at = $6, revision = revision + 1
WHERE member = $1 AND key = $2 AND draft_id = $3 AND revision = $7 RETURNING revision`;
const pictureSql = `
UPDATE drafts SET picture = $4, revision = revision + 1
WHERE member = $1 AND key = $2 AND draft_id = $3 RETURNING revision`;
const listSql = `
SELECT draft_id, revision, CASE WHEN length(content) <= $4 THEN content END AS content,
  picture IS NOT NULL AS has_picture
FROM drafts WHERE member = $1 AND key = $2 ORDER BY at DESC, draft_id LIMIT $3`;
const oneSql = `
SELECT draft_id, revision, content, picture IS NOT NULL AS has_picture FROM drafts
WHERE member = $1 AND key = $2 AND draft_id = $3`;
/** Bytes of a draft that a list reads immediately: twenty may add up to 20 MB. */
const listedBytes = 131_072;

/** Stores unsent texts of members, encrypted with their own keys; `recordUses` keeps the own pictures that they show. */
export function createDrafts(
  pool: pg.Pool,
  keys: KeyRing,
  recordUses: (digests: readonly string[], use: PictureUse) => Promise<void>,
  now: () => Date,
) {
  /** @throws Refused if the member has withdrawn: a draft must not create a key again */
  async function secretOf(member: string): Promise<Uint8Array> {
    const secret = (await keys.of([member])).get(member);
    if (!secret) throw new Refused("bad-token");
    return secret;
  }

  const contextOf = ({ member, key, draftId }: DraftName, part: "content" | "picture") =>
    `draft/${member}/${key}/${draftId}/${part}`;
  /**
   * Own pictures of an edited post are kept even if the post loses them meanwhile; these uses end with the stream of the
   * post, whose name differs from the key for a problem.
   */
  const recordPictures = ({ member, key, draftId }: DraftName, { html }: StoredContent) =>
    recordUses(picturesIn([html]), {
      owner: `draft:${member}/${key}/${draftId}`,
      endsWith: [`member:${member}`, key.replace(/^(subject-\d+)-/, "$1_")],
      revision: 0,
      by: `member:${member}`,
    });
  const valuesOf = ({ member, key, draftId }: DraftName) => [member, key, draftId];

  function opened(name: DraftName, { revision, content, has_picture }: DraftRow, secret: Uint8Array) {
    if (content === null) return undefined;
    const text = String(decrypt(secret, content, contextOf(name, "content")));
    const rest = { draftId: name.draftId, draftRevision: revision, hasPicture: has_picture };
    return { ...(JSON.parse(text) as StoredContent), ...rest };
  }

  async function read(name: DraftName): Promise<StoredDraft | undefined> {
    const { rows } = await pool.query<DraftRow>(oneSql, valuesOf(name));
    return rows[0] && opened(name, rows[0], await secretOf(name.member));
  }

  return {
    /** Long ones are read while the list is sent. */
    async list(member: string, key: string): Promise<Later<StoredDraft>[]> {
      const secret = await secretOf(member);
      const { rows } = await pool.query<DraftRow>(listSql, [member, key, draftLimits.listed, listedBytes]);
      return rows.map((row) => {
        const name = { member, key, draftId: row.draft_id };
        return opened(name, row, secret) ?? (() => read(name));
      });
    },

    /** Returns its new revision. The foreign key makes it wait for a concurrent withdrawal, and fail after it. */
    async put(name: DraftName, content: StoredContent, ifMatch: number | undefined): Promise<number> {
      const secret = await secretOf(name.member);
      const sealed = encrypt(secret, Buffer.from(JSON.stringify(content)), contextOf(name, "content"));
      const values = [...valuesOf(name), sealed, now(), content.at];
      try {
        const { rows } = await (ifMatch === undefined
          ? pool.query<{ revision: number }>(putSql, [...values, draftLimits.perMember])
          : pool.query<{ revision: number }>(takeOverSql, [...values, ifMatch]));
        if (rows[0]) {
          await recordPictures(name, content);
          return rows[0].revision;
        }
      } catch (error) {
        throw asMissingKey(error);
      }
      throw new Refused(ifMatch === undefined ? "too-many-drafts" : "stale-revision");
    },

    async remove(name: DraftName, ifMatch: number | undefined): Promise<void> {
      const here = "member = $1 AND key = $2 AND draft_id = $3";
      const deleted = await pool.query(
        `DELETE FROM drafts WHERE ${here} AND ($4::integer IS NULL OR revision = $4)`,
        [...valuesOf(name), ifMatch ?? null],
      );
      if (deleted.rowCount === 1 || ifMatch === undefined) return;
      const { rowCount } = await pool.query(`SELECT FROM drafts WHERE ${here}`, valuesOf(name));
      if (rowCount === 1) throw new Refused("stale-revision");
    },

    async putPicture(name: DraftName, picture: DraftPicture | undefined): Promise<number> {
      const secret = await secretOf(name.member);
      // The type precedes the bytes, so that both are encrypted together.
      const plain = picture && Buffer.concat([Buffer.from(`${picture.type}\n`), picture.bytes]);
      const sealed = plain ? encrypt(secret, plain, contextOf(name, "picture")) : null;
      const { rows } = await pool.query<{ revision: number }>(pictureSql, [...valuesOf(name), sealed]);
      if (!rows[0]) throw new Refused("draft-not-found");
      return rows[0].revision;
    },

    async picture(name: DraftName): Promise<DraftPicture> {
      const secret = await secretOf(name.member);
      const { rows } = await pool.query<{ picture: Buffer | null }>(
        "SELECT picture FROM drafts WHERE member = $1 AND key = $2 AND draft_id = $3",
        valuesOf(name),
      );
      const sealed = rows[0]?.picture;
      if (!sealed) throw new Refused("draft-not-found");
      const plain = decrypt(secret, sealed, contextOf(name, "picture"));
      const end = plain.indexOf("\n");
      return { type: plain.subarray(0, end).toString(), bytes: plain.subarray(end + 1) };
    },

    /** Deletes drafts that have not changed for too long; returns their number. */
    async prune(): Promise<number> {
      const before = new Date(now().getTime() - draftLimits.retentionDays * 86_400_000);
      return (await pool.query("DELETE FROM drafts WHERE at < $1", [before])).rowCount ?? 0;
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;
