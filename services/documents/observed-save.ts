import { documentCloseCodes } from "#contracts/documents/api";
import { EndsConnection } from "./document-worker.ts";

export type SaveResult = "kept" | "full" | "too-many" | "failed";
export type ObserveSave = (result: SaveResult, milliseconds: number) => void;

const refusals: Readonly<Record<number, SaveResult>> = {
  [documentCloseCodes.full]: "full",
  [documentCloseCodes.tooManyTexts]: "too-many",
};

/** Measures how an update is stored. */
export async function observedSave<T>(observe: ObserveSave, save: Promise<T>): Promise<T> {
  const from = performance.now();
  let result: SaveResult = "failed";
  try {
    const answer = await save;
    result = "kept";
    return answer;
  } catch (error) {
    if (error instanceof EndsConnection) result = refusals[error.code] ?? result;
    throw error;
  } finally {
    observe(result, performance.now() - from);
  }
}
