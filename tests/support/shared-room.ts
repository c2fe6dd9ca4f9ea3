import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { onTestFinished } from "vitest";
import { readSyncMessage, writeUpdate } from "y-protocols/sync";
import type { WebsocketProvider } from "y-websocket";
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from "yjs";
import { documentMessages } from "#contracts/documents/api";
import { provider, type Writer } from "#tests/support/shared-writers";
import { holdWhileComposing } from "#web/editor/collaboration/hold-while-composing.ts";

/** Carries updates between editors through a server, each when the spec requests it. */
export function sharedRoom(writers: readonly Writer[], start: Uint8Array) {
  const server = new Doc();
  applyUpdate(server, start);
  const seats = writers.map(({ doc }) => {
    const seat = {
      doc,
      isOnline: true,
      outgoing: [] as Uint8Array[],
      incoming: [] as Uint8Array[],
      receiveUpdate,
    };
    const handlers: WebsocketProvider["messageHandlers"] = [];
    handlers[documentMessages.sync] = (encoder, decoder) =>
      void readSyncMessage(decoder, encoder, doc, provider);
    const stopHolding = holdWhileComposing({ messageHandlers: handlers });
    onTestFinished(stopHolding);
    function receiveUpdate(update: Uint8Array): void {
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

  /** False if it cannot be sent. */
  function send(writer: number): boolean {
    const seat = seatOf(writer);
    for (const update of seat.outgoing.splice(0)) {
      applyUpdate(server, update);
      for (const other of seats) if (other !== seat && other.isOnline) other.incoming.push(update);
    }
    return seat.isOnline;
  }
  async function receive(writer: number): Promise<void> {
    const seat = seatOf(writer);
    for (const update of seat.incoming.splice(0)) {
      seat.receiveUpdate(update);
      // Received updates are committed and answered one turn later.
      await new Promise((done) => setTimeout(done));
    }
  }
  function online(writer: number): void {
    const seat = seatOf(writer);
    if (seat.isOnline) return;
    seat.isOnline = true;
    seat.outgoing = [encodeStateAsUpdate(seat.doc, encodeStateVector(server))];
    seat.incoming = [encodeStateAsUpdate(server, encodeStateVector(seat.doc))];
  }

  return {
    send,
    receive,
    online,
    /** Updates in transit are lost with the connection. */
    offline: (writer: number) =>
      Object.assign(seatOf(writer), { isOnline: false, outgoing: [], incoming: [] }),
    /** Reconnects all writers until each has the updates of the others. */
    async settle(): Promise<void> {
      for (const writer of seats.keys()) online(writer);
      for (
        let round = 0;
        seats.some(({ outgoing, incoming }) => outgoing.length + incoming.length > 0);
        round += 1
      ) {
        if (round > 20) throw new Error("the editors never settle");
        for (const writer of seats.keys()) send(writer);
        for (const writer of seats.keys()) await receive(writer);
      }
    },
  };
}
