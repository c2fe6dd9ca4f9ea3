import { LRUCache } from "lru-cache";
import type { KeyRing } from "./member-keys.ts";
import { openSealedPart } from "./recorded-data.ts";

/** What somebody wrote, as read models keep it. */
interface Sealed {
  readonly author_id: string;
  readonly sealed: string | null;
}

/** Signs of the texts that a process remembers open, at most; a sign is two bytes. */
const mostSigns = 4_000_000;
/** What somebody who withdraws has written is gone from memory, too, after this time at most (milliseconds). */
const usualMs = 10 * 60_000;

/**
 * Opens what rows keep sealed, in their order; undefined where the writer's key is gone. A page is read by a whole team: what
 * was opened lately is remembered.
 */
export function opensTexts<Text extends object>(keys: Pick<KeyRing, "of">, rememberedMs = usualMs) {
  const lately = new LRUCache<string, Text>({
    maxSize: mostSigns,
    // The key is about as long as what it opens.
    sizeCalculation: (_, sealed) => 2 * sealed.length,
    ttl: rememberedMs,
    // Also what nobody asks for again, such as what a withdrawn member wrote.
    ttlAutopurge: true,
  });
  return async (rows: readonly Sealed[]): Promise<readonly (Text | undefined)[]> => {
    const remembered = rows.map(({ sealed }) => (sealed === null ? undefined : lately.get(sealed)));
    const writers = rows.filter(({ sealed }, n) => sealed !== null && !remembered[n]);
    if (writers.length === 0) return remembered;
    const known = await keys.of([...new Set(writers.map(({ author_id }) => author_id))]);
    return rows.map(({ author_id, sealed }, n) => {
      if (sealed === null || remembered[n]) return remembered[n];
      const text = openSealedPart(sealed, known.get(author_id)) as Text | undefined;
      if (text) lately.set(sealed, text);
      return text;
    });
  };
}
