import { randomUUID } from "node:crypto";
import type { Connection } from "./connection.ts";
import { SerialisedMessage } from "./frame.ts";
import type { LiveOptions, LiveServerLimits } from "./options.ts";

const channel = "presence";
/**
 * Changes within this time are sent together (milliseconds), because each notification takes a server-wide lock at its
 * commit.
 */
const coalesceMs = 100;

interface PresenceOptions extends Pick<LiveOptions, "personOf" | "listening" | "log"> {
  readonly limits: Pick<LiveServerLimits, "presenceGraceMs" | "presenceRenewalMs" | "presenceExpiryMs">;
}

export type Presence = ReturnType<typeof createPresence>;

/**
 * Sent between processes: the members of a team who are present in one process. Without a team it asks the others for
 * theirs.
 */
interface Announcement {
  readonly process: string;
  readonly teamId?: string;
  readonly members?: readonly string[];
}

interface Peer {
  readonly members: readonly string[];
  readonly at: number;
}

/** Tracks which members are present in which team: those with a connection that subscribed to it, in all processes. */
export function createPresence({ personOf, listening, log, limits }: PresenceOptions) {
  const self = randomUUID();
  const local = new Map<string, Map<Connection, string>>();
  /** By team, then by process. */
  const peers = new Map<string, Map<string, Peer>>();
  const due = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout }>();

  const membersHere = (teamId: string) => [...new Set(local.get(teamId)?.values() ?? [])];
  const membersElsewhere = (teamId: string) =>
    [...(peers.get(teamId)?.values() ?? [])].flatMap(({ members }) => members);

  async function broadcast(teamId: string): Promise<void> {
    if (!local.has(teamId)) return;
    const members = [...new Set([...membersHere(teamId), ...membersElsewhere(teamId)])].sort();
    const people = (await Promise.all(members.map(personOf))).filter((person) => person !== undefined);
    const message = new SerialisedMessage(`presence ${teamId}`, {
      type: "presence",
      teamId: Number(teamId),
      people,
    });
    for (const connection of local.get(teamId)?.keys() ?? []) {
      connection.post(message);
      connection.flush();
    }
  }

  /** Sends a team's changes after a delay; an earlier time replaces a later one. */
  function schedule(teamId: string, delayMs: number, act: (teamId: string) => void): void {
    const at = performance.now() + delayMs;
    const planned = due.get(teamId);
    if (planned && planned.at <= at) return;
    clearTimeout(planned?.timer);
    const timer = setTimeout(() => {
      due.delete(teamId);
      act(teamId);
    }, delayMs).unref();
    due.set(teamId, { at, timer });
  }

  function send(teamId: string): void {
    broadcast(teamId).catch((error) => log.warn({ err: error }, "presence could not be sent"));
  }

  function announce(teamId: string): void {
    const announcement: Announcement = { process: self, teamId, members: membersHere(teamId) };
    void listening?.notify(channel, JSON.stringify(announcement));
  }

  function changed(teamId: string): void {
    announce(teamId);
    send(teamId);
  }

  function receive(text: string): void {
    const { process, teamId, members = [] } = JSON.parse(text) as Announcement;
    if (process === self) return;
    if (teamId === undefined) {
      for (const team of local.keys()) announce(team);
      return;
    }
    const known = peers.get(teamId) ?? new Map<string, Peer>();
    const before = known.get(process)?.members.join() ?? "";
    if (members.length === 0) known.delete(process);
    else known.set(process, { members, at: Date.now() });
    if (known.size === 0) peers.delete(teamId);
    else peers.set(teamId, known);
    if (members.join() !== before) send(teamId);
  }

  /** Repeats the announcements of this process and drops processes that have stopped repeating theirs. */
  function renew(): void {
    const oldest = Date.now() - limits.presenceExpiryMs;
    for (const teamId of local.keys()) announce(teamId);
    for (const [teamId, known] of peers) {
      const silent = [...known].filter(([, { at }]) => at < oldest);
      for (const [process] of silent) known.delete(process);
      if (known.size === 0) peers.delete(teamId);
      if (silent.length > 0) send(teamId);
    }
  }

  const stopListening = listening?.listen(channel, {
    onNotification: receive,
    onListening: () => {
      void listening.notify(channel, JSON.stringify({ process: self } satisfies Announcement));
      for (const teamId of local.keys()) announce(teamId);
    },
  });
  const renewal = setInterval(renew, limits.presenceRenewalMs).unref();

  return {
    enter(teamId: string, member: string, connection: Connection): void {
      const connections = local.get(teamId) ?? new Map<Connection, string>();
      local.set(teamId, connections.set(connection, member));
      schedule(teamId, coalesceMs, changed);
    },
    /** Has no effect for a connection that has not entered. */
    leave(teamId: string, connection: Connection): void {
      const connections = local.get(teamId);
      if (!connections?.delete(connection)) return;
      if (connections.size === 0) local.delete(teamId);
      schedule(teamId, limits.presenceGraceMs, changed);
    },
    async close() {
      clearInterval(renewal);
      for (const { timer } of due.values()) clearTimeout(timer);
      await stopListening?.();
    },
  };
}
