import { type GoneCode, views } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";
import type { Backlog } from "./backlog.ts";
import type { Channels } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { SerialisedMessage } from "./frame.ts";
import type { Members } from "./members.ts";
import {
  type ChannelName,
  type ChannelsOfView,
  channelId,
  type LiveOptions,
  type LiveServerLimits,
} from "./options.ts";
import type { Presence } from "./presence.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Tail } from "./tail.ts";

interface Watch {
  readonly name: ChannelName;
  /** Whether the permission is being checked. */
  checking: boolean;
  /** Whether the permission may have been lost since that check began. */
  again: boolean;
}

/** State that all sessions of a process share. */
export interface SharedByAll {
  readonly options: LiveOptions;
  readonly limits: LiveServerLimits;
  readonly channels: Channels;
  readonly subscriptions: Subscriptions;
  readonly backlog: Backlog;
  readonly members: Members;
  readonly presence: Presence;
  readonly tail: Tail;
}

const isPublic = ({ view }: ChannelName) => views[view] === "public";

/** The channels that one client watches, with its permission for each. */
export class Watches {
  /** Uuid of the member, null for a visitor. */
  member: string | null = null;
  readonly #context: SharedByAll;
  readonly #connection: Connection;
  readonly #address: string;
  readonly #watches = new Map<string, Watch>();

  constructor(context: SharedByAll, connection: Connection, address: string) {
    this.#context = context;
    this.#connection = connection;
    this.#address = address;
  }

  get size(): number {
    return this.#watches.size;
  }

  async subscribe(name: ChannelName, after: Checkpoint | undefined): Promise<void> {
    const id = channelId(name);
    const { channels, limits, subscriptions, options } = this.#context;
    let watch = this.#watches.get(id);
    if (!watch) {
      if (this.#watches.size >= limits.subscriptionsPerConnection) return this.#gone(name, "too-many");
      if (!subscriptions.add(this.#address)) {
        options.metrics.subscriptionRefused();
        return this.#gone(name, "too-many");
      }
      // Changes that are still being coalesced precede this subscription.
      channels.flush();
      watch = { name, checking: false, again: false };
      this.#watches.set(id, watch);
      channels.add(name, this.#connection);
      if (!(await this.#verify(watch, "forbidden"))) return;
    }
    this.#connection.post(new SerialisedMessage(`subscribed ${id}`, { type: "subscribed", ...name }));
    if (name.view === "presence" && this.member !== null)
      this.#context.presence.enter(name.key, this.member, this.#connection);
    if (after !== undefined) await this.#catchUp(after, name);
  }

  unsubscribe(name: ChannelName): void {
    const id = channelId(name);
    this.#forget(id);
    this.#remove(name);
    this.#connection.withdraw(id);
  }

  leave(): void {
    for (const [id, { name }] of this.#watches) {
      this.#remove(name);
      this.#forget(id);
    }
  }

  #forget(id: string): boolean {
    const isWatched = this.#watches.delete(id);
    if (isWatched) this.#context.subscriptions.remove(this.#address);
    return isWatched;
  }

  #remove(name: ChannelName): void {
    this.#context.channels.remove(name, this.#connection);
    if (name.view === "presence") this.#context.presence.leave(name.key, this.#connection);
  }

  /** Number of permissions that a resume checks again. */
  rights(): number {
    return this.#checked().length;
  }

  /** Sends the channels that changed after a checkpoint. */
  async resume(after: Checkpoint): Promise<void> {
    await Promise.all(this.#checked().map((watch) => this.#verify(watch, "revoked")));
    await this.#catchUp(after);
  }

  /** Checks permissions again; the caller holds the connection meanwhile. */
  async reconsider({ view, key }: ChannelsOfView, code: GoneCode): Promise<void> {
    const concerned = [...this.#watches.values()].filter(
      ({ name }) => name.view === view && (key === undefined || name.key === key) && !isPublic(name),
    );
    await Promise.all(
      concerned.map(async (watch) => {
        watch.again = true;
        if (!watch.checking) await this.#verify(watch, code);
      }),
    );
  }

  /**
   * Handles the deletion of a channel's subject. For a public channel the change is sent first: the client queries and
   * gets the refusal.
   */
  async deleted(name: ChannelName): Promise<void> {
    if (!isPublic(name)) return this.reconsider(name, "deleted");
    const { channels } = this.#context;
    channels.flush();
    channels.remove(name, this.#connection);
    if (this.#forget(channelId(name))) this.#gone(name, "deleted");
  }

  #checked(): Watch[] {
    return [...this.#watches.values()].filter(({ name, checking }) => !isPublic(name) && !checking);
  }

  async #verify(watch: Watch, code: GoneCode): Promise<boolean> {
    let may = false;
    let reason = code;
    watch.checking = true;
    try {
      do {
        watch.again = false;
        may = await this.#allowed(watch.name);
      } while (may && watch.again);
      if (!may && (await this.#isDeleted(watch.name))) reason = "deleted";
    } finally {
      watch.checking = false;
    }
    if (this.#watches.get(channelId(watch.name)) !== watch) return false;
    if (!may) {
      this.unsubscribe(watch.name);
      this.#gone(watch.name, reason);
    }
    return may;
  }

  async #allowed(name: ChannelName): Promise<boolean> {
    if (isPublic(name)) return true;
    if (this.member === null) return false;
    if (views[name.view] === "self" && name.key !== this.member) return false;
    return this.#context.options.mayWatch(this.member, name.view, name.key);
  }

  async #isDeleted({ view, key }: ChannelName): Promise<boolean> {
    return this.member !== null && (await this.#context.options.isDeleted(view, key));
  }

  #gone(name: ChannelName, code: GoneCode): void {
    const message = new SerialisedMessage(`gone ${channelId(name)}`, { type: "gone", ...name, code });
    this.#connection.post(message);
  }

  /** Covers all channels, or one. */
  async #catchUp(after: Checkpoint, only?: ChannelName): Promise<void> {
    const { backlog, channels, tail, options } = this.#context;
    const reached = await backlog.reaches(after, tail.released());
    // Coalesced changes are sent first, so that nothing is sent twice.
    channels.flush();
    if (!reached || !backlog.covers(after)) {
      this.#connection.post(new SerialisedMessage("reset", { type: "reset", checkpoint: tail.released() }));
      return;
    }
    const ids = only ? [channelId(only)] : [...this.#watches.keys()];
    const changed = ids.flatMap((id) => {
      const name = this.#watches.get(id)?.name;
      const checkpoint = backlog.changedAfter(id, after);
      return name && checkpoint !== undefined ? [{ id, name, checkpoint }] : [];
    });
    // In log order, so that the client's newest checkpoint comes last.
    changed.sort((a, b) => options.store.compare(a.checkpoint, b.checkpoint));
    for (const { id, name, checkpoint } of changed)
      this.#connection.post(new SerialisedMessage(id, { type: "changed", ...name, checkpoint }));
  }
}
