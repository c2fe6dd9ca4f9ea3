import { limits } from "#contracts/limits";
import { readRecruitmentIdsAppliedTo } from "#projections/my-applications";
import { readTeamIds } from "#projections/my-teams";
import { readRecruitmentIdsBy } from "#projections/recruitment-detail";
import { readEarlierReviewers, readReviewsToRelease } from "#projections/reviews";
import { readEarlierWriters } from "#projections/team-writers";
import { discussionReactors } from "../discussion/reactors.ts";
import type { Checkpoint } from "../event-store/event-store.ts";
import type { Identity } from "../identity/identity.ts";
import { forgetOwner } from "../images/picture-uses.ts";
import { imageReactors } from "../images/reactors.ts";
import { memberReactors } from "../member/reactors.ts";
import type { PictureOwner } from "../platform/platform.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import type { Reactor } from "../platform/reactors/reactor.ts";
import { afterReadModels } from "../platform/reactors/reactor.ts";
import { queueReactors } from "../problem-queue/posting.ts";
import { recruitmentReactors } from "../recruitment/reactors.ts";
import { teamReactors } from "../team/reactors.ts";
import { reaching } from "./clocks.ts";
import { eraseLater } from "./erasure.ts";
import type { Storage } from "./storage.ts";

/** Reactors that commands may wait for: they carry facts from one stream to another, and out of the log. */
export function awaitedReactors(
  storage: Storage,
  progress: ReadModelProgress,
  identity: Identity,
): Reactor[] {
  const { pool } = storage.database;
  const forgetPictures = (owner: PictureOwner) => forgetOwner(pool, owner);
  const asOf = readingAsOf(storage, progress);
  const reactors = [
    ...memberReactors({
      ...identity,
      forgetPictures,
      eraseLater: (memberId, withdrawal) => eraseLater(pool, memberId, withdrawal),
    }),
    ...teamReactors({ teamsOf: asOf("my-teams", readTeamIds), forgetPictures }),
    ...recruitmentReactors({
      recruitmentsBy: asOf("recruitment-detail", readRecruitmentIdsBy),
      recruitmentsAppliedTo: asOf("my-applications", readRecruitmentIdsAppliedTo),
    }),
    ...imageReactors(pool),
  ];
  return reactors.map((reactor) => afterReadModels(reactor, progress));
}

/** Reactors that choose reviewers, and those that note which problems queues have posted. They run separately from the others, so that no command waits for them. */
export function unawaitedReactors(storage: Storage, progress: ReadModelProgress): Reactor[] {
  const asOf = readingAsOf(storage, progress);
  const reactors = [
    ...discussionReactors({
      earlierWriters: asOf("team-writers", readEarlierWriters),
      earlierReviewers: asOf("reviews", readEarlierReviewers),
      reviewsOf: asOf("reviews", readReviewsToRelease),
    }),
    ...queueReactors(),
  ];
  return reactors.map((reactor) => afterReadModels(reactor, progress));
}

/** Reads a read model that must have reached a position of the log. */
function readingAsOf({ store, database }: Storage, progress: ReadModelProgress) {
  const { pool, kysely: db } = database;
  const haveReached = reaching(store, pool, progress);
  return <About, Read>(readModel: string, read: (from: typeof db, about: About) => Promise<Read>) =>
    async (about: About, at: Checkpoint) => {
      if (!(await haveReached([readModel], at, limits.readYourWritesMs)))
        throw new Error(`${readModel} has not reached that checkpoint`);
      return read(db, about);
    };
}
