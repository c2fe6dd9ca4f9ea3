import type pg from "pg";
import type { ArticleText } from "#projections/article-view";
import { decryptsTexts } from "#services/platform/privacy/decrypted-texts";
import { postgresKeyRing } from "#services/platform/privacy/member-keys";
import { secrets } from "#services/platform/privacy/secrets";

/** The titles of all articles in their order, decrypted as readers do; null for one that cannot be. */
export async function articleTitles(pool: pg.Pool, secretKey: string): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ author_id: string; sealed: string | null }>(
    "SELECT author_id, sealed FROM team_articles ORDER BY position",
  );
  const open = decryptsTexts<ArticleText>(postgresKeyRing(pool, secrets(secretKey).subs("member keys")));
  return (await open(rows)).map((text) => text?.title ?? null);
}
