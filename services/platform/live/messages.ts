import type { RawData } from "ws";
import { type ClientMessage, clientMessage } from "#contracts/live";

/** The messages of a client's frame, or undefined if it is invalid. Stops parsing at the first invalid message. */
export function parseFrame(data: RawData): readonly ClientMessage[] | undefined {
  try {
    const json: unknown = JSON.parse(data.toString());
    return (Array.isArray(json) ? json : [json]).map((message) => clientMessage.parse(message));
  } catch {
    return undefined;
  }
}
