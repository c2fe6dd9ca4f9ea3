import type { Checkpoint } from "#services/event-store/event-store";
import type { AnyProjection } from "../projection.ts";
import type { Poison } from "./apply.ts";

/** A read model as the projector of this process sees it. */
interface ReadModelStatus {
  readonly name: string;
  readonly version: number;
  /** `waiting`: this process is not the active projector. */
  readonly state: "waiting" | "running" | "catching-up" | "building" | "stopped";
  readonly checkpoint?: Checkpoint;
  readonly stopped?: Poison;
}

export interface ProjectorStatus {
  /** `active`: this process writes; `standby`: another process does; `off`: not started or stopped. */
  readonly role: "active" | "standby" | "off";
  readonly readModels: readonly ReadModelStatus[];
}

export interface StatusBoard {
  role: ProjectorStatus["role"];
  set(name: string, status: Omit<ReadModelStatus, "name" | "version">): void;
  clear(): void;
  read(): ProjectorStatus;
}

export function createStatusBoard(projections: readonly AnyProjection[]): StatusBoard {
  const states = new Map<string, Omit<ReadModelStatus, "name" | "version">>();
  return {
    role: "off",
    set: (name, status) => states.set(name, status),
    clear: () => states.clear(),
    read() {
      const readModels = projections.map(({ name, version }) => ({
        name,
        version,
        ...(states.get(name) ?? { state: "waiting" as const }),
      }));
      return { role: this.role, readModels };
    },
  };
}

/** A log entry of the projector, without values of events or rows. */
export interface ProjectorLogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly readModel?: string;
  /** The event at which a read model stopped. */
  readonly eventId?: string;
  readonly reason?: string;
}
export type ProjectorLog = (entry: ProjectorLogEntry) => void;
