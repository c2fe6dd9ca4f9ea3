import * as encoding from "lib0/encoding";

/**
 * Updates of many clients that each claim that their character is between the beginning and another position of a text:
 * each is compared with all earlier ones, about 13 bytes each. Returns those of `from` to `to`, the first with the
 * text.
 */
export function hostile(clients: number, from = 1, to = clients): Uint8Array {
  const encoder = encoding.createEncoder();
  const numbers = (...all: number[]) => {
    for (const number of all) encoding.writeVarUint(encoder, number);
  };
  const isString = 4;
  const hasRightOrigin = 64;
  const ofRoot = 1;
  const isFirst = from === 1;
  numbers(to - from + 1 + (isFirst ? 1 : 0));
  for (let n = to; n >= from; n -= 1) {
    numbers(1, 1_000_000 + n, 0);
    encoding.writeUint8(encoder, isString | hasRightOrigin);
    numbers(1, clients - n + 1);
    encoding.writeVarString(encoder, "a");
  }
  if (isFirst) {
    numbers(1, 1, 0);
    encoding.writeUint8(encoder, isString);
    numbers(ofRoot);
    encoding.writeVarString(encoder, "text");
    encoding.writeVarString(encoder, "a".repeat(clients + 2));
  }
  numbers(0);
  return encoding.toUint8Array(encoder);
}
