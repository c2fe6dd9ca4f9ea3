/** Maximum bytes of a post's picture when it is uploaded (spec/ui.md §17.5). */
export const pictureLimitBytes = 1_000_000;

/** Encodes the picture as JPEG; `quality` is above 0 and at most 1. */
type Encode = (quality: number) => Promise<Blob>;

/**
 * The picture at the best quality of 1, .99, .98 … within the limit, undefined if none is. A lower quality is never
 * larger, so a binary search finds it in seven attempts instead of a hundred.
 */
export async function compress(encode: Encode, limit = pictureLimitBytes): Promise<Blob | undefined> {
  let best = await encode(1);
  if (best.size <= limit) return best;
  let found: Blob | undefined;
  let low = 1;
  let high = 99;
  while (low <= high) {
    const percent = Math.ceil((low + high) / 2);
    best = await encode(percent / 100);
    if (best.size <= limit) {
      found = best;
      low = percent + 1;
    } else {
      high = percent - 1;
    }
  }
  return found;
}
