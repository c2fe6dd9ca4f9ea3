import { setTimeout as pause } from "node:timers/promises";
import { Refused } from "#contracts/errors";
import { eventCatalogue } from "#contracts/events";
import { oneJobPerName } from "#contracts/jobs";
import type {
  AcceptedCommand,
  Checkpoint,
  EventStore,
  NewEvent,
  ReadOptions,
} from "../event-store/event-store.ts";
import { WrongRevision } from "../event-store/event-store.ts";
import { type Fold, type Loaded, load } from "./folding.ts";
import { inSpan } from "./tracing.ts";

/**
 * The rules of one kind of stream, without I/O: `decide` turns command and state into events, `evolve` applies events
 * to the state.
 */
export interface Decider<State, Command, Event> extends Fold<State, Event> {
  /**
   * Returns no events if the command is allowed but changes nothing.
   * @throws Refused when the rules do not allow the command
   */
  decide(command: Command, state: State): readonly Event[];
}

export interface DomainFact {
  readonly type: string;
  readonly data: object;
}

/** Stream and revision that the first of the events will get. */
export interface StreamPosition {
  readonly stream: string;
  readonly revision: number;
}

/** Actor, ids and time of a command. Created once per request and the same for all its attempts. */
export interface CommandContext {
  readonly commandId: string;
  /** Digest of endpoint and payload (spec/wire-contract.md §1.9). */
  readonly fingerprint: string;
  readonly correlationId: string;
  readonly causationId: string;
  /** Uuid of the acting member, or `system`. */
  readonly actor: string;
  readonly now: Date;
  /** The command is part of another command, which waits for it. */
  readonly isStep?: boolean;
  /** The id was generated for this request and cannot have been used before. */
  readonly isFresh?: boolean;
}

/** The response, stored with the command for its repetitions. */
export interface CommandAnswer<Data = unknown> {
  readonly data: Data;
  readonly etag?: number;
  /** It is sent with `otherMessage` of its endpoint. */
  readonly hasOtherMessage?: true;
}

interface Handling<State, Command, Event, Data> {
  readonly decider: Decider<State, Command, Event>;
  readonly stream: string;
  /** The stream's id has just been drawn, so the stream is most likely empty. */
  readonly isNewStream?: boolean;
  /** How the stream is read: `personal: "closed"` where the decision needs no personal fields. */
  readonly reads?: ReadOptions;
  /** The command, or a function that completes it from the current state (other streams, password comparison). */
  readonly command: Command | ((state: State) => Promise<Command>);
  /** By default the response has `null` as data. */
  readonly answer?: (state: State, events: readonly Event[]) => CommandAnswer<Data>;
  /** If false, a command without events is not recorded: a repetition of it is decided again. Default true. */
  readonly isRecorded?: (answer: Data) => boolean;
  /** Runs after the decision and before the append, e.g. to store a picture. Must be repeatable. */
  readonly beforeAppend?: (events: readonly Event[], position: StreamPosition) => Promise<void>;
  /** Members whose keys the append destroys. */
  readonly forget?: readonly string[];
}

export interface Handled<Data> {
  readonly answer: CommandAnswer<Data>;
  readonly checkpoint: Checkpoint;
  readonly repeated: boolean;
}

const attempts = 12;
const inTurn = oneJobPerName();

/**
 * Handles a command: events or a refusal. A command id that was accepted before gets its stored response, whatever the
 * state is now; a decision that lost a race is repeated on the new state. Commands of this process on one stream are
 * decided in order of arrival, so that only other processes and steps race with them.
 * @throws Refused
 */
export async function handle<State, Command, Event extends DomainFact, Data = null>(
  store: EventStore,
  context: CommandContext,
  handling: Handling<State, Command, Event, Data>,
): Promise<Handled<Data>> {
  const decide = () => decideUntilAppended(store, context, handling);
  const [kind = ""] = handling.stream.split("-", 1);
  // Steps are not queued: two queued commands with a step in each other's stream would deadlock.
  return inSpan(`command ${kind}`, {}, () => (context.isStep ? decide() : inTurn(handling.stream, decide)));
}

/**
 * Checks the permission of a command before its long texts and its picture are processed; `handle` checks it again. The
 * repetition of an accepted command passes, because it gets the stored response.
 * @throws Refused
 */
export async function permitEarly(
  store: EventStore,
  commandId: string,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof Refused) || !(await store.command(commandId))) throw error;
  }
}

async function decideUntilAppended<State, Command, Event extends DomainFact, Data>(
  store: EventStore,
  context: CommandContext,
  handling: Handling<State, Command, Event, Data>,
): Promise<Handled<Data>> {
  const former = () => (context.isFresh ? undefined : store.command(context.commandId));
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const isFirst = attempt === 1;
      const [known, loaded] = await Promise.all([
        isFirst ? former() : undefined,
        isFirst && handling.isNewStream
          ? { state: handling.decider.initial, revision: -1 }
          : load(store, handling.decider, handling.stream, handling.reads),
      ]);
      return known ? again(known, context) : await attemptOn(loaded, store, context, handling);
    } catch (error) {
      if (error instanceof Refused) {
        // A duplicate of this command may have been accepted meanwhile and may have caused the refusal.
        const duplicate = await former();
        if (duplicate) return again(duplicate, context);
        throw error;
      }
      if (!(error instanceof WrongRevision)) throw error;
      await pause(Math.random() * 8 * attempt);
    }
  }
  throw new Refused("overload", { retryAfter: 1 });
}

async function attemptOn<State, Command, Event extends DomainFact, Data>(
  { state, revision }: Loaded<State>,
  store: EventStore,
  context: CommandContext,
  handling: Handling<State, Command, Event, Data>,
): Promise<Handled<Data>> {
  const { decider, stream } = handling;
  const command =
    typeof handling.command === "function"
      ? await (handling.command as (state: State) => Promise<Command>)(state)
      : handling.command;
  const events = decider.decide(command, state);
  const after = events.reduce((folded, event) => decider.evolve(folded, event), state);
  const answer = handling.answer?.(after, events) ?? { data: null as Data };
  if (events.length === 0 && handling.isRecorded?.(answer.data) === false)
    return { answer, checkpoint: store.start, repeated: false };
  await handling.beforeAppend?.(events, { stream, revision: revision + 1 });
  const { commandId, fingerprint, correlationId, causationId, actor, now } = context;
  const appended = await store.append(stream, events.map(recordable), revision, {
    commandId,
    fingerprint,
    answer,
    meta: { correlationId, causationId, actor },
    occurredAt: now.toISOString(),
    ...(handling.forget ? { forget: handling.forget } : {}),
  });
  if (appended.outcome === "repeated") return again(appended.command, context);
  return { answer, checkpoint: appended.checkpoint, repeated: false };
}

function again<Data>(known: AcceptedCommand, context: CommandContext): Handled<Data> {
  if (known.fingerprint !== context.fingerprint) throw new Refused("key-reused");
  return { answer: known.answer as CommandAnswer<Data>, checkpoint: known.checkpoint, repeated: true };
}

function recordable(event: DomainFact): NewEvent {
  const definition = eventCatalogue[event.type as keyof typeof eventCatalogue];
  return { type: event.type, schemaVersion: definition.version, data: event.data as Record<string, unknown> };
}
