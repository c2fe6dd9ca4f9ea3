import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import * as sync from "y-protocols/sync";
import { documentMessages } from "#contracts/documents/api";

/** A message of a client, in the framing of y-websocket. */
export type ClientMessage =
  | { readonly type: "step1"; readonly vector: Uint8Array }
  | { readonly type: "update"; readonly update: Uint8Array }
  | { readonly type: "awareness"; readonly update: Uint8Array }
  | { readonly type: "ask-awareness" }
  | { readonly type: "seed"; readonly update: Uint8Array }
  | { readonly type: "kept"; readonly number: number };

/** Maximum of a state vector: about 30,000 clients that have edited one document. */
const maxVectorBytes = 256 * 1024;

/** Parses the message of a frame; undefined if it is invalid. */
export function parseMessage(frame: Uint8Array): ClientMessage | undefined {
  try {
    return read(decoding.createDecoder(frame));
  } catch {
    return undefined;
  }
}

function read(decoder: decoding.Decoder): ClientMessage | undefined {
  switch (decoding.readVarUint(decoder)) {
    case documentMessages.sync: {
      const step = decoding.readVarUint(decoder);
      const bytes = decoding.readVarUint8Array(decoder);
      if (step === sync.messageYjsSyncStep1)
        return bytes.length > maxVectorBytes ? undefined : { type: "step1", vector: bytes };
      return step <= sync.messageYjsUpdate ? { type: "update", update: bytes } : undefined;
    }
    case documentMessages.awareness:
      return { type: "awareness", update: decoding.readVarUint8Array(decoder) };
    case documentMessages.queryAwareness:
      return { type: "ask-awareness" };
    case documentMessages.seed:
      return { type: "seed", update: decoding.readVarUint8Array(decoder) };
    case documentMessages.kept:
      return { type: "kept", number: decoding.readVarUint(decoder) };
    default:
      return undefined;
  }
}

function message(type: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return encoding.toUint8Array(encoder);
}

const syncMessage = (step: number) => (bytes: Uint8Array) =>
  message(documentMessages.sync, (encoder) => {
    encoding.writeVarUint(encoder, step);
    encoding.writeVarUint8Array(encoder, bytes);
  });

/** Messages of the server. */
export const messages = {
  step1: syncMessage(sync.messageYjsSyncStep1),
  step2: syncMessage(sync.messageYjsSyncStep2),
  update: syncMessage(sync.messageYjsUpdate),
  awareness: (update: Uint8Array) =>
    message(documentMessages.awareness, (encoder) => encoding.writeVarUint8Array(encoder, update)),
  kept: (number: number) =>
    message(documentMessages.kept, (encoder) => encoding.writeVarUint(encoder, number)),
};
