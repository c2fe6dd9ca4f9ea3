/** A post's picture may weigh this many bytes when it leaves the browser (spec/ui.md §17.5). */
export const pictureLimitBytes = 1_000_000;

/** Encodes the picture as JPEG; `quality` is above 0 and at most 1. */
type Encode = (quality: number) => Promise<Blob>;

/**
 * The picture at the best quality of 1, .99, .98 … that fits into the limit, undefined when none does.
 * A smaller quality never weighs more, so halving finds the same step as counting down, in seven tries instead of a hundred.
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
