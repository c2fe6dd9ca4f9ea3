import { documentCloseCodes } from "#contracts/documents/api";
import { EndsConnection } from "./document-worker.ts";

export type SaveResult = "kept" | "full" | "failed";
export type ObserveSave = (result: SaveResult, milliseconds: number) => void;

/** Measures how long storing an update takes. */
export async function observedSave<T>(observe: ObserveSave, save: Promise<T>): Promise<T> {
  const from = performance.now();
  let result: SaveResult = "failed";
  try {
    const answer = await save;
    result = "kept";
    return answer;
  } catch (error) {
    if (error instanceof EndsConnection && error.code === documentCloseCodes.full) result = "full";
    throw error;
  } finally {
    observe(result, performance.now() - from);
  }
}
