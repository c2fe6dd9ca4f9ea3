import { documentCloseCodes } from "#contracts/documents/api";
import { closeCodes } from "#contracts/live";
import { createWhereabouts, type Told, type Whereabouts } from "./awareness.ts";
import { readHereBytes } from "./copies.ts";
import { type Head, isSameText } from "./head.ts";
import type { Guest, RoomContext } from "./room-context.ts";
import type { RoomName } from "./room-name.ts";
import { OwnerForgotten } from "./seals.ts";
import { createSharedText, type SharedText } from "./shared-text.ts";
import { judge } from "./updates.ts";
import { type Heard, messages } from "./wire.ts";

export interface Room {
  readonly name: RoomName;
  readonly guests: ReadonlySet<Guest>;
  /** False when the room is over: the caller opens a new one. */
  enter(guest: Guest): Promise<boolean>;
  leave(guest: Guest): void;
  /** How many bytes a question was answered with. */
  hear(guest: Guest, message: Heard): Promise<number>;
  hearNeighbour(awareness: Uint8Array): void;
  whereabouts(): readonly Told[];
  /** What the database says of it; undefined when it is gone. */
  compare(head: Head | undefined): void;
  readonly isOver: boolean;
  settled(): Promise<void>;
  isSettled(): boolean;
  /** Nobody comes in any more. */
  close(): void;
}

const tryAgainLater = 1013;
const refusals = {
  full: documentCloseCodes.full,
  "too-many": documentCloseCodes.tooManyTexts,
  unreadable: closeCodes.badRequest,
} as const;
const nothing = messages.answer(new Uint8Array([0, 0]));

/** @param member who comes first @throws OwnerForgotten */
export async function openRoom(name: RoomName, member: string, context: RoomContext): Promise<Room> {
  const { log, limits, sourceOf } = context;
  const guests = new Set<Guest>();
  /** In a subject room without content: those who wait for it. */
  const waiting = new Set<Guest>();
  /** What guests have asked last, while they are answered. */
  const asking = new Map<Guest, Uint8Array>();
  let isOver = false;

  const tell = (message: Uint8Array) => {
    for (const guest of guests) if (!waiting.has(guest)) guest.send(message);
  };
  function end(code: number): void {
    isOver = true;
    for (const guest of [...guests]) guest.end(code);
  }

  /** Absent in a team room. */
  const text = await openText();
  const where: Whereabouts = createWhereabouts(limits.awarenessBytes, (update, isOurs, about) => {
    tell(messages.awareness(update));
    if (isOurs) context.tellAwareness(name.id, update, about);
  });

  async function openText(): Promise<SharedText<Guest> | undefined> {
    if (name.kind === "team") return;
    let kept = await log.open(name);
    if (name.kind === "subject") {
      const { generation } = await sourceOf(name);
      if (generation > kept.generation) {
        // Nothing of it is in the database: it is made when somebody begins it.
        if (kept.birth !== 0) await log.clear(name.id, generation);
        kept = { ...kept, generation, updates: [] };
      }
    }
    const copy = await context.copies.open(kept.updates, member, failed);
    return createSharedText<Guest>({
      name,
      log,
      kept,
      copy,
      batchMs: limits.batchMs,
      onGrown(update) {
        tell(messages.update(update));
        for (const guest of [...waiting]) void welcome(guest).catch(failed);
      },
      onWritten: context.tellWritten,
      onRefused: (why, guest) => guest.end(refusals[why]),
      // The writers of a draft have all of it: they bring it again.
      onMoved: () => end(name.kind === "draft" ? tryAgainLater : documentCloseCodes.begunAnew),
      onFailed: failed,
    });
  }

  function failed(error: unknown): void {
    if (error instanceof OwnerForgotten) end(closeCodes.revoked);
    else {
      context.onFailed(error);
      end(tryAgainLater);
    }
  }

  /** From here on it hears what happens; what it has and lacks is exchanged. */
  async function welcome(guest: Guest): Promise<void> {
    waiting.delete(guest);
    if (!text) return;
    // All of it: what a client that waited had asked for was said before it knew of a beginning.
    const [vector, all] = await Promise.all([text.copy.vector(), text.copy.missing()]);
    guest.send(messages.ask(vector));
    guest.send(messages.answer(all));
    sayWhereabouts(guest);
  }

  function sayWhereabouts(guest: Guest): void {
    const whole = where.whole();
    if (whole) guest.send(messages.awareness(whole));
  }

  async function greet(guest: Guest): Promise<void> {
    if (!text) return sayWhereabouts(guest);
    if (name.kind !== "subject") return guest.send(messages.ask(await text.copy.vector()));
    waiting.add(guest);
    const source = await sourceOf(name);
    if (!guests.has(guest)) return;
    if (text.head().generation < source.generation && !text.isEmpty())
      return end(documentCloseCodes.begunAnew);
    const isWanted = text.isEmpty();
    guest.send(messages.beginning({ ...source, isWanted }));
    if (!isWanted) await welcome(guest);
  }

  async function begin(guest: Guest, generation: number, update: Uint8Array): Promise<void> {
    if (!text || name.kind !== "subject" || !waiting.has(guest)) return;
    if ((await sourceOf(name)).generation !== generation) return guest.end(documentCloseCodes.begunAnew);
    await text.begin(generation, update, guest);
  }

  function update(guest: Guest, bytes: Uint8Array): void {
    if (!text || waiting.has(guest)) return;
    // A large one takes long to read: that is done elsewhere, before it is written.
    const judged = bytes.length > readHereBytes ? "fine" : judge(bytes);
    if (judged === "unreadable") guest.end(closeCodes.badRequest);
    else if (judged === "fine") {
      context.onUpdate();
      text.add(bytes, guest);
    }
  }

  /** One answer to a guest at a time: of what is asked meanwhile, the last question says all. How many bytes. */
  async function answer(guest: Guest, vector: Uint8Array): Promise<number> {
    if (!text) guest.send(nothing);
    if (!text || waiting.has(guest)) return 0;
    const isAnswered = asking.has(guest);
    asking.set(guest, vector);
    if (isAnswered) return 0;
    let bytes = 0;
    try {
      for (let next: Uint8Array | undefined = vector; next && guests.has(guest); next = asking.get(guest)) {
        const message = messages.answer(await text.copy.missing(next));
        bytes += message.length;
        guest.send(message);
        if (asking.get(guest) === next) asking.delete(guest);
      }
    } finally {
      asking.delete(guest);
    }
    return bytes;
  }

  async function hear(guest: Guest, message: Heard): Promise<number> {
    if (message.type === "ask") return answer(guest, message.vector);
    if (message.type === "update") update(guest, message.update);
    else if (message.type === "awareness") where.hear(message.update, guest, guest.stateOf);
    else if (message.type === "beginning") await begin(guest, message.generation, message.update);
    else if (message.type === "kept") {
      const { number } = message;
      await text?.settled();
      if (guests.has(guest) && !isOver) guest.send(messages.kept(number));
    } else sayWhereabouts(guest);
    return 0;
  }

  return {
    name,
    guests,
    async enter(guest) {
      if (isOver) return false;
      guests.add(guest);
      await greet(guest);
      return true;
    },
    leave(guest) {
      guests.delete(guest);
      waiting.delete(guest);
      where.leave(guest);
    },
    hear,
    hearNeighbour: where.hearNeighbour,
    whereabouts: where.parts,
    compare(head) {
      if (!text || isOver) return;
      const mine = text.head();
      // Meanwhile it may have gone on: what has come of it is looked up in its turn.
      if (head ? !isSameText(head, mine) || head.seq > mine.seq : mine.birth !== 0) void text.catchUp();
    },
    get isOver() {
      return isOver;
    },
    settled: () => text?.settled() ?? Promise.resolve(),
    isSettled: () => text?.isSettled() ?? true,
    close() {
      isOver = true;
      where.close();
      text?.end();
    },
  };
}
