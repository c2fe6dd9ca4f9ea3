import { isDeepStrictEqual } from "node:util";
import { isRealDate } from "#contracts/dates";
import { Refused } from "#contracts/errors";
import type { Problem } from "#contracts/problems";
import { type Category, isCategory } from "#contracts/subject/api";
import type { SubjectEvent } from "#contracts/subject/events";
import type { Decider } from "../platform/decider.ts";
import { type BodyText, nextPicture } from "../platform/html/picture-of-body.ts";
import { assertManager, type Roster } from "../team/facts.ts";

type SubjectState =
  | { readonly phase: "absent" }
  | {
      readonly phase: "posted";
      readonly subjectId: number;
      readonly category: Category;
      readonly title: string;
      readonly body: string;
      readonly imageUrl: string | null;
      readonly problems: readonly Problem[];
      readonly revision: number;
    };

interface ByManager {
  readonly teamId: number;
  readonly date: string;
  readonly subjectId: number;
  readonly callerId: string;
  readonly team: Roster;
}

export type SubjectCommand =
  | (ByManager & {
      readonly type: "PostSubject";
      readonly category: string;
      readonly title: string;
      readonly body: string;
      readonly imageUrl: string | null;
      readonly problems: readonly Problem[];
    })
  | (ByManager & {
      readonly type: "EditSubject";
      readonly ifMatch: number | undefined;
      readonly category: string | undefined;
      readonly title: string | undefined;
      readonly body: BodyText | undefined;
      readonly imageUrl: string | undefined;
      readonly problems: readonly Problem[] | undefined;
    })
  | (ByManager & { readonly type: "DeleteSubject" });

/**
 * Managers of the team may do everything with its problems, whatever the state of a problem.
 * @throws Refused `team-not-found`, `not-a-manager`
 */
export function permits({ callerId, team }: Pick<ByManager, "callerId" | "team">): void {
  assertManager(team, callerId);
}

/** The problem of one team and day (spec/wire-contract.md §5.6–5.9): one stream, hence one problem. */
export const subject: Decider<SubjectState, SubjectCommand, SubjectEvent> = {
  initial: { phase: "absent" },
  // Posted and deleted in turn: the last event determines the state.
  lastOf: [{ types: ["SubjectPosted", "SubjectEdited", "SubjectDeleted"], count: 1 }],

  decide(command, state) {
    const { teamId, date, subjectId, callerId } = command;
    permits(command);
    if (command.type === "PostSubject") {
      if (!isRealDate(date)) throw new Refused("impossible-date");
      if (state.phase === "posted") throw new Refused("subject-exists");
      const { title, body, imageUrl } = command;
      const category = assertCategory(command.category);
      const problems = [...command.problems];
      const ids = { subjectId, teamId, date, authorId: callerId };
      const data = { ...ids, category, title, body, imageUrl, problems, revision: 1 };
      return [{ type: "SubjectPosted", data }];
    }
    if (state.phase !== "posted" || state.subjectId !== subjectId) throw new Refused("article-not-found");
    if (command.type === "DeleteSubject")
      return [{ type: "SubjectDeleted", data: { subjectId, teamId, date } }];
    if (command.ifMatch !== undefined && command.ifMatch !== state.revision)
      throw new Refused("stale-revision");
    const next = {
      category: assertCategory(command.category ?? state.category),
      title: command.title ?? state.title,
      body: command.body?.html ?? state.body,
      imageUrl: nextPicture(state.imageUrl, command.imageUrl, command.body),
      problems: [...(command.problems ?? state.problems)],
    };
    const isSame = (Object.keys(next) as (keyof typeof next)[]).every((field) =>
      isDeepStrictEqual(next[field], state[field]),
    );
    if (isSame) return [];
    const data = { subjectId, teamId, date, editorId: callerId, ...next, revision: state.revision + 1 };
    return [{ type: "SubjectEdited", data }];
  },

  evolve(state, event) {
    if (event.type === "SubjectDeleted") return { phase: "absent" };
    if (event.type !== "SubjectPosted" && event.type !== "SubjectEdited") return state;
    const { subjectId, category, title, body, imageUrl, problems, revision } = event.data;
    return { phase: "posted", subjectId, category, title, body, imageUrl, problems, revision };
  },
};

function assertCategory(category: string): Category {
  if (!isCategory(category)) throw new Refused("unknown-category");
  return category;
}
