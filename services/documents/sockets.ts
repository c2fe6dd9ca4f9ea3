import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { type DocumentLimits, documentsProtocol } from "#contracts/documents/api";
import { closeCodes } from "#contracts/live";
import { refuseUpgrade, serveUpgrades } from "../platform/live/upgrades.ts";
import { type RoomName, roomNamed } from "./room-name.ts";

/** Handles upgrades of the path. A connection without a token is closed with a code that a browser can read. */
export function createSockets(
  site: string,
  limits: DocumentLimits,
  onConnection: (socket: WebSocket, name: RoomName, token: string, transport: Duplex) => void,
) {
  const allowedOrigin = new URL(site).origin;
  const detach: (() => void)[] = [];
  let isRefusing = false;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    // The second subprotocol is the token.
    handleProtocols: () => documentsProtocol,
  });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin } = request.headers;
    const name = roomNamed(new URL(request.url ?? "/", allowedOrigin).searchParams.get("room") ?? "");
    // Programs other than browsers send no Origin; a browser always does.
    if (origin !== undefined && origin !== allowedOrigin) refuseUpgrade(socket, 403);
    else if (isRefusing) refuseUpgrade(socket, 503);
    else if (!name) refuseUpgrade(socket, 404);
    else
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const token = tokenOf(request);
        if (token === undefined) webSocket.close(closeCodes.unauthenticated);
        else onConnection(webSocket, name, token, socket);
      });
  }

  return {
    attach: (server: Server, path: string) => void detach.push(serveUpgrades(server, path, upgrade)),
    refuse() {
      isRefusing = true;
    },
    detach() {
      for (const stop of detach) stop();
    },
  };
}

/** The token is sent as the second subprotocol, so that no address and hence no log contains it. */
const tokenOf = ({ headers }: IncomingMessage): string | undefined => {
  const [protocol, token] = (headers["sec-websocket-protocol"] ?? "").split(",").map((part) => part.trim());
  return protocol === documentsProtocol && token ? token : undefined;
};
