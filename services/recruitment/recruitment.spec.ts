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
import { given } from "#tests/support/given";
import { noRoster, type Roster } from "../team/facts.ts";
import type { ByCaller } from "./application.ts";
import { type RecruitmentCommand, recruitment } from "./recruitment.ts";

const posted = recruitmentPosted();
const withTeam = recruitmentPosted({ teamId: 12 });
const team: Roster = {
  phase: "live",
  members: new Map([
    [hodu, "MANAGER"],
    [stranger, "MEMBER"],
  ]),
};
const by = (callerId: string, over: Partial<ByCaller> = {}): ByCaller => ({
  callerId,
  team: noRoster,
  isAuthorGone: false,
  ...over,
});
type EditCommand = Extract<RecruitmentCommand, { type: "EditRecruitment" }>;
const edit = (who: ByCaller, over: Partial<EditCommand> = {}): RecruitmentCommand => ({
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
const editApplication = (who: ByCaller, body = "고친 글"): RecruitmentCommand => ({
  type: "EditApplication",
  ...who,
  applicationId: 8,
  body,
});
const removeApplication = (who: ByCaller): RecruitmentCommand => ({
  type: "DeleteApplication",
  ...who,
  applicationId: 8,
});
const reserve = (who: ByCaller, isTaken = false, teamId = 12): RecruitmentCommand => ({
  type: "ReserveTeam",
  ...who,
  teamId,
  isTaken,
});

describe("editing", () => {
  it("keeps what is absent and counts the revision", () =>
    given(recruitment, posted)
      .when(edit(by(dotori)))
      .then(recruitmentEdited));
  it("names the manager who edits, the writer stays", () =>
    given(recruitment, withTeam)
      .when(edit(by(hodu, { team })))
      .then({
        ...recruitmentEdited,
        data: { ...recruitmentEdited.data, editedBy: hodu },
      } as RecruitmentEvent));
  it("is nothing when nothing differs", () =>
    given(recruitment, posted)
      .when(edit(by(dotori), { title: "평일 아침 코테 스터디" }))
      .thenNothing());
  it("is refused to others", () =>
    given(recruitment, withTeam)
      .when(edit(by(stranger, { team })))
      .thenRefused("not-the-recruiter"));
  it("looks at the revision last", () => {
    given(recruitment, posted)
      .when(edit(by(bamtol), { ifMatch: 7 }))
      .thenRefused("not-the-recruiter");
    given(recruitment, posted)
      .when(edit(by(dotori), { ifMatch: 7 }))
      .thenRefused("stale-revision");
    given(recruitment, posted, recruitmentEdited)
      .when(edit(by(dotori), { ifMatch: 1 }))
      .thenRefused("stale-revision");
  });
});

describe("stopping and resuming", () => {
  it("tells those who wait", () => {
    given(recruitment, posted, applied())
      .when(set(by(dotori), false))
      .then(recruitmentClosed([bamtol]));
    given(recruitment, posted, applied(), recruitmentClosed([bamtol]))
      .when(set(by(dotori), true))
      .then(recruitmentResumed([bamtol]));
  });
  it("is nothing the second time", () => {
    given(recruitment, posted)
      .when(set(by(dotori), true))
      .thenNothing();
    given(recruitment, posted, recruitmentClosed())
      .when(set(by(dotori), false))
      .thenNothing();
  });
  it("is a right of the linked team's managers", () =>
    given(recruitment, withTeam)
      .when(set({ ...by(hodu), team }, false))
      .then({ type: "RecruitmentClosed", data: { recruitmentId: 5, changedBy: hodu, applicantIds: [] } }));
});

describe("what is gone", () => {
  const gone = [
    ["never posted", [], by(dotori)],
    ["deleted", [posted, recruitmentDeleted()], by(dotori)],
    ["gone with its writer", [posted], by(dotori, { isAuthorGone: true })],
    ["gone with its team", [withTeam], by(dotori, { team: { phase: "deleted", members: new Map() } })],
  ] as const;
  for (const [how, past, who] of gone)
    it(`is not found when ${how}`, () => {
      const then = (command: RecruitmentCommand) => given(recruitment, ...past).when(command);
      for (const command of [edit(who), set(who, false), remove(who), apply(who), reserve(who)])
        then(command).thenRefused("recruitment-not-found");
      for (const command of [editApplication(who), removeApplication(who)])
        then(command).thenRefused("application-not-found");
    });
});

describe("applying", () => {
  it("is accepted once", () => {
    given(recruitment, posted)
      .when(apply(by(bamtol)))
      .then(applied());
    given(recruitment, posted, applied())
      .when(apply(by(bamtol), 9))
      .thenRefused("already-applied");
  });
  it("is possible again after the first one ended", () => {
    for (const end of [applicationWithdrawn, applicationRemoved])
      given(recruitment, posted, applied(), end)
        .when(apply(by(bamtol), 9))
        .then(applied(bamtol, 9));
  });
  it("is refused in order", () => {
    const past = [withTeam, applied(), recruitmentClosed([bamtol])] as const;
    given(recruitment, ...past)
      .when(apply(by(dotori, { team })))
      .thenRefused("own-recruitment");
    given(recruitment, ...past)
      .when(apply(by(stranger, { team })))
      .thenRefused("already-joined");
    given(recruitment, ...past)
      .when(apply(by(bamtol, { team })))
      .thenRefused("not-recruiting");
  });
});

describe("an application", () => {
  it("is edited by its writer alone", () => {
    given(recruitment, posted, applied())
      .when(editApplication(by(bamtol)))
      .then(applicationEdited);
    given(recruitment, posted, applied())
      .when(editApplication(by(bamtol), "지원합니다"))
      .thenNothing();
    given(recruitment, posted, applied(), applicationEdited)
      .when(editApplication(by(bamtol)))
      .thenNothing();
    given(recruitment, posted, applied())
      .when(editApplication(by(dotori)))
      .thenRefused("application-not-editable");
  });
  it("is taken back by its writer and removed by authors", () => {
    given(recruitment, posted, applied())
      .when(removeApplication(by(bamtol)))
      .then(applicationWithdrawn);
    given(recruitment, posted, applied())
      .when(removeApplication(by(dotori)))
      .then(applicationRemoved);
    given(recruitment, posted, applied())
      .when(removeApplication(by(hodu)))
      .thenRefused("application-not-deletable");
  });
  it("is not found once accepted", () =>
    given(recruitment, posted, applied(), teamReserved, teamLinked(), applicationsAccepted)
      .when(editApplication(by(bamtol)))
      .thenRefused("application-not-found"));
  it("is not found once its team has the applicant, before the recruitment knows", () => {
    const admitted = { ...team, members: new Map(team.members).set(bamtol, "MEMBER") };
    const whenIn = (command: (who: ByCaller) => RecruitmentCommand, callerId: string) =>
      given(recruitment, withTeam, applied()).when(command(by(callerId, { team: admitted })));
    whenIn(editApplication, bamtol).thenRefused("application-not-found");
    whenIn(removeApplication, bamtol).thenRefused("application-not-found");
    whenIn(removeApplication, hodu).thenRefused("application-not-found");
  });
});

describe("the place of the team", () => {
  it("is held for one", () => {
    given(recruitment, posted)
      .when(reserve(by(dotori)))
      .then(teamReserved);
    given(recruitment, posted, teamReserved)
      .when(reserve(by(dotori)))
      .thenNothing();
    given(recruitment, posted, teamReserved)
      .when(reserve(by(dotori), true, 13))
      .thenRefused("recruitment-has-team");
  });
  it("is given anew when the first never came to be", () =>
    given(recruitment, posted, teamReserved)
      .when(reserve(by(dotori), false, 13))
      .then({ type: "TeamReserved", data: { recruitmentId: 5, teamId: 13 } }));
  it("is not given again once its team is there", () =>
    given(recruitment, posted, teamReserved, teamLinked())
      .when(reserve(by(dotori), false, 13))
      .thenRefused("recruitment-has-team"));
  it("is the writer's to give, not a manager's", () =>
    given(recruitment, withTeam)
      .when(reserve(by(hodu, { team })))
      .thenRefused("not-the-recruiter"));
  it("goes to the team it was held for", () => {
    const link = (teamId: number): RecruitmentCommand => ({ type: "LinkTeam", teamId });
    given(recruitment, posted, applied(), teamReserved)
      .when(link(12))
      .then(teamLinked([bamtol]));
    given(recruitment, posted, teamReserved).when(link(13)).thenNothing();
    given(recruitment, posted, teamReserved, teamLinked()).when(link(12)).thenNothing();
    given(recruitment, posted, teamReserved, recruitmentDeleted()).when(link(12)).thenNothing();
  });
});

describe("what follows from the team", () => {
  const accept = (...applicantIds: string[]): RecruitmentCommand => ({
    type: "AcceptApplications",
    teamId: 12,
    applicantIds,
  });
  const past = [withTeam, applied(), applied(hodu, 9)] as const;
  it("keeps no trace of applications that are over, however often somebody applies", () => {
    const often = Array.from({ length: 50 }, () => [applied(bamtol, 8), applicationWithdrawn]).flat();
    const { applications } = [posted, ...often, applied(bamtol, 9)].reduce(
      recruitment.evolve,
      recruitment.initial,
    );
    expect([...applications.values()].map(({ phase }) => phase)).toEqual(["pending"]);
  });

  it("accepts the applications of those who are in, once", () => {
    given(recruitment, ...past)
      .when(accept(bamtol, hodu, stranger))
      .then(applicationsAccepted);
    given(recruitment, ...past, applicationsAccepted)
      .when(accept(bamtol, hodu))
      .thenNothing();
    given(recruitment, posted, applied()).when(accept(bamtol)).thenNothing();
  });
  it("accepts them also when the recruitment was deleted meanwhile", () =>
    given(recruitment, ...past, recruitmentDeleted([bamtol, hodu], 12))
      .when(accept(bamtol, hodu))
      .then(applicationsAccepted));
  it("accepts them also when it was deleted before it heard of its team", () =>
    given(recruitment, posted, applied(), applied(hodu, 9), teamReserved, recruitmentDeleted([bamtol, hodu]))
      .when(accept(bamtol, hodu))
      .then(applicationsAccepted));
  it("drops the recruitment with its own team only, once", () => {
    const drop = (teamId: number): RecruitmentCommand => ({
      type: "DropRecruitment",
      recruitmentId: 5,
      because: "its-team-is-gone",
      teamId,
    });
    given(recruitment, ...past)
      .when(drop(12))
      .then(recruitmentDeleted([bamtol, hodu], 12));
    given(recruitment, ...past)
      .when(drop(13))
      .thenNothing();
    for (const because of ["its-team-is-gone", "its-writer-is-gone"] as const)
      given(recruitment, ...past, recruitmentDeleted([bamtol, hodu], 12))
        .when({ type: "DropRecruitment", recruitmentId: 5, because, teamId: 12 })
        .thenNothing();
  });
});

describe("a recruitment that was promised and never posted", () => {
  const drop: RecruitmentCommand = {
    type: "DropRecruitment",
    recruitmentId: 5,
    because: "it-never-was",
    teamId: null,
  };
  it("can never be posted after that", () => {
    const { title, body, contact, imageUrl, recruitmentId, authorId, teamId } = posted.data as never;
    given(recruitment).when(drop).then(recruitmentDeleted());
    given(recruitment, recruitmentDeleted())
      .when({ type: "PostRecruitment", title, body, contact, imageUrl, recruitmentId, authorId, teamId })
      .thenRefused("recruitment-exists");
  });
  it("leaves one alone that came in time", () => given(recruitment, posted).when(drop).thenNothing());
});
