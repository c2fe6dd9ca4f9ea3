import { v4 } from "uuid";

/** One key per press of a button; every repetition of that call keeps it (spec/wire-contract.md §1.9). */
export const newIdempotencyKey = (): string => v4();
