import { useEffect, useRef, useState } from "react";
import { subjectRoom } from "#contracts/documents/api";
import type { Subject } from "#contracts/subject/api";
import { createSharedText, type SharedState, type SharedText } from "../../editor/shared-text.ts";
import { currentToken, memberOf } from "../../lib/session.ts";
import { storedOf } from "./commands.ts";

interface SharedProblemOptions {
  readonly teamId: number;
  readonly selectedDate: string;
  /** The problem as it was read. */
  readonly opened: Subject | null;
  readonly onBegunAnew: () => void;
}

/** The day's problem as the managers of the team write it together; without `shared` the person is alone with it. */
export function useSharedProblem({ teamId, selectedDate, opened, onBegunAnew }: SharedProblemOptions): {
  shared: SharedText | undefined;
  state: SharedState;
} {
  const [state, setState] = useState<SharedState>("connecting");
  const begunAnew = useRef(onBegunAnew);
  begunAnew.current = onBegunAnew;
  const [shared] = useState(() =>
    createSharedText({
      room: subjectRoom(teamId, selectedDate),
      stored: opened && storedOf(opened),
      uuid: memberOf(currentToken()) ?? "",
      onState: setState,
      onBegunAnew: () => begunAnew.current(),
    }),
  );
  useEffect(() => {
    shared.start();
    return shared.leave;
  }, [shared]);
  return { shared: state === "alone" ? undefined : shared, state };
}
