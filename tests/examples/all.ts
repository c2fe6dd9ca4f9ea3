import type { DomainEvent } from "#contracts/events";
import * as discussions from "./discussions.ts";
import * as invitations from "./invitations.ts";
import * as memberships from "./memberships.ts";
import * as notifications from "./notifications.ts";
import * as posts from "./posts.ts";
import * as queuedProblems from "./queued-problems.ts";
import * as recruitments from "./recruitments.ts";
import * as rhythm from "./rhythm.ts";
import * as teams from "./teams.ts";

const isEvent = (value: unknown): value is DomainEvent =>
  typeof value === "object" && value !== null && "type" in value && "data" in value;

/** The named examples: at least one event of every type. */
export const examples: readonly DomainEvent[] = [
  memberships,
  posts,
  recruitments,
  teams,
  invitations,
  notifications,
  discussions,
  queuedProblems,
  rhythm,
]
  .flatMap((file) => Object.values(file) as unknown[])
  .map((each) => (typeof each === "function" ? each() : each))
  .filter(isEvent);
