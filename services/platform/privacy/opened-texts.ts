import { LRUCache } from "lru-cache";
import type { KeyRing } from "./member-keys.ts";
import { openSealedPart } from "./recorded-data.ts";

/** A text as read models store it. */
interface Sealed {
  readonly author_id: string;
  readonly sealed: string | null;
}

/** Characters of the decrypted texts that a process caches; a character is two bytes. */
const maxCharacters = 4_000_000;
/** Texts of a withdrawn member leave the cache after this time at most (milliseconds). */
const usualMs = 10 * 60_000;

/**
 * Decrypts the sealed texts of rows, in their order; undefined where the writer's key is gone. Cached, since a page is read by
 * a whole team.
 */
export function opensTexts<Text extends object>(keys: Pick<KeyRing, "of">, rememberedMs = usualMs) {
  const lately = new LRUCache<string, Text>({
    maxSize: maxCharacters,
    // The key is about as long as what it opens.
    sizeCalculation: (_, sealed) => 2 * sealed.length,
    ttl: rememberedMs,
    // Also texts that are not read again, such as those of a withdrawn member.
    ttlAutopurge: true,
  });
  return async (rows: readonly Sealed[]): Promise<readonly (Text | undefined)[]> => {
    const remembered = rows.map(({ sealed }) => (sealed === null ? undefined : lately.get(sealed)));
    const writers = rows.filter(({ sealed }, n) => sealed !== null && !remembered[n]);
    if (writers.length === 0) return remembered;
    const known = await keys.of([...new Set(writers.map(({ author_id }) => author_id))]);
    const texts = [...remembered];
    for (const [n, { author_id, sealed }] of rows.entries()) {
      if (sealed === null || remembered[n]) continue;
      const text = openSealedPart(sealed, known.get(author_id)) as Text | undefined;
      if (text) lately.set(sealed, text);
      texts[n] = text;
    }
    return texts;
  };
}
