/** How an attempt to send ended. */
export type Outcome =
  | { readonly state: "sent" }
  /** Not sent, and not tried again. */
  | { readonly state: "failed" | "dropped"; readonly result: string }
  /** The other side may have received it: it is not sent again. */
  | { readonly state: "unknown"; readonly result: string }
  /** The other side has certainly not received it. */
  | {
      readonly state: "retry";
      readonly result: string;
      readonly retryAfterMs?: number;
      /** Of a push service. `throttled`: to this device; `unavailable`: to its host. */
      readonly refusal?: "throttled" | "unavailable";
    };
