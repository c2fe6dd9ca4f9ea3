import type { Socket } from "node:net";
import type { CustomFetch } from "openid-client";

/** Reaches this very server although the public address may lead through a proxy or out of a container. */
export interface OwnAddress {
  /** Learns from a request's socket where this server listens. */
  note(socket: Socket): void;
  /** Sends what is meant for the public address there. */
  readonly fetch: CustomFetch;
}

export function ownAddress(publicUrl: URL): OwnAddress {
  let base = publicUrl.origin;
  return {
    note(socket) {
      const { localAddress, localPort } = socket;
      if (!localAddress || !localPort || "encrypted" in socket) return;
      const host = localAddress.replace(/^::ffff:/, "");
      base = `http://${host.includes(":") ? `[${host}]` : host}:${localPort}`;
    },
    fetch: (url, options) => {
      const { origin, pathname, search } = new URL(url);
      const target = origin === publicUrl.origin ? base + pathname + search : url;
      return fetch(target, options as RequestInit);
    },
  };
}
