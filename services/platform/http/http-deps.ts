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
  /**
   * Called before the picture is decoded.
   * @throws Refused if the sender may not do what the picture is for
   */
  readonly permit: () => Promise<void>;
}

/** Dependencies of the endpoints on the rest of the product. */
export interface HttpDeps {
  /** @throws Refused with one of the 401 codes (spec/wire-contract.md §2.4). */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  /** @throws Refused when the bytes are not a picture or too large */
  readonly readPicture: (bytes: Buffer, from: PictureSender) => Promise<UploadedPicture>;
  readonly sanitise: Sanitiser["sanitise"];
  readonly progress: ReadModelProgress;
  readonly spend: Quotas["spend"];
  /** Public origin of the site; absolute picture addresses on it are shortened. */
  readonly origin: string;
  readonly now: () => Date;
  /** Key of the payload digest: an unkeyed digest would reveal short entry passwords. */
  readonly digestKey: Uint8Array;
  readonly observe: (call: {
    endpoint: string;
    status: number;
    result: string;
    milliseconds: number;
  }) => void;
  readonly logError: (error: unknown, request: Request) => void;
  /** @throws Refused `preparing` while the read models are empty, as if nothing existed */
  readonly assertReadable: () => void;
  /** @throws StoreUnavailable if the result of a command would not be stored, or not be shown by any process */
  readonly assertWritable: () => Promise<void>;
  /** Creates the time that one call may spend waiting for the database and the event store. */
  readonly timeBudget: () => Budget;
}

/** Dependencies of one call, whose parts share one time budget. */
export interface CallDeps extends HttpDeps {
  readonly budget: Budget;
}

/** The id that logging.ts assigns to every incoming request. */
export const requestIdOf = (request: Request & { readonly id?: unknown }): string => String(request.id ?? "");
