import { type Guest, openRoom, type Room, type RoomContext } from "./room.ts";
import type { RoomName } from "./room-name.ts";

export interface Rooms {
  /** The room with the guest in it. `too-many`: it is full, or the member has too many drafts. @throws OwnerForgotten */
  enter(name: RoomName, guest: Guest): Promise<Room | "too-many">;
  leave(room: Room, guest: Guest): void;
  open(): Iterable<Room>;
  find(id: string): Room | undefined;
  /** What was said is kept, then all are closed. */
  close(): Promise<void>;
}

/** The rooms that somebody of this process is in. */
export function createRooms(context: RoomContext): Rooms {
  const opening = new Map<string, Promise<Room | "too-many">>();
  const rooms = new Map<string, Room>();

  function open(name: RoomName): Promise<Room | "too-many"> {
    let promise = opening.get(name.id);
    if (!promise) {
      promise = openRoom(name, context);
      opening.set(name.id, promise);
      promise.then(
        (room) => (room === "too-many" ? opening.delete(name.id) : rooms.set(name.id, room)),
        () => opening.delete(name.id),
      );
    }
    return promise;
  }

  function forget(room: Room): void {
    if (rooms.get(room.name.id) !== room) return;
    rooms.delete(room.name.id);
    opening.delete(room.name.id);
    room.close();
  }

  return {
    async enter(name, guest) {
      for (;;) {
        const room = await open(name);
        if (room === "too-many") return room;
        const { clientsPerTeam, clientsPerRoom } = context.limits;
        if (room.guests.size >= (name.kind === "team" ? clientsPerTeam : clientsPerRoom)) return "too-many";
        if (await room.enter(guest)) return room;
        forget(room);
      }
    },
    leave(room, guest) {
      room.leave(guest);
      void room.settled().then(() => {
        if (room.guests.size === 0) forget(room);
      });
    },
    open: () => rooms.values(),
    find: (id) => rooms.get(id),
    async close() {
      await Promise.all([...rooms.values()].map((room) => room.settled()));
      for (const room of [...rooms.values()]) forget(room);
    },
  };
}
