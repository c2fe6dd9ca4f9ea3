import type { Request } from "express";
import type { Budget } from "../../event-store/time-budget.ts";
import type { Sanitiser } from "../html/sanitiser.ts";
import type { ReadModelProgress } from "../progress.ts";
import type { Quotas } from "../quotas.ts";
import type { Caller, UploadedPicture } from "./route.ts";

/** The sender of a picture that waits to be decoded. */
export interface PictureSender {
  readonly member: string;
  /** False once the sender has disconnected. */
  readonly isWaiting: () => boolean;
  /** @throws Refused where the sender may not do what the picture is for; asked before it is decoded. */
  readonly permit: () => Promise<void>;
}

/** What the endpoints need of the rest of the product. */
export interface HttpDeps {
  /** @throws Refused with one of the 401 codes (spec/wire-contract.md §2.4). */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  /** @throws Refused when the bytes are not a picture or too large. */
  readonly readPicture: (bytes: Buffer, from: PictureSender) => Promise<UploadedPicture>;
  readonly sanitise: Sanitiser["sanitise"];
  readonly progress: ReadModelProgress;
  readonly spend: Quotas["spend"];
  /** Origin under which people reach the site; absolute picture addresses of it are shortened. */
  readonly origin: string;
  readonly now: () => Date;
  /** Keys the digest of payloads: a plain one would give short entry passwords away. */
  readonly digestKey: Uint8Array;
  readonly observe: (call: {
    endpoint: string;
    status: number;
    result: string;
    milliseconds: number;
  }) => void;
  readonly logFault: (error: unknown, request: Request) => void;
  /** @throws StoreUnavailable where what a command writes would not be kept, or shown by no process */
  readonly demandWritable: () => Promise<void>;
  /** All the time that one call may wait for the event store. */
  readonly timeBudget: () => Budget;
}

/** The same for one call, whose parts have one budget. */
export interface CallDeps extends HttpDeps {
  readonly budget: Budget;
}

/** The id that every request gets on its way in (logging.ts). */
export const requestIdOf = (request: Request & { readonly id?: unknown }): string => String(request.id ?? "");
