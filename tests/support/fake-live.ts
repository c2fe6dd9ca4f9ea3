import { act } from "@testing-library/react";
import type { ClientMessage, ServerMessage } from "#contracts/live";

/** A live server that accepts everything and sends what the test specifies. */
export function fakeLive() {
  const sent: ClientMessage[] = [];
  const sockets: { type: Map<string, (event: never) => void>; isClosed: boolean }[] = [];
  const say = (...messages: ServerMessage[]) =>
    act(() => sockets.at(-1)?.type.get("message")?.({ data: JSON.stringify(messages) } as never));
  function open() {
    const type = new Map<string, (event: never) => void>();
    const socket = { type, isClosed: false };
    sockets.push(socket);
    return {
      send: (text: string) => sent.push(...(JSON.parse(text) as ClientMessage[])),
      close: () => {
        socket.isClosed = true;
      },
      addEventListener: (name: string, listener: (event: never) => void) => type.set(name, listener),
    };
  }
  return {
    sent,
    say,
    /** For a `LiveProvider`. */
    connection: { url: "ws://site.test/live", open, wakeUps: () => () => {} },
    drop: (code: number) => act(() => sockets.at(-1)?.type.get("close")?.({ code } as never)),
    openConnections: () => sockets.filter(({ isClosed }) => !isClosed).length,
    greet() {
      act(() => sockets.at(-1)?.type.get("open")?.({} as never));
      say({ type: "hello", member: null, checkpoint: "c1", heartbeatMs: 25_000 });
      for (const message of sent)
        if (message.type === "subscribe") say({ type: "subscribed", view: message.view, key: message.key });
    },
  };
}
