import type sharp from "sharp";

let loading: Promise<typeof sharp> | undefined;

/** The decoder is loaded with the first picture, so that the start does not wait for it. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import("sharp").then(({ default: loaded }) => {
    // One thread per picture and no cache: a 40 megapixel picture takes up to 320 MB while it is rotated.
    loaded.cache(false);
    loaded.concurrency(1);
    return loaded;
  });
  return loading;
}
