import { limits } from "#contracts/limits";
import type { View } from "#contracts/live";
import { readRecruitmentIdsAppliedTo } from "#projections/my-applications";
import { readTeamIds } from "#projections/my-teams";
import { readRecruitmentIdsBy } from "#projections/recruitment-detail";
import type { Checkpoint } from "../event-store/event-store.ts";
import type { Identity } from "../identity/identity.ts";
import { forgetOwner } from "../images/picture-uses.ts";
import { imageReactors } from "../images/reactors.ts";
import { memberReactors } from "../member/reactors.ts";
import type { PictureOwner } from "../platform/platform.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import type { Reactor } from "../platform/reactors/reactor.ts";
import { afterReadModels } from "../platform/reactors/reactor.ts";
import { recruitmentReactors } from "../recruitment/reactors.ts";
import { teamReactors } from "../team/reactors.ts";
import { reaching } from "./clocks.ts";
import { eraseLater } from "./erasure.ts";
import type { Storage } from "./storage.ts";

/** Reactors: they carry facts from one stream to another, and out of the log. */
export function allReactors(storage: Storage, progress: ReadModelProgress, identity: Identity): Reactor[] {
  const { pool, kysely: db } = storage.database;
  const forgetPictures = (owner: PictureOwner) => forgetOwner(pool, owner);
  const haveReached = reaching(storage.store, pool, progress);
  /** Reads a member's data from a read model that must have reached a position of the log. */
  const asOf =
    (view: View, read: (from: typeof db, memberId: string) => Promise<readonly number[]>) =>
    async (memberId: string, at: Checkpoint) => {
      if (!(await haveReached([view], at, limits.readYourWritesMs)))
        throw new Error(`${view} has not reached that checkpoint`);
      return read(db, memberId);
    };
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
