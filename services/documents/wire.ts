import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import * as sync from "y-protocols/sync";
import * as Y from "yjs";
import { type Beginning, documentMessages } from "#contracts/documents/api";

/** What a client says, in the framing of y-websocket. */
export type Heard =
  /** Asks for what it lacks; the state vector says what it has. */
  | { readonly type: "ask"; readonly vector: Uint8Array }
  | { readonly type: "update"; readonly update: Uint8Array }
  | { readonly type: "awareness"; readonly update: Uint8Array }
  | { readonly type: "ask-awareness" }
  | { readonly type: "beginning"; readonly generation: number; readonly update: Uint8Array }
  | { readonly type: "kept"; readonly number: number };

/** Of what a client says it has: about 30,000 hands that have written in one document. */
const mostVectorBytes = 256 * 1024;

/** The message in a frame, undefined when it is none. */
export function parseMessage(frame: Uint8Array): Heard | undefined {
  try {
    return read(decoding.createDecoder(frame));
  } catch {
    return undefined;
  }
}

function read(decoder: decoding.Decoder): Heard | undefined {
  switch (decoding.readVarUint(decoder)) {
    case documentMessages.sync: {
      const step = decoding.readVarUint(decoder);
      const bytes = decoding.readVarUint8Array(decoder);
      if (step === sync.messageYjsSyncStep1) {
        if (bytes.length > mostVectorBytes) return undefined;
        Y.decodeStateVector(bytes);
        return { type: "ask", vector: bytes };
      }
      return step <= sync.messageYjsUpdate ? { type: "update", update: bytes } : undefined;
    }
    case documentMessages.awareness:
      return { type: "awareness", update: decoding.readVarUint8Array(decoder) };
    case documentMessages.askAwareness:
      return { type: "ask-awareness" };
    case documentMessages.beginning: {
      const { generation } = JSON.parse(decoding.readVarString(decoder)) as Partial<Beginning>;
      const update = decoding.readVarUint8Array(decoder);
      return Number.isInteger(generation)
        ? { type: "beginning", generation: generation as number, update }
        : undefined;
    }
    case documentMessages.kept:
      return { type: "kept", number: decoding.readVarUint(decoder) };
    default:
      return undefined;
  }
}

function written(type: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return encoding.toUint8Array(encoder);
}

const synced = (step: number, bytes: Uint8Array) => (encoder: encoding.Encoder) => {
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
};

/** What the server says. */
export const messages = {
  /** Asks for what the server, which has this, lacks. */
  ask: (vector: Uint8Array) => written(documentMessages.sync, synced(sync.messageYjsSyncStep1, vector)),
  answer: (missing: Uint8Array) => written(documentMessages.sync, synced(sync.messageYjsSyncStep2, missing)),
  update: (update: Uint8Array) =>
    written(documentMessages.sync, (encoder) => sync.writeUpdate(encoder, update)),
  awareness: (update: Uint8Array) =>
    written(documentMessages.awareness, (encoder) => encoding.writeVarUint8Array(encoder, update)),
  beginning: (beginning: Beginning) =>
    written(documentMessages.beginning, (encoder) =>
      encoding.writeVarString(encoder, JSON.stringify(beginning)),
    ),
  kept: (number: number) =>
    written(documentMessages.kept, (encoder) => encoding.writeVarUint(encoder, number)),
};
