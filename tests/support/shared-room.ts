import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { readSyncMessage, writeUpdate } from "y-protocols/sync";
import type { WebsocketProvider } from "y-websocket";
import { encodeStateAsUpdate, encodeStateVector } from "yjs";
import { documentMessages } from "#contracts/documents/api";
import { textCopy } from "#services/documents/text-copy";
import { provider, type Writer } from "#tests/support/shared-writers";
import { holdWhileComposing } from "#web/editor/together/hold-composed.ts";
import { keepOrphans } from "#web/editor/together/orphans.ts";

/** The way of updates between writers through the server, each at the time that a spec wants. */
export function sharedRoom(writers: readonly Writer[], start: Uint8Array) {
  const server = textCopy([start]);
  const seats = writers.map(({ doc, editor }) => {
    const seat = { doc, isOnline: true, outgoing: [] as Uint8Array[], incoming: [] as Uint8Array[], hear };
    const handlers: WebsocketProvider["messageHandlers"] = [];
    handlers[documentMessages.sync] = (encoder, decoder) =>
      void readSyncMessage(decoder, encoder, doc, provider);
    keepOrphans(editor, { doc, messageHandlers: handlers });
    holdWhileComposing(editor, { doc, messageHandlers: handlers });
    function hear(update: Uint8Array): void {
      const message = encoding.createEncoder();
      writeUpdate(message, update);
      const decoder = decoding.createDecoder(encoding.toUint8Array(message));
      handlers[documentMessages.sync]?.(encoding.createEncoder(), decoder, {} as WebsocketProvider, false, 0);
    }
    doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== provider && seat.isOnline) seat.outgoing.push(update);
    });
    return seat;
  });
  type Seat = (typeof seats)[number];
  const seatOf = (writer: number) => seats[writer] as Seat;

  function send(writer: number): void {
    const seat = seatOf(writer);
    for (const update of seat.outgoing.splice(0)) {
      server.take(update);
      for (const other of seats) if (other !== seat && other.isOnline) other.incoming.push(update);
    }
  }
  async function receive(writer: number): Promise<void> {
    const seat = seatOf(writer);
    for (const update of seat.incoming.splice(0)) {
      seat.hear(update);
      // A turn later what came in has been committed and answered.
      await new Promise((done) => setTimeout(done));
    }
  }
  function online(writer: number): void {
    const seat = seatOf(writer);
    if (seat.isOnline) return;
    seat.isOnline = true;
    seat.outgoing = [encodeStateAsUpdate(seat.doc, server.vector())];
    seat.incoming = [server.missing(encodeStateVector(seat.doc))];
  }

  return {
    send,
    receive,
    online,
    /** What is on its way is lost with the line. */
    offline: (writer: number) =>
      Object.assign(seatOf(writer), { isOnline: false, outgoing: [], incoming: [] }),
    /** All are there, and each has what the others have written. */
    async settle(): Promise<void> {
      for (const writer of seats.keys()) online(writer);
      for (
        let round = 0;
        seats.some(({ outgoing, incoming }) => outgoing.length + incoming.length > 0);
        round += 1
      ) {
        if (round > 20) throw new Error("writers never come to rest");
        for (const writer of seats.keys()) send(writer);
        for (const writer of seats.keys()) await receive(writer);
      }
    },
  };
}
