import * as decoding from "lib0/decoding";
import { messageYjsSyncStep1 } from "y-protocols/sync";

/** What a message of y-websocket brings; undefined when it only asks. Leaves the message unread. */
export function updateIn(decoder: decoding.Decoder): Uint8Array | undefined {
  const { pos } = decoder;
  const isAsked = decoding.readVarUint(decoder) === messageYjsSyncStep1;
  const update = isAsked ? undefined : decoding.readVarUint8Array(decoder);
  decoder.pos = pos;
  return update;
}
