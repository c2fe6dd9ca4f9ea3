/** How an attempt to send ended. */
export type Outcome =
  | { readonly state: "sent" }
  /** For good, though not for want of trying. */
  | { readonly state: "failed" | "dropped"; readonly result: string }
  /** The other side may have taken it: it is not sent again. */
  | { readonly state: "unknown"; readonly result: string }
  /** The other side has certainly not taken it. With `retryAfterMs` nothing goes to its host until then. */
  | { readonly state: "retry"; readonly result: string; readonly retryAfterMs?: number };
