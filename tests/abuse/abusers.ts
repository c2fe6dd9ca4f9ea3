import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { onOrder } from "../bench/helper-process.ts";
import { allScenarios } from "./notification-floods.ts";
import type { Abuser, Attack, Place } from "./scenarios.ts";

/**
 * Messages to the process of the abusers: it builds the requests of a scenario and sends them over several connections
 * each.
 */
export type AbuseOrder =
  | {
      readonly type: "prepare";
      readonly origin: string;
      readonly scenario: string;
      readonly abusers: readonly Abuser[];
      readonly place: Place;
      readonly isLong: boolean;
    }
  | { readonly type: "send"; readonly ms: number };

/** Number of responses by status; 0 for a broken connection. */
export interface AbuseReport {
  readonly statuses: Readonly<Record<number, number>>;
}

const usualConnections = 5;
let connections = usualConnections;
/** A scenario runs until all expected statuses have occurred, at most this long beyond its time. */
const longestMoreMs = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

let acts: readonly (() => Promise<number>)[] = [];
let expected: readonly number[] = [];
const sockets: WebSocket[] = [];

onOrder(async (order: AbuseOrder): Promise<AbuseReport> => {
  const statuses: Record<number, number> = {};
  if (order.type === "prepare") {
    await prepare(order);
    return { statuses };
  }
  const began = Date.now();
  const isOver = () => {
    const passed = Date.now() - began;
    if (passed <= order.ms) return false;
    return passed > order.ms + longestMoreMs || expected.every((status) => statuses[status]);
  };
  const connection = async (act: () => Promise<number>) => {
    while (!isOver()) {
      const status = await act();
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(acts.flatMap((act) => Array.from({ length: connections }, () => connection(act))));
  for (const socket of sockets.splice(0)) socket.terminate();
  return { statuses };
});

async function prepare({
  origin,
  scenario,
  abusers,
  place,
  isLong,
}: Extract<AbuseOrder, { type: "prepare" }>) {
  const found = allScenarios.find(({ title }) => title === scenario);
  if (!found) throw new Error(`there is no scenario ${scenario}`);
  const { attacks } = found;
  expected = found.expected;
  connections = found.connections ?? usualConnections;
  acts = await Promise.all(
    abusers.map(async (abuser) => {
      if (attacks === "sockets") return () => openSocket(origin, abuser);
      const requests = await attacks(abuser, place, isLong);
      let next = 0;
      return () => send(origin, abuser, requests[next++ % requests.length] as Attack);
    }),
  );
}

const send = (origin: string, { token, address }: Abuser, { method, path, isVisitor, type, body }: Attack) =>
  new Promise<number>((resolve) => {
    const headers = {
      "x-forwarded-for": address,
      ...(isVisitor ? {} : { authorization: `Bearer ${token}` }),
      ...(type && { "content-type": type }),
      ...(body && { "content-length": body.length }),
    };
    const sent = request(`${origin}${path}`, { method, agent, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", () => resolve(0));
    });
    sent.on("error", () => resolve(0));
    sent.end(body);
  });

const subscriptions = Array.from({ length: 200 }, (_, n) => ({
  type: "subscribe",
  view: "team-page",
  key: String(n + 1),
}));

function openSocket(origin: string, { address }: Abuser): Promise<number> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/live`, {
    headers: { "x-forwarded-for": address },
    perMessageDeflate: false,
  });
  return new Promise<number>((resolve) => {
    socket.on("error", () => resolve(0));
    socket.on("unexpected-response", (_, response) => {
      response.resume();
      // A refused client pauses before its next attempt.
      void pause(10).then(() => resolve(response.statusCode ?? 0));
    });
    socket.on("open", () => {
      sockets.push(socket);
      socket.send(JSON.stringify([{ type: "hello", token: null }, ...subscriptions]));
    });
    socket.on("message", () => resolve(101));
    socket.on("close", (code) => void pause(10).then(() => resolve(code)));
  });
}
