import type { Checkpoint } from "../../event-store/event-store.ts";
import type { Connection } from "./connection.ts";
import { SerialisedMessage } from "./frame.ts";
import { type ChannelName, channelId } from "./options.ts";

interface Channel extends ChannelName {
  readonly subscribers: Set<Connection>;
}

export type Channels = ReturnType<typeof createChannels>;

/**
 * After this many connections the process yields once, so that the first receivers can start before all frames are
 * written, which takes milliseconds.
 */
const firstDeliveries = 25;
const yieldMs = 1;

/**
 * Subscribers by channel. Changes are coalesced and serialised once per channel, regardless of the number of
 * subscribers.
 */
export function createChannels(coalesceMs: number) {
  const channels = new Map<string, Channel>();
  /** In the order of the last change. */
  const changes = new Map<string, Checkpoint>();
  /** Connections that have not been sent the last coalesced changes. */
  const rest = new Set<Connection>();
  let cancel: (() => void) | undefined;
  let cancelRest: (() => void) | undefined;
  let flushedAt = Number.NEGATIVE_INFINITY;

  /** Serialises the pending changes and queues them for their subscribers. */
  function collect(): void {
    cancel?.();
    cancel = undefined;
    deliver(rest.size);
    if (changes.size === 0) return;
    flushedAt = performance.now();
    for (const [id, checkpoint] of changes) {
      const channel = channels.get(id);
      if (!channel) continue;
      const { view, key } = channel;
      const message = new SerialisedMessage(id, { type: "changed", view, key, checkpoint });
      for (const connection of channel.subscribers) {
        connection.post(message);
        rest.add(connection);
      }
    }
    changes.clear();
  }

  function deliver(count: number): void {
    cancelRest?.();
    cancelRest = undefined;
    for (const connection of [...rest].slice(0, count)) {
      rest.delete(connection);
      connection.flush();
    }
  }

  return {
    add({ view, key }: ChannelName, connection: Connection): void {
      const id = channelId({ view, key });
      const channel: Channel = channels.get(id) ?? { view, key, subscribers: new Set() };
      channels.set(id, channel);
      channel.subscribers.add(connection);
    },
    remove(name: ChannelName, connection: Connection): void {
      const id = channelId(name);
      const channel = channels.get(id);
      channel?.subscribers.delete(connection);
      if (channel?.subscribers.size === 0) channels.delete(id);
    },
    watchedBy: (name: ChannelName): readonly Connection[] => [
      ...(channels.get(channelId(name))?.subscribers ?? []),
    ],
    /** Records a change of a channel: its subscribers are notified within `coalesceMs`. */
    changed(id: string, checkpoint: Checkpoint): void {
      if (!channels.has(id)) return;
      changes.delete(id);
      changes.set(id, checkpoint);
      // The first change after a quiet period is sent immediately; only changes shortly after it are coalesced.
      cancel ??= after(flushedAt + coalesceMs - performance.now(), () => {
        collect();
        deliver(firstDeliveries);
        if (rest.size > 0) cancelRest = after(yieldMs, () => deliver(rest.size));
      });
    },
    /** Sends coalesced changes immediately. */
    flush(): void {
      collect();
      deliver(rest.size);
    },
  };
}

/**
 * Calls back after this many milliseconds; 0 means after the current turn, which includes other changes of the same
 * batch and responses to commands that waited for the same rows. Returns a function that cancels.
 */
function after(ms: number, callback: () => void): () => void {
  if (ms > 0) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  }
  const turn = setImmediate(callback);
  return () => clearImmediate(turn);
}
