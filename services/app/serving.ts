import { setTimeout as sleep } from "node:timers/promises";
import { documentsPath } from "#contracts/documents/api";
import type { Documents } from "../documents/documents.ts";
import { limitConnections } from "../platform/http/connections.ts";
import { securityHeaders } from "../platform/http/security-headers.ts";
import { answerUnreadable, closeServer } from "../platform/http/server.ts";
import type { Live } from "../platform/live/live.ts";
import { limitUpgrades } from "../platform/live/upgrades.ts";
import { application, type Served } from "./application.ts";
import type { ProcessContext } from "./process-context.ts";

interface Sockets {
  readonly live: Live;
  readonly documents: Documents;
}

/** Serves requests and websockets. Its end completes requests in progress and closes the websockets. */
export function openServing(
  parts: ProcessContext,
  { live, documents }: Sockets,
  served: Omit<Served, "state"> & { readonly state: Omit<Served["state"], "isOpen"> },
) {
  const { config, options, metrics, server, url } = parts;
  let isOpen = true;
  const state = { ...served.state, isOpen: () => isOpen };
  const { answer, refuse } = application(parts, { ...served, state });
  const limits = {
    perAddress: config.connectionsPerAddress,
    senderOf: served.identity.senderOf,
    onRefused: () => metrics.socketRefused("http"),
    refuse,
  };
  limitConnections(server, limits, answer);
  answerUnreadable(server, securityHeaders(url, config.chatWidgetUrl), options.log);
  limitUpgrades(server, config.sockets, metrics.socketRefused);
  live.attach(server, "/live");
  documents.attach(server, documentsPath);
  return {
    async close(): Promise<void> {
      isOpen = false;
      await sleep(config.drainSeconds * 1000);
      const closed = closeServer(server);
      await Promise.all([live.close(), documents.close()]);
      await closed;
    },
  };
}
