/** What takes the place of bytes that are no UTF-8 when they are read as text; it may also have been sent as itself. */
const replacement = "\ufffd";
const itsBytes = Buffer.from(replacement);

/** How often a text holds U+FFFD. */
export const replacementsIn = (text: string): number => text.split(replacement).length - 1;

/** How often bytes that come in pieces hold U+FFFD as UTF-8, across their seams too. */
export function replacementCount() {
  let count = 0;
  let tail = Buffer.alloc(0);
  return {
    add(chunk: Buffer): void {
      const seam = Buffer.concat([tail, chunk.subarray(0, 2)]);
      count += inBytes(seam) + inBytes(chunk);
      tail = Buffer.concat([tail, chunk.subarray(-2)]).subarray(-2);
    },
    count: () => count,
  };
}

function inBytes(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(itsBytes); at >= 0; at = bytes.indexOf(itsBytes, at + itsBytes.length))
    count += 1;
  return count;
}
