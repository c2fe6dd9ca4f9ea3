import type pg from "pg";
import type { BaseLogger } from "pino";
import type { DocumentLimits, PresentPerson } from "#contracts/documents/api";
import type { EventStore } from "../event-store/event-store.ts";
import type { KeyRing } from "../platform/privacy/member-keys.ts";
import type { Caller } from "./connection.ts";
import type { ObserveSave } from "./watch-log.ts";

export interface DocumentsOptions {
  readonly pool: pg.Pool;
  readonly keys: KeyRing;
  readonly store: EventStore;
  /** @throws Refused */
  readonly authenticate: (token: string) => Promise<Caller>;
  /** Calls back once the sign-in behind a caller is over, also when that was before. Returns how to stop. */
  readonly whenLoginEnds?: (caller: Caller, onEnd: () => void) => () => void;
  /** What others see of a member. */
  readonly personOf: (member: string) => Promise<PresentPerson>;
  /** `https://host[:port]` of the site; upgrades from other origins are refused. */
  readonly allowedOrigin: string;
  readonly now: () => Date;
  readonly metrics: DocumentMetrics;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly limits?: Partial<DocumentLimits>;
}

export interface DocumentMetrics {
  /** An update of a client has been taken. */
  readonly updated: () => void;
  readonly saved: ObserveSave;
}
