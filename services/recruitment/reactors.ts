import type { DomainEvent } from "#contracts/events";
import type { Checkpoint, EventStore, RecordedEvent } from "../event-store/event-store.ts";
import { memberPhaseOf } from "../member/facts.ts";
import { handle } from "../platform/decider.ts";
import { load } from "../platform/folding.ts";
import { type Reactor, reactionTo } from "../platform/reactors/reactor.ts";
import { isMember, recruitmentOfTeam, rosterOf } from "../team/facts.ts";
import { streamOf } from "./facts.ts";
import { type RecruitmentCommand, recruitment } from "./recruitment.ts";

type OfMember = (memberId: string, at: Checkpoint) => Promise<readonly number[]>;

interface RecruitmentReactorDeps {
  /**
   * Ids of the recruitments that a member had written at a position of the log.
   * @throws while that is not reached yet
   */
  readonly recruitmentsBy: OfMember;
  /** Ids of the recruitments where a member's application was pending. @throws likewise */
  readonly recruitmentsAppliedTo: OfMember;
}

const reaction =
  (name: string, event: RecordedEvent, store: EventStore) =>
  (recruitmentId: number, command: RecruitmentCommand, what = "") =>
    handle(store, reactionTo(event, name, `${recruitmentId}${what}`), {
      decider: recruitment,
      stream: streamOf(recruitmentId),
      command,
    });

/** Carries admissions, creation and deletion of a team to its recruitment (spec/wire-contract.md §4.5, §4.8, §4.9). */
const settlement: Reactor = {
  name: "recruitment-settlement",
  to: [
    "TeamCreated",
    "ApplicantsAdmitted",
    "MemberJoined",
    "TeamDeleted",
    // Late ones: decided on the state of a team before it was deleted or joined.
    "RecruitmentPosted",
    "ApplicationSubmitted",
  ],
  async on(event, store) {
    const react = reaction(settlement.name, event, store);
    const dropOfDeletedTeam = async (recruitmentId: number, teamId: number) => {
      if ((await rosterOf(store, teamId)).phase !== "deleted") return;
      await react(recruitmentId, {
        type: "DropRecruitment",
        recruitmentId,
        because: "team-deleted",
        teamId,
      });
    };
    const acceptOfMember = async (recruitmentId: number, applicantId: string) => {
      const { state } = await load(store, recruitment, streamOf(recruitmentId));
      const { teamId } = state;
      if (teamId === null || !isMember(await rosterOf(store, teamId), applicantId)) return;
      await react(recruitmentId, { type: "AcceptApplications", teamId, applicantIds: [applicantId] });
    };
    const { type, data } = event as DomainEvent & RecordedEvent;
    if (type === "TeamCreated" && data.recruitmentId !== null)
      await react(data.recruitmentId, { type: "LinkTeam", teamId: data.teamId });
    if (type === "ApplicantsAdmitted") {
      const { recruitmentId, teamId, memberIds } = data;
      await react(recruitmentId, { type: "AcceptApplications", teamId, applicantIds: memberIds });
    }
    if (type === "RecruitmentPosted" && data.teamId !== null)
      await dropOfDeletedTeam(data.recruitmentId, data.teamId);
    if (type === "ApplicationSubmitted") await acceptOfMember(data.recruitmentId, data.applicantId);
    if (type !== "MemberJoined" && type !== "TeamDeleted") return;
    const { teamId } = data;
    const recruitmentId = await recruitmentOfTeam(store, teamId);
    if (recruitmentId === null) return;
    await react(
      recruitmentId,
      type === "MemberJoined"
        ? { type: "AcceptApplications", teamId, applicantIds: [data.memberId] }
        : { type: "DropRecruitment", recruitmentId, because: "team-deleted", teamId },
    );
  },
};

/**
 * Deletes recruitments and applications of withdrawn members (spec/wire-contract.md §3.5), including those written
 * after the withdrawal by a command that had begun before it.
 */
const withdrawal = ({ recruitmentsBy, recruitmentsAppliedTo }: RecruitmentReactorDeps): Reactor => {
  const name = "recruitment-withdrawal";
  return {
    name,
    to: ["MemberWithdrawn", "RecruitmentPosted", "ApplicationSubmitted"],
    async on(event, store) {
      const react = reaction(name, event, store);
      const drop = (recruitmentId: number) =>
        react(recruitmentId, {
          type: "DropRecruitment",
          recruitmentId,
          because: "author-withdrawn",
          teamId: null,
        });
      const dropApplicant = (recruitmentId: number, applicantId: string) =>
        react(recruitmentId, { type: "DropApplicant", applicantId }, ` ${applicantId}`);
      const { type, data } = event as DomainEvent & RecordedEvent;
      if (type === "MemberWithdrawn") {
        for (const id of await recruitmentsBy(data.memberId, event.checkpoint)) await drop(id);
        for (const id of await recruitmentsAppliedTo(data.memberId, event.checkpoint))
          await dropApplicant(id, data.memberId);
      }
      if (type === "RecruitmentPosted" && (await memberPhaseOf(store, data.authorId)) === "withdrawn")
        await drop(data.recruitmentId);
      if (type === "ApplicationSubmitted" && (await memberPhaseOf(store, data.applicantId)) === "withdrawn")
        await dropApplicant(data.recruitmentId, data.applicantId);
    },
  };
};

export const recruitmentReactors = (deps: RecruitmentReactorDeps): Reactor[] => [
  settlement,
  withdrawal(deps),
];
