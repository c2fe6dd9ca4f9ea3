/** Numbers of a database after three years, around one team and one of its members. */
export interface GrownPlan {
  readonly days: number;
  readonly team: {
    readonly members: number;
    /** How often each seat but that of the member is taken by another person. */
    readonly generations: number;
    readonly articles: number;
    readonly problems: number;
    readonly roleChanges: number;
    readonly invitations: number;
  };
  /** Of the member. */
  readonly own: {
    readonly teams: number;
    readonly articlesInTeam: number;
    readonly articlesInOthers: number;
    readonly daysOfOthers: number;
    readonly applications: number;
    readonly notifications: number;
    readonly unread: number;
  };
  readonly teams: number;
  readonly articlesOfTeam: number;
  readonly problemsOfTeam: number;
  readonly recruitments: number;
  /** Applications to the recruitment of the member's second team. */
  readonly applicants: number;
}

/**
 * With scale 1: 25,206 articles and 479 role entries in the team of 50, 955 articles of the member. A smaller scale
 * shortens the past; the team stays as large, the member in as many teams, and with as many applicants.
 */
export function grownPlan(scale: number): GrownPlan {
  const scaled = (amount: number) => Math.max(1, Math.round(amount * scale));
  return {
    days: Math.max(30, scaled(1095)),
    team: {
      members: 50,
      generations: scaled(4),
      articles: scaled(25_206),
      problems: Math.min(scaled(822), Math.max(30, scaled(1095))),
      roleChanges: scaled(135),
      invitations: scaled(60),
    },
    own: {
      teams: 30,
      articlesInTeam: scaled(694),
      articlesInOthers: scaled(9),
      daysOfOthers: Math.max(14, scaled(60)),
      applications: scaled(40),
      notifications: scaled(5000),
      unread: Math.min(120, scaled(5000)),
    },
    teams: 30 + scaled(1970),
    articlesOfTeam: scaled(10),
    problemsOfTeam: scaled(3),
    recruitments: scaled(3000),
    applicants: 300,
  };
}

/** Members of each other team that the member is in, and of the one that searches for more. */
export const othersIn = { team: 5, searching: 9 } as const;

/** Numbers of ids, some more than are used. */
export function idsOfGrown({ team, own, ...plan }: GrownPlan) {
  const ofOwnTeam = own.daysOfOthers * (1 + othersIn.searching) + own.articlesInOthers;
  const ofTeam = plan.articlesOfTeam + plan.problemsOfTeam;
  return {
    team: plan.teams,
    article: team.articles + team.problems + own.teams * ofOwnTeam + plan.teams * ofTeam,
    recruitment: plan.recruitments,
    application: plan.applicants + own.applications + plan.recruitments,
    comment: 0,
  };
}
