import { LRUCache } from "lru-cache";
import type { KeyRing } from "./member-keys.ts";
import { openSealedPart } from "./recorded-data.ts";

/** An encrypted text as read models store it. */
interface Sealed {
  readonly author_id: string;
  readonly sealed: string | null;
}

/** Characters of decrypted texts that a process caches; a character is two bytes. */
const maxCharacters = 4_000_000;
/** Texts of a withdrawn member leave the cache after at most this time (milliseconds). */
const usualMs = 10 * 60_000;

/**
 * Decrypts the texts of rows in their order; undefined if the writer's key has been destroyed. Cached, because a whole
 * team reads the same page; the rows of a withdrawn member are gone or empty before their texts leave the cache.
 */
export function decryptsTexts<Text extends object>(keys: Pick<KeyRing, "of">, rememberedMs = usualMs) {
  const cache = new LRUCache<string, Text>({
    maxSize: maxCharacters,
    // The cache key, the encrypted text, is about as long as the decrypted text.
    sizeCalculation: (_, sealed) => 2 * sealed.length,
    ttl: rememberedMs,
    // Also removes texts that are not read again, such as those of a withdrawn member.
    ttlAutopurge: true,
  });
  return async (rows: readonly Sealed[]): Promise<readonly (Text | undefined)[]> => {
    const remembered = rows.map(({ sealed }) => (sealed === null ? undefined : cache.get(sealed)));
    const writers = rows.filter(({ sealed }, n) => sealed !== null && !remembered[n]);
    if (writers.length === 0) return remembered;
    const known = await keys.of([...new Set(writers.map(({ author_id }) => author_id))]);
    const texts = [...remembered];
    for (const [n, { author_id, sealed }] of rows.entries()) {
      if (sealed === null || remembered[n]) continue;
      const text = openSealedPart(sealed, known.get(author_id)) as Text | undefined;
      if (text) cache.set(sealed, text);
      texts[n] = text;
    }
    return texts;
  };
}
