import { useState } from "react";
import type { ApplicationsShown } from "./queries.ts";

/** The shown part of the list and how to change it. */
export interface ShownList extends ApplicationsShown {
  /** Whether another part is still shown. */
  readonly isWaiting: boolean;
  readonly onPage: (page: number) => void;
  readonly onName: (name: string) => void;
}

export type Choice = ReturnType<typeof useChoice>;

/** The chosen applicants; one whose application ends is no longer chosen. */
export function useChoice(applicants: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const waiting = applicants.filter((uuid) => chosen.has(uuid));
  if (waiting.length < chosen.size) setChosen(new Set(waiting));
  const set = (uuids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const uuid of uuids) {
      if (isChosen) next.add(uuid);
      else next.delete(uuid);
    }
    setChosen(next);
  };
  return { chosen, set };
}
