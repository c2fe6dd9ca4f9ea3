import type sharp from "sharp";

let loading: Promise<typeof sharp> | undefined;

/** The decoder, loaded with the first picture: a start need not wait for it. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import("sharp").then(({ default: loaded }) => {
    // One thread per picture and nothing remembered: a 40 megapixel picture takes up to 320 MB while it is turned.
    loaded.cache(false);
    loaded.concurrency(1);
    return loaded;
  });
  return loading;
}
