import type { EventMeta } from "../event-store.ts";

/** One append. */
export interface Entry {
  readonly id: string;
  readonly fingerprint: string;
  readonly answer: unknown;
  readonly at: string;
  readonly stream: string;
  readonly expected: number;
  readonly meta: EventMeta;
  readonly forget?: readonly string[];
  readonly events: readonly { id: string; type: string; version: number; data: unknown }[];
}

export type Outcome =
  | { readonly outcome: "appended"; readonly checkpoint: string }
  | {
      readonly outcome: "repeated";
      readonly checkpoint: string;
      readonly fingerprint: string;
      readonly answer: unknown;
    }
  | { readonly outcome: "wrong-revision" }
  | { readonly outcome: "failed"; readonly error: unknown };
