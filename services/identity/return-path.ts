const controls = /\p{Cc}/u;
/** A longer one would not fit into the state cookie, which browsers drop beyond 4096 bytes. */
const longestBytes = 1000;

/**
 * The permitted return path of a login: a path of this origin, else undefined (spec/wire-contract.md §2.1). It begins
 * with one `/`, not with `//` or `/\` (both name another host to browsers), and contains no control characters.
 */
export function returnPath(requested: unknown): string | undefined {
  if (typeof requested !== "string" || !requested.isWellFormed()) return undefined;
  if (Buffer.byteLength(requested) > longestBytes) return undefined;
  if (!/^\/(?![/\\])/.test(requested) || controls.test(requested)) return undefined;
  return requested;
}
