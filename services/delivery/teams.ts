/** The Discord webhook of a team. */
export interface TeamWebhook {
  readonly address: string;
  /** The same, sealed with the server's key: it identifies the link. */
  readonly sealed: string;
  readonly since: Date;
}

export interface ToldTeam {
  readonly name: string;
  readonly hasAnnouncement: boolean;
  /** When its days end (spec/rhythm.md rule 1). */
  readonly dayEndsAt: string;
  /** Undefined if none is linked. */
  readonly webhook: TeamWebhook | undefined;
}

/** The port of delivery to teams; services/app/discord.ts implements it. */
export interface Teams {
  of(teamId: number): Promise<ToldTeam>;
  /** The title of the problem of a day; undefined without one. */
  problem(teamId: number, date: string): Promise<string | undefined>;
  /** The articles that exist of these dates, both included, and their authors. */
  written(
    teamId: number,
    from: string,
    to: string,
  ): Promise<{ readonly members: number; readonly articles: number }>;
  /** The teams that have linked a webhook. */
  linked(): Promise<readonly number[]>;
  /** Whether the read models contain all events up to the first call for this time. */
  holdAllBefore(time: Date): Promise<boolean>;
  /** Discord does not know this webhook any more: unlinks it. */
  stop(teamId: number, webhook: TeamWebhook): Promise<void>;
}
