import { isRecord } from "../navigation-state.ts";

/** Navigation state: the draft to open without a question, and whether it is sent immediately. */
export interface ResumedState {
  readonly resumed: string;
  readonly isSubmitted?: boolean;
}

export const resumedOf = (state: unknown): Partial<ResumedState> =>
  isRecord(state) && typeof state.resumed === "string"
    ? { resumed: state.resumed, isSubmitted: state.isSubmitted === true }
    : {};
