import { useEffect, useState } from "react";
import { subjectRoom } from "#contracts/documents/api";
import type { Subject } from "#contracts/subject/api";
import {
  createSharedText,
  type SharedState,
  type SharedText,
} from "../../editor/collaboration/shared-text.ts";
import { currentToken, memberOf } from "../../lib/session.ts";
import { storedOf } from "./commands.ts";

interface SharedProblemOptions {
  readonly teamId: number;
  readonly selectedDate: string;
  /** The problem as it was fetched. */
  readonly opened: Subject | null;
  readonly isAlone: boolean;
}

/** Connects to the day's problem, which the team's managers co-edit; without `shared` the member edits it alone. */
export function useSharedProblem({ teamId, selectedDate, opened, ...options }: SharedProblemOptions): {
  shared: SharedText | undefined;
  state: SharedState;
} {
  const isAlone = options.isAlone || typeof WebSocket === "undefined";
  const [state, setState] = useState<SharedState>(isAlone ? "alone" : "connecting");
  const [shared] = useState(() => {
    if (isAlone) return undefined;
    return createSharedText({
      room: subjectRoom(
        teamId,
        selectedDate,
        opened && { subjectId: opened.articleId, revision: opened.revision },
      ),
      stored: opened && storedOf(opened),
      uuid: memberOf(currentToken()) ?? "",
      onState: setState,
    });
  });
  useEffect(() => {
    shared?.start();
    return shared?.leave;
  }, [shared]);
  return { shared: state === "alone" ? undefined : shared, state };
}
