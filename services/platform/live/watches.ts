import { type GoneCode, views } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";
import type { Backlog } from "./backlog.ts";
import type { Channels } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { SerialisedMessage } from "./frame.ts";
import type { Acknowledged } from "./messages.ts";
import { type ChannelName, channelId, type LiveOptions } from "./options.ts";
import type { Presence } from "./presence.ts";

interface Watch {
  readonly name: ChannelName;
  /** Its permission is being checked. */
  checking: boolean;
  /** The permission may have been lost since that check began. */
  again: boolean;
}

interface WatchesContext {
  readonly channels: Channels;
  readonly backlog: Backlog;
  readonly presence: Presence;
  readonly released: () => Checkpoint;
  /** Resolves once everything up to a checkpoint has been released, or after a time limit. */
  readonly reaches: (checkpoint: Checkpoint) => Promise<void>;
  readonly compare: (a: Checkpoint, b: Checkpoint) => number;
  readonly mayWatch: LiveOptions["mayWatch"];
  readonly isDeleted: LiveOptions["isDeleted"];
  readonly max: number;
}

const isPublic = ({ view }: ChannelName) => views[view] === "public";

/** The channels one client watches, and its permission for each. */
export class Watches {
  /** uuid of the member, null for a visitor. */
  member: string | null = null;
  readonly #context: WatchesContext;
  readonly #connection: Connection;
  readonly #watches = new Map<string, Watch>();

  constructor(context: WatchesContext, connection: Connection) {
    this.#context = context;
    this.#connection = connection;
  }

  get size(): number {
    return this.#watches.size;
  }

  async subscribe(name: ChannelName, after: Checkpoint | undefined): Promise<void> {
    const id = channelId(name);
    const { channels, max } = this.#context;
    let watch = this.#watches.get(id);
    if (!watch) {
      if (this.#watches.size >= max) return this.#gone(name, "too-many");
      // Changes being coalesced lie before this subscription.
      channels.flush();
      watch = { name, checking: false, again: false };
      this.#watches.set(id, watch);
      channels.add(name, this.#connection);
      if (!(await this.#verify(watch, "forbidden"))) return;
    }
    this.#connection.post(new SerialisedMessage(`subscribed ${id}`, { type: "subscribed", ...name }));
    if (name.view === "presence" && this.member !== null)
      this.#context.presence.enter(name.key, this.member, this.#connection);
    if (after !== undefined) await this.#catchUp(after, () => [name]);
  }

  unsubscribe(name: ChannelName): void {
    const id = channelId(name);
    this.#watches.delete(id);
    this.#remove(name);
    this.#connection.withdraw(id);
  }

  leave(): void {
    for (const { name } of this.#watches.values()) this.#remove(name);
    this.#watches.clear();
  }

  #remove(name: ChannelName): void {
    this.#context.channels.remove(name, this.#connection);
    if (name.view === "presence") this.#context.presence.leave(name.key, this.#connection);
  }

  /** How many permissions a resume checks again. */
  rights(): number {
    return this.#settled().length;
  }

  /**
   * Sends the channels that changed after a checkpoint. `acknowledgedUpTo` says up to where a reconnecting client has
   * received everything, perhaps from a process that is ahead of this one: earlier changes are not sent again.
   */
  async resume(after: Checkpoint, acknowledgedUpTo?: Acknowledged["upTo"]): Promise<void> {
    await Promise.all(this.#settled().map((watch) => this.#verify(watch, "revoked")));
    this.#connection.flushLosses();
    await this.#catchUp(after, () => [...this.#watches.values()].map(({ name }) => name), acknowledgedUpTo);
  }

  /**
   * Checks a permission again; until that is done the caller holds the connection. A loss is sent at once, even while
   * other messages are held.
   */
  async reconsider(name: ChannelName, code: GoneCode): Promise<void> {
    const watch = this.#watches.get(channelId(name));
    if (!watch || isPublic(name)) return;
    watch.again = true;
    if (watch.checking) return;
    await this.#verify(watch, code);
    this.#connection.flushLosses();
  }

  /** The subject of a channel was deleted. A public channel sends its change first: the client asks and gets the refusal. */
  async deleted(name: ChannelName): Promise<void> {
    if (!isPublic(name)) return this.reconsider(name, "deleted");
    const { channels } = this.#context;
    channels.flush();
    channels.remove(name, this.#connection);
    if (this.#watches.delete(channelId(name))) this.#gone(name, "deleted");
  }

  #settled(): Watch[] {
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
    return this.#context.mayWatch(this.member, name.view, name.key);
  }

  async #isDeleted({ view, key }: ChannelName): Promise<boolean> {
    return this.member !== null && (await this.#context.isDeleted(view, key));
  }

  #gone(name: ChannelName, code: GoneCode): void {
    const id = channelId(name);
    // It would arrive after the loss, which overtakes held messages.
    this.#connection.withdraw(`subscribed ${id}`);
    this.#connection.post(new SerialisedMessage(`gone ${id}`, { type: "gone", ...name, code }));
  }

  async #catchUp(
    after: Checkpoint,
    names: () => readonly ChannelName[],
    acknowledgedUpTo?: Acknowledged["upTo"],
  ): Promise<void> {
    const { backlog, channels, released, reaches, compare } = this.#context;
    const reached = await backlog.reaches(after, released());
    if (reached && acknowledgedUpTo?.() !== undefined) await reaches(after);
    // Coalesced changes go out first, so that nothing is sent twice.
    channels.flush();
    if (!reached || !backlog.covers(after)) {
      this.#connection.post(new SerialisedMessage("reset", { type: "reset", checkpoint: released() }));
      return;
    }
    // Read only now: the client may have sent an older checkpoint while it waited.
    const acknowledged = acknowledgedUpTo?.();
    if (acknowledged !== undefined)
      this.#connection.withdrawAcknowledged((changedAt) => compare(changedAt, acknowledged) <= 0);
    const changed = names().flatMap((name) => {
      const id = channelId(name);
      const checkpoint = this.#watches.has(id) ? backlog.changedAfter(id, after) : undefined;
      return checkpoint === undefined ? [] : [{ id, name, checkpoint }];
    });
    // In log order, so that the client's newest checkpoint comes last.
    changed.sort((a, b) => compare(a.checkpoint, b.checkpoint));
    for (const { id, name, checkpoint } of changed)
      this.#connection.post(new SerialisedMessage(id, { type: "changed", ...name, checkpoint }));
  }
}
