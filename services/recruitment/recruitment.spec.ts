import { describe, expect, it } from "vitest";
import type { RecruitmentEvent } from "#contracts/recruitment/events";
import { bamtol, dotori, hodu, stranger } from "#tests/examples/people";
import {
  applicationEdited,
  applicationRemoved,
  applicationsAccepted,
  applicationWithdrawn,
  applied,
  recruitmentClosed,
  recruitmentDeleted,
  recruitmentEdited,
  recruitmentPosted,
  recruitmentResumed,
  teamLinked,
  teamReserved,
} from "#tests/examples/recruitments";
import { itDecides } from "#tests/support/given";
import { noRoster, type Roster } from "../team/facts.ts";
import type { ByCaller } from "./permits.ts";
import { type RecruitmentCommand, recruitment } from "./recruitment.ts";

const posted = recruitmentPosted();
const withTeam = recruitmentPosted({ teamId: 12 });
const deletedTeam: Roster = { phase: "deleted", members: new Map() };
const roster = (...members: [string, "MANAGER" | "MEMBER"][]): Roster => ({
  phase: "live",
  members: new Map([[hodu, "MANAGER"], [stranger, "MEMBER"], ...members]),
});
const team = roster();
const by = (callerId: string, over: Partial<ByCaller> = {}): ByCaller => ({
  callerId,
  team: noRoster,
  isAuthorGone: false,
  ...over,
});
const edit = (
  who: ByCaller,
  over: Partial<Extract<RecruitmentCommand, { type: "EditRecruitment" }>> = {},
): RecruitmentCommand => ({
  type: "EditRecruitment",
  ...who,
  ifMatch: undefined,
  title: "저녁 스터디",
  body: undefined,
  contact: undefined,
  imageUrl: undefined,
  ...over,
});
const set = (who: ByCaller, isRecruiting: boolean): RecruitmentCommand => ({
  type: "SetRecruiting",
  ...who,
  isRecruiting,
});
const remove = (who: ByCaller): RecruitmentCommand => ({ type: "DeleteRecruitment", ...who });
const apply = (who: ByCaller, applicationId = 8): RecruitmentCommand => ({
  type: "Apply",
  ...who,
  applicationId,
  body: "지원합니다",
});
const change = (who: ByCaller, body = "고친 글"): RecruitmentCommand => ({
  type: "EditApplication",
  ...who,
  applicationId: 8,
  body,
});
const drop = (who: ByCaller): RecruitmentCommand => ({ type: "DeleteApplication", ...who, applicationId: 8 });
const reserve = (who: ByCaller, isTaken = false, teamId = 12): RecruitmentCommand => ({
  type: "ReserveTeam",
  ...who,
  teamId,
  isTaken,
});
const link = (teamId: number): RecruitmentCommand => ({ type: "LinkTeam", teamId });
const accept = (...applicantIds: string[]): RecruitmentCommand => ({
  type: "AcceptApplications",
  teamId: 12,
  applicantIds,
});
const author = by(dotori);
const manager = by(hodu, { team });
const applicant = by(bamtol);

describe("a recruitment", () => {
  const editedByManager = {
    ...recruitmentEdited,
    data: { ...recruitmentEdited.data, editedBy: hodu },
  } as RecruitmentEvent;
  const editedAt = (revision: number, title = "주말 스터디") =>
    ({ ...recruitmentEdited, data: { ...recruitmentEdited.data, revision, title } }) as RecruitmentEvent;
  const closed: RecruitmentEvent = {
    type: "RecruitmentClosed",
    data: { recruitmentId: 5, changedBy: hodu, applicantIds: [] },
  };
  itDecides(recruitment, [
    [
      "keeps what an edit leaves out and increments the revision",
      [posted],
      edit(author),
      [recruitmentEdited],
    ],
    ["names the manager who edits and keeps its author", [withTeam], edit(manager), [editedByManager]],
    ["does not change when nothing differs", [posted], edit(author, { title: "평일 아침 코테 스터디" }), []],
    ["is not edited by members", [withTeam], edit(by(stranger, { team })), "not-the-recruiter"],
    ["checks the author before the revision", [posted], edit(applicant, { ifMatch: 7 }), "not-the-recruiter"],
    ["refuses a future revision", [posted], edit(author, { ifMatch: 7 }), "stale-revision"],
    ["refuses a past revision", [posted, recruitmentEdited], edit(author, { ifMatch: 1 }), "stale-revision"],
    [
      "takes the revision of the last edit",
      [posted, recruitmentEdited, editedAt(3)],
      edit(author, { ifMatch: 3, title: "새벽 스터디" }),
      [editedAt(4, "새벽 스터디")],
    ],
    ["stops with its applicants", [posted, applied()], set(author, false), [recruitmentClosed([bamtol])]],
    [
      "resumes with its applicants",
      [posted, applied(), recruitmentClosed([bamtol])],
      set(author, true),
      [recruitmentResumed([bamtol])],
    ],
    ["does not resume twice", [posted], set(author, true), []],
    ["does not stop twice", [posted, recruitmentClosed()], set(author, false), []],
    ["is stopped by a manager", [withTeam], set(manager, false), [closed]],
  ]);

  describe.each<[string, readonly RecruitmentEvent[], ByCaller]>([
    ["never posted", [], author],
    ["deleted", [posted, recruitmentDeleted()], author],
    ["gone with its author", [posted], by(dotori, { isAuthorGone: true })],
    ["gone with its team", [withTeam], by(dotori, { team: deletedTeam })],
  ])("%s", (_how, past, who) => {
    itDecides(recruitment, [
      ...[edit(who), set(who, false), remove(who), apply(who), reserve(who)].map(
        (command) => [`refuses ${command.type}`, past, command, "recruitment-not-found"] as const,
      ),
      ...[change(who), drop(who)].map(
        (command) => [`refuses ${command.type}`, past, command, "application-not-found"] as const,
      ),
    ]);
  });
});

describe("an application", () => {
  const stopped = [withTeam, applied(), recruitmentClosed([bamtol])];
  const accepted = [posted, applied(), teamReserved, teamLinked(), applicationsAccepted];
  const admitted = roster([bamtol, "MEMBER"]);
  itDecides(recruitment, [
    ["is submitted", [posted], apply(applicant), [applied()]],
    ["is submitted once", [posted, applied()], apply(applicant, 9), "already-applied"],
    ...[applicationWithdrawn, applicationRemoved].map(
      (end) =>
        [
          `can follow one with ${end.type}`,
          [posted, applied(), end],
          apply(applicant, 9),
          [applied(bamtol, 9)],
        ] as const,
    ),
    ["is refused in order: author", stopped, apply(by(dotori, { team })), "own-recruitment"],
    ["is refused in order: member", stopped, apply(by(stranger, { team })), "already-joined"],
    ["is refused in order: stopped", stopped, apply(by(bamtol, { team })), "not-recruiting"],
    ["is edited by its applicant", [posted, applied()], change(applicant), [applicationEdited]],
    ["does not change when nothing differs", [posted, applied()], change(applicant, "지원합니다"), []],
    ["is not edited twice", [posted, applied(), applicationEdited], change(applicant), []],
    ["is not edited by the author", [posted, applied()], change(author), "application-not-editable"],
    ["is withdrawn by its applicant", [posted, applied()], drop(applicant), [applicationWithdrawn]],
    ["is removed by the author", [posted, applied()], drop(author), [applicationRemoved]],
    ["is not removed by others", [posted, applied()], drop(by(hodu)), "application-not-deletable"],
    ["is not found once accepted", accepted, change(applicant), "application-not-found"],
    // The recruitment does not contain the admission yet.
    ...[
      change(by(bamtol, { team: admitted })),
      ...[bamtol, hodu].map((id) => drop(by(id, { team: admitted }))),
    ].map(
      (command) =>
        [
          "is not found once its applicant is in the team",
          [withTeam, applied()],
          command,
          "application-not-found",
        ] as const,
    ),
  ]);

  it("is dropped from the state once ended, however often a member applies", () => {
    const often = Array.from({ length: 50 }, () => [applied(bamtol, 8), applicationWithdrawn]).flat();
    const { applications } = [posted, ...often, applied(bamtol, 9)].reduce(
      recruitment.evolve,
      recruitment.initial,
    );
    expect([...applications.values()].map(({ phase }) => phase)).toEqual(["pending"]);
  });
});

describe("the team of a recruitment", () => {
  const held = [posted, teamReserved];
  const linked = [...held, teamLinked()];
  const both = [applied(), applied(hodu, 9)];
  const past = [withTeam, ...both];
  const gone = (teamId: number | null = null) => recruitmentDeleted([bamtol, hodu], teamId);
  const end = (
    because: "team-deleted" | "author-withdrawn" | "never-posted",
    teamId: number | null = 12,
  ): RecruitmentCommand => ({ type: "DropRecruitment", recruitmentId: 5, because, teamId });
  const { title, body, contact, imageUrl, recruitmentId, authorId, teamId } = posted.data as never;
  const post: RecruitmentCommand = {
    type: "PostRecruitment",
    title,
    body,
    contact,
    imageUrl,
    recruitmentId,
    authorId,
    teamId,
  };
  itDecides(recruitment, [
    ["is reserved", [posted], reserve(author), [teamReserved]],
    ["is reserved once", held, reserve(author), []],
    ["is refused to another team", held, reserve(author, true, 13), "recruitment-has-team"],
    [
      "is reserved again when the first was never created",
      held,
      reserve(author, false, 13),
      [{ type: "TeamReserved", data: { recruitmentId: 5, teamId: 13 } }],
    ],
    ["is not reserved once linked", linked, reserve(author, false, 13), "recruitment-has-team"],
    ["is reserved by the author, not by a manager", [withTeam], reserve(manager), "not-the-recruiter"],
    ["is linked with the applicants", [posted, applied(), teamReserved], link(12), [teamLinked([bamtol])]],
    ["is not linked without its reservation", held, link(13), []],
    ["is linked once", linked, link(12), []],
    ["is not linked to a deleted recruitment", [...held, recruitmentDeleted()], link(12), []],
    ["accepts applications of its members", past, accept(bamtol, hodu, stranger), [applicationsAccepted]],
    ["accepts them once", [...past, applicationsAccepted], accept(bamtol, hodu), []],
    ["accepts none of another recruitment", [posted, applied()], accept(bamtol), []],
    ["accepts them also in a deleted one", [...past, gone(12)], accept(bamtol, hodu), [applicationsAccepted]],
    [
      "accepts them also in one deleted before the link",
      [posted, ...both, teamReserved, gone()],
      accept(bamtol, hodu),
      [applicationsAccepted],
    ],
    ["takes the recruitment along", past, end("team-deleted"), [gone(12)]],
    ["takes no other recruitment along", past, end("team-deleted", 13), []],
    ["takes it along once", [...past, gone(12)], end("team-deleted"), []],
    ["does not bring it to an end twice", [...past, gone(12)], end("author-withdrawn"), []],
    ["closes a recruitment never posted", [], end("never-posted", null), [recruitmentDeleted()]],
    ["closes none that is posted", [posted], end("never-posted", null), []],
    ["refuses to post a closed one", [recruitmentDeleted()], post, "recruitment-exists"],
  ]);
});
