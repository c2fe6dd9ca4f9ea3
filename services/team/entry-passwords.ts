import { timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { serverLimits } from "#contracts/limits";
import { inTransaction } from "../event-store/postgres/transaction.ts";
import type { Guess } from "./roles.ts";

/** A table of wrong guesses, so that the limit holds over all processes. */
export const entryPasswordMigrations = [
  {
    name: "0.2.0/entry-guesses",
    sql: `
      CREATE TABLE entry_guesses (
        guess_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        team_id bigint NOT NULL,
        member_id uuid NOT NULL,
        guessed_at timestamptz NOT NULL
      );
      CREATE INDEX ON entry_guesses (team_id, guessed_at);`,
  },
];

export interface Attempt {
  readonly teamId: number;
  readonly memberId: string;
  readonly typed: string;
  /** The team's encrypted password in the log. */
  readonly sealed: string;
}

export interface EntryPasswords {
  seal(password: string): string;
  open(sealed: string): string;
  /** Compares in constant time, unless too many wrong guesses were made lately (spec/wire-contract.md §4.9). */
  guess(attempt: Attempt, now: Date): Promise<Guess>;
}

const lockClass = 0x67756573;

export function createEntryPasswords(
  pool: pg.Pool,
  sealer: { seal(text: string): string; open(sealed: string): string },
): EntryPasswords {
  return {
    seal: sealer.seal,
    open: sealer.open,
    guess: (attempt, now) =>
      compareOnce(pool, attempt, now, () => isSame(attempt.typed, sealer.open(attempt.sealed))),
  };
}

function isSame(typed: string, password: string): boolean {
  const a = Buffer.from(typed);
  const b = Buffer.from(password);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** One guess per team at a time: concurrent guesses must not all see the same free slot. Only a wrong one uses it. */
const compareOnce = (
  pool: pg.Pool,
  { teamId, memberId }: Attempt,
  now: Date,
  isRight: () => boolean,
): Promise<Guess> =>
  inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1, hashint8($2))", [lockClass, teamId]);
    const since = new Date(now.getTime() - serverLimits.guessWindowMs);
    // Guesses far in the future were recorded before the clock was set back.
    const ahead = new Date(now.getTime() + serverLimits.guessWindowMs);
    await client.query(
      "DELETE FROM entry_guesses WHERE team_id = $1 AND (guessed_at <= $2 OR guessed_at > $3)",
      [teamId, since, ahead],
    );
    const { rows } = await client.query<{ full_since: string | null }>(
      // The guess whose expiry frees a slot again: the limit-th latest, by member and by team.
      `SELECT greatest(
         (SELECT guessed_at FROM entry_guesses WHERE team_id = $1 AND member_id = $2
          ORDER BY guessed_at DESC OFFSET $3 LIMIT 1),
         (SELECT guessed_at FROM entry_guesses WHERE team_id = $1
          ORDER BY guessed_at DESC OFFSET $4 LIMIT 1)) AS full_since`,
      [teamId, memberId, serverLimits.guessesPerMember - 1, serverLimits.guessesPerTeam - 1],
    );
    const fullSince = rows[0]?.full_since;
    const verdict = fullSince ? exhausted(fullSince, now) : isRight() ? right : wrong;
    if (verdict === wrong)
      await client.query("INSERT INTO entry_guesses (team_id, member_id, guessed_at) VALUES ($1, $2, $3)", [
        teamId,
        memberId,
        now,
      ]);
    return verdict;
  });

const right: Guess = { verdict: "right" };
const wrong: Guess = { verdict: "wrong" };

function exhausted(fullSince: string, now: Date): Guess {
  const free = new Date(fullSince).getTime() + serverLimits.guessWindowMs;
  return { verdict: "exhausted", retryAfter: Math.max(1, Math.ceil((free - now.getTime()) / 1000)) };
}
