import { openRoom, type Room } from "./room.ts";
import type { Guest, RoomContext } from "./room-context.ts";
import type { RoomName } from "./room-name.ts";

export interface Rooms {
  /** The room with the guest in it. `too-many`: it has no place left. @throws OwnerForgotten */
  enter(name: RoomName, guest: Guest): Promise<Room | "too-many">;
  leave(room: Room, guest: Guest): void;
  open(): Iterable<Room>;
  find(id: string): Room | undefined;
  /** What was said is kept, then all are closed. */
  close(): Promise<void>;
}

/** The rooms that somebody of this process is in: of one name never two at a time. */
export function createRooms(context: RoomContext): Rooms {
  const opening = new Map<string, Promise<Room>>();
  const rooms = new Map<string, Room>();

  function open(name: RoomName, member: string): Promise<Room> {
    let promise = opening.get(name.id);
    if (!promise) {
      promise = openRoom(name, member, context);
      opening.set(name.id, promise);
      promise.then(
        (room) => rooms.set(name.id, room),
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

  /** Closes the room unless somebody is in it. What those who left have said is kept first, and meanwhile others may come. */
  async function closeIfEmpty(room: Room): Promise<void> {
    while (room.guests.size === 0 && !room.isSettled()) await room.settled();
    if (room.guests.size === 0) forget(room);
  }

  function leave(room: Room, guest: Guest): void {
    room.leave(guest);
    void closeIfEmpty(room);
  }

  return {
    async enter(name, guest) {
      for (;;) {
        const room = await open(name, guest.member);
        const { clientsPerTeam, clientsPerRoom } = context.limits;
        if (room.guests.size >= (name.kind === "team" ? clientsPerTeam : clientsPerRoom)) return "too-many";
        try {
          if (await room.enter(guest)) return room;
        } catch (error) {
          leave(room, guest);
          throw error;
        }
        forget(room);
      }
    },
    leave,
    open: () => rooms.values(),
    find: (id) => rooms.get(id),
    async close() {
      await Promise.allSettled(opening.values());
      await Promise.all([...rooms.values()].map((room) => room.settled()));
      for (const room of [...rooms.values()]) forget(room);
    },
  };
}
