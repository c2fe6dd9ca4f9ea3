/** What the projector tells. No values of events or rows. */
export interface ProjectorLogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly readModel?: string;
  /** The event at which a read model stopped. */
  readonly eventId?: string;
  readonly reason?: string;
}
export type ProjectorLog = (entry: ProjectorLogEntry) => void;
