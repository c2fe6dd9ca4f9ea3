import { type GoneCode, views } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";
import type { Backlog } from "./backlog.ts";
import type { Channels } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { Written } from "./frame.ts";
import type { Heard } from "./heard.ts";
import { type ChannelName, channelId, type LiveOptions } from "./options.ts";

interface Watch {
  readonly name: ChannelName;
  /** The right is being looked up. */
  checking: boolean;
  /** It may have been lost since that began. */
  again: boolean;
}

interface WatchesContext {
  readonly channels: Channels;
  readonly backlog: Backlog;
  readonly released: () => Checkpoint;
  /** Resolves once everything up to a place has been released, or when that takes too long. */
  readonly reaches: (checkpoint: Checkpoint) => Promise<void>;
  readonly compare: (a: Checkpoint, b: Checkpoint) => number;
  readonly mayWatch: LiveOptions["mayWatch"];
  readonly isDeleted: LiveOptions["isDeleted"];
  readonly most: number;
}

const isOpenToAll = ({ view }: ChannelName) => views[view] === "public";

/** The channels one client watches, and its right to each. */
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
    const { channels, most } = this.#context;
    let watch = this.#watches.get(id);
    if (!watch) {
      if (this.#watches.size >= most) return this.#gone(name, "too-many");
      // What is being gathered lies before this subscription.
      channels.flush();
      watch = { name, checking: false, again: false };
      this.#watches.set(id, watch);
      channels.add(name, this.#connection);
      if (!(await this.#verify(watch, "forbidden"))) return;
    }
    this.#connection.post(new Written(`subscribed ${id}`, { type: "subscribed", ...name }));
    if (after !== undefined) await this.#catchUp(after, () => [name]);
  }

  unsubscribe(name: ChannelName): void {
    const id = channelId(name);
    this.#watches.delete(id);
    this.#context.channels.remove(name, this.#connection);
    this.#connection.withdraw(id);
  }

  leave(): void {
    for (const { name } of this.#watches.values()) this.#context.channels.remove(name, this.#connection);
    this.#watches.clear();
  }

  /** How many rights a resume looks up again. */
  rights(): number {
    return this.#settled().length;
  }

  /**
   * Names what has changed after a place. `heardUpTo` says how far a client that comes back has heard everything, perhaps
   * from a process that is ahead of this one: as soon as this one has got there, too, what lies before is not told again.
   */
  async resume(after: Checkpoint, heardUpTo?: Heard["upTo"]): Promise<void> {
    await Promise.all(this.#settled().map((watch) => this.#verify(watch, "revoked")));
    this.#connection.hurry();
    await this.#catchUp(after, () => [...this.#watches.values()].map(({ name }) => name), heardUpTo);
  }

  /**
   * Looks a right up again; until that is done the caller lets nothing out. Its loss is told at once, though the line may
   * be held for longer.
   */
  async reconsider(name: ChannelName, code: GoneCode): Promise<void> {
    const watch = this.#watches.get(channelId(name));
    if (!watch || isOpenToAll(name)) return;
    watch.again = true;
    if (watch.checking) return;
    await this.#verify(watch, code);
    this.#connection.hurry();
  }

  /** What a channel was about is no more. A page open to all hears first that it has changed: it asks, and finds nothing. */
  async deleted(name: ChannelName): Promise<void> {
    if (!isOpenToAll(name)) return this.reconsider(name, "deleted");
    const { channels } = this.#context;
    channels.flush();
    channels.remove(name, this.#connection);
    if (this.#watches.delete(channelId(name))) this.#gone(name, "deleted");
  }

  #settled(): Watch[] {
    return [...this.#watches.values()].filter(({ name, checking }) => !isOpenToAll(name) && !checking);
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
    if (isOpenToAll(name)) return true;
    if (this.member === null) return false;
    if (views[name.view] === "self" && name.key !== this.member) return false;
    return this.#context.mayWatch(this.member, name.view, name.key);
  }

  async #isDeleted({ view, key }: ChannelName): Promise<boolean> {
    return this.member !== null && (await this.#context.isDeleted?.(view, key)) === true;
  }

  #gone(name: ChannelName, code: GoneCode): void {
    const id = channelId(name);
    // It would come behind: a loss overtakes what is held.
    this.#connection.withdraw(`subscribed ${id}`);
    this.#connection.post(new Written(`gone ${id}`, { type: "gone", ...name, code }));
  }

  async #catchUp(
    after: Checkpoint,
    names: () => readonly ChannelName[],
    heardUpTo?: Heard["upTo"],
  ): Promise<void> {
    const { backlog, channels, released, reaches, compare } = this.#context;
    const reached = await backlog.reaches(after, released());
    if (reached && heardUpTo?.() !== undefined) await reaches(after);
    // What is being gathered goes out first, so that nothing is told twice.
    channels.flush();
    if (!reached || !backlog.covers(after)) {
      this.#connection.post(new Written("reset", { type: "reset", checkpoint: released() }));
      return;
    }
    // Asked only now: the client may have named an older place while it waited.
    const heard = heardUpTo?.();
    if (heard !== undefined) this.#connection.withdrawHeard((changedAt) => compare(changedAt, heard) <= 0);
    const changed = names().flatMap((name) => {
      const id = channelId(name);
      const checkpoint = this.#watches.has(id) ? backlog.changedAfter(id, after) : undefined;
      return checkpoint === undefined ? [] : [{ id, name, checkpoint }];
    });
    // In log order, so that the client's newest place stands last.
    changed.sort((a, b) => compare(a.checkpoint, b.checkpoint));
    for (const { id, name, checkpoint } of changed)
      this.#connection.post(new Written(id, { type: "changed", ...name, checkpoint }));
  }
}
