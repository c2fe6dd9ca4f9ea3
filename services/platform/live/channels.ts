import type { Checkpoint } from "../../event-store/event-store.ts";
import type { Connection } from "./connection.ts";
import { Batch, Written } from "./frame.ts";
import { type ChannelName, channelId } from "./options.ts";

interface Channel extends ChannelName {
  readonly subscribers: Set<Connection>;
}

export interface Channels {
  add(name: ChannelName, connection: Connection): void;
  remove(name: ChannelName, connection: Connection): void;
  /** Who watches a channel now. */
  watchedBy(name: ChannelName): readonly Connection[];
  /** A channel has changed: its subscribers hear of it within `coalesceMs`. */
  changed(id: string, checkpoint: Checkpoint): void;
  /** Hands over at once what is being coalesced. */
  flush(): void;
  size(): number;
}

/**
 * After so many the process gives way once: whoever carries the first frames on (a proxy, the browser of a test) begins
 * at once, not when all are written, which keeps a processor busy for milliseconds.
 */
const toldFirst = 25;
const givesWayMs = 1;

/** Who watches what. Names are gathered for a moment and written once per channel, however many watch it. */
export function createChannels(coalesceMs: number): Channels {
  const channels = new Map<string, Channel>();
  /** In the order of the last change. */
  const changes = new Map<string, Checkpoint>();
  /** Who is still to be told what was gathered last. */
  const rest: Connection[] = [];
  let cancel: (() => void) | undefined;
  let cancelRest: (() => void) | undefined;
  let flushedAt = Number.NEGATIVE_INFINITY;

  /** Makes the messages of what has changed; nobody is told before. */
  function gather(): void {
    cancel?.();
    cancel = undefined;
    handOn(rest.length);
    if (changes.size === 0) return;
    flushedAt = performance.now();
    const start = Batch.empty();
    for (const [id, checkpoint] of changes) {
      const channel = channels.get(id);
      if (!channel) continue;
      const { view, key } = channel;
      const message = new Written(id, { type: "changed", view, key, checkpoint });
      for (const connection of channel.subscribers)
        if (connection.gather(message, start)) rest.push(connection);
    }
    changes.clear();
  }

  function handOn(count: number): void {
    cancelRest?.();
    cancelRest = undefined;
    for (const connection of rest.splice(0, count)) connection.handOn();
  }

  return {
    add({ view, key }, connection) {
      const id = channelId({ view, key });
      const channel = channels.get(id) ?? { view, key, subscribers: new Set() };
      channels.set(id, channel);
      channel.subscribers.add(connection);
    },
    remove(name, connection) {
      const id = channelId(name);
      const channel = channels.get(id);
      channel?.subscribers.delete(connection);
      if (channel?.subscribers.size === 0) channels.delete(id);
    },
    watchedBy: (name) => [...(channels.get(channelId(name))?.subscribers ?? [])],
    changed(id, checkpoint) {
      if (!channels.has(id)) return;
      changes.delete(id);
      changes.set(id, checkpoint);
      // The first change after a quiet time goes out at once; only those right behind it are gathered.
      cancel ??= after(flushedAt + coalesceMs - performance.now(), () => {
        gather();
        handOn(toldFirst);
        if (rest.length > 0) cancelRest = after(givesWayMs, () => handOn(rest.length));
      });
    },
    flush() {
      gather();
      handOn(rest.length);
    },
    size: () => channels.size,
  };
}

/**
 * Calls back after so many milliseconds; at once is after what is being done now (others of the same moment, answers to
 * commands that have waited for the same rows). Returns how to cancel.
 */
function after(ms: number, callback: () => void): () => void {
  if (ms > 0) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  }
  const turn = setImmediate(callback);
  return () => clearImmediate(turn);
}
