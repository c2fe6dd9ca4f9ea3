import type { PendingAppend } from "../pending-append.ts";

/** One append with its command. */
export interface AppendEntry extends PendingAppend {
  /** Id of the command. */
  readonly id: string;
  readonly fingerprint: string;
  readonly answer: unknown;
}

export type AppendOutcome =
  | { readonly outcome: "appended"; readonly checkpoint: string }
  | {
      readonly outcome: "repeated";
      readonly checkpoint: string;
      readonly fingerprint: string;
      readonly answer: unknown;
    }
  | { readonly outcome: "wrong-revision" }
  | { readonly outcome: "failed"; readonly error: unknown };
