import type { CommandContext } from "../decider.ts";

/** What a team has to know of a recruitment before it takes its applicants. */
export interface RecruitmentFacts {
  readonly authorId: string;
  readonly teamId: number | null;
  /** Whose applications are pending. */
  readonly applicants: ReadonlySet<string>;
}

/** What the recruitments do for the teams. Put together in services/app/main.ts. */
export interface RecruitmentsForTeams {
  /** undefined when there is no such recruitment. */
  recruitment(recruitmentId: number): Promise<RecruitmentFacts | undefined>;
  /**
   * Holds the place of the recruitment's one team.
   * @throws Refused `recruitment-not-found`, `not-the-recruiter`, `recruitment-has-team`
   */
  reserveTeam(
    context: CommandContext,
    place: { readonly recruitmentId: number; readonly teamId: number; readonly callerId: string },
  ): Promise<void>;
}

/** What the teams do for the recruitments. */
export interface TeamsForRecruitments {
  /**
   * Holds the place of the team's one recruitment.
   * @throws Refused `team-not-found`, `not-in-team`, `not-a-manager`, `recruitment-exists`
   */
  reserveRecruitment(
    context: CommandContext,
    place: { readonly teamId: number; readonly recruitmentId: number; readonly callerId: string },
  ): Promise<void>;
}

/** Closes a stream that was promised and never begun. */
export type Abandon = (context: CommandContext, id: number) => Promise<void>;
