import { setTimeout as pause } from "node:timers/promises";
import { AppendTooLarge, StoreUnavailable, WrongRevision } from "../event-store.ts";
import type { PendingAppend } from "../pending-append.ts";
import type { Claim, Claims, Settled } from "./claims.ts";
import type { EventStoreDbConnection } from "./connection.ts";
import { metadataOf } from "./event.ts";
import { repeating } from "./leader-connection.ts";
import type { LogEnd } from "./log-end.ts";
import { checkpointOf, type LogPosition } from "./log-position.ts";

interface ClaimedAppendsOptions {
  readonly log: Pick<EventStoreDbConnection, "append" | "readStream">;
  readonly claims: Claims;
  readonly end: LogEnd;
  /** An append that has been open for this many seconds is finished, whichever process has begun it. */
  readonly leftOpenSeconds: number;
  /** Called with a sentence for the operator. */
  readonly report: (sentence: string) => void;
}

/** `MaxAppendSize` that a server needs for the longest text of the contract after encryption. */
const neededAppendBytes = 4 * 1024 * 1024;
/** How long a process waits for the concurrent duplicate of its command before it finishes that append itself. */
const patienceMs = 400;
const duplicatePollMs = 20;
const closingMs = 2000;

/**
 * Appends each of which is recorded as a claim before it is sent, so that any process can finish it. From time to time
 * it finishes those that other processes have left open.
 */
export class ClaimedAppends {
  readonly #log: ClaimedAppendsOptions["log"];
  readonly #claims: Claims;
  readonly #end: LogEnd;
  readonly #leftOpenSeconds: number;
  readonly #report: ClaimedAppendsOptions["report"];
  readonly #sweeper: NodeJS.Timeout;
  #sweeping: Promise<void> | undefined;
  #isClosing = false;

  constructor({ log, claims, end, leftOpenSeconds, report }: ClaimedAppendsOptions) {
    this.#log = log;
    this.#claims = claims;
    this.#end = end;
    this.#leftOpenSeconds = leftOpenSeconds;
    this.#report = report;
    this.#sweeper = setInterval(() => this.#sweep(), leftOpenSeconds * 1000);
    this.#sweeper.unref();
  }

  /**
   * Returns undefined if the command id is already claimed.
   * @throws WrongRevision
   */
  async append(command: Omit<Claim, "attempt">): Promise<Settled | undefined> {
    const claim = await this.#claims.claim(command);
    if (!claim) return undefined;
    const settled = await this.#finish(claim, true);
    if (!settled) throw new WrongRevision(command.entry.stream);
    return settled;
  }

  /** Outcome of a command that is already claimed or settled. */
  async outcomeOf(commandId: string): Promise<Settled | undefined> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const known = await this.#claims.find(commandId);
      if (!known) return undefined;
      if ("settled" in known) return known.settled;
      if (performance.now() > until) return this.#finish(known.open, false);
      await pause(duplicatePollMs);
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#sweeper);
    await Promise.race([this.#sweeping, pause(closingMs, undefined, { ref: false })]);
  }

  #sweep(): void {
    this.#sweeping ??= this.#finishLeftOpen().finally(() => {
      this.#sweeping = undefined;
    });
  }

  async #finishLeftOpen(): Promise<void> {
    const open = await this.#claims.leftOpen(this.#leftOpenSeconds).catch(() => []);
    for (const claim of open) {
      if (this.#isClosing) return;
      try {
        await this.#end.assertComplete();
        await this.#finish(claim, false);
      } catch {
        // A claim that cannot be finished yet does not block the others; the next round tries it again.
      }
    }
  }

  /** Settles a claim. Returns undefined if its append was refused and the claim was released. */
  async #finish(claim: Claim, isOwn: boolean): Promise<Settled | undefined> {
    const position = await this.#send(claim, !isOwn);
    if (!position) {
      await this.#claims.release(claim);
      return undefined;
    }
    const { commandId, fingerprint, answer } = claim;
    const checkpoint = checkpointOf(position);
    await this.#claims.settle(claim, checkpoint);
    return { commandId, checkpoint, fingerprint, answer };
  }

  /**
   * Sends an append, possibly again: the server stores the same ids at the same revision only once. Returns undefined
   * if the append can no longer succeed.
   */
  async #send(claim: Claim, mayBeThere: boolean): Promise<LogPosition | undefined> {
    const known = this.#end.known();
    let isRepeated = mayBeThere;
    const position = await repeating(async (attempt) => {
      isRepeated ||= attempt > 0;
      try {
        return await this.#sendOnce(claim.entry, isRepeated);
      } catch (error) {
        if (error instanceof StoreUnavailable) this.#end.invalidate();
        if (error instanceof StoreUnavailable || isRepeated) throw error;
        if (error instanceof AppendTooLarge)
          this.#report(
            `${error.message}: set its MaxAppendSize, and MaxAppendEventSize if it is set, to ${neededAppendBytes} (docs/operations/eventstoredb.md).`,
          );
        // The server refused the append itself. The claim stays where an earlier attempt may have written the events.
        await this.#claims.release(claim);
        throw error;
      }
    });
    if (position) await this.#end.assertAppended(known, position, !isRepeated);
    return position;
  }

  async #sendOnce(append: PendingAppend, isRepeated: boolean): Promise<LogPosition | undefined> {
    const { stream, expected, meta, at } = append;
    const events = append.events.map(({ id, type, version, data }) => ({
      id,
      type,
      data,
      metadata: metadataOf(meta, version, at),
    }));
    const written = await this.#log.append(stream, events, expected);
    return isRepeated ? this.#positionIn(append) : written;
  }

  /** Position of the last event of an append, if its events are in the stream. */
  async #positionIn({ stream, expected, events }: PendingAppend): Promise<LogPosition | undefined> {
    const there = await this.#log.readStream(stream, expected + 1, events.length);
    const isOurs = there.length === events.length && there[0]?.id === events[0]?.id;
    return isOurs ? there.at(-1)?.position : undefined;
  }
}
