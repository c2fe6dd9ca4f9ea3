import { isRecord } from "../navigation-state.ts";

/** Handed over in the navigation state: the draft to go on with unasked, and whether it is sent at once. */
export interface ResumedState {
  readonly resumed: string;
  readonly isSubmitted: boolean;
}

export const resumedOf = (state: unknown): Partial<ResumedState> =>
  isRecord(state) && typeof state.resumed === "string"
    ? { resumed: state.resumed, isSubmitted: state.isSubmitted === true }
    : {};
