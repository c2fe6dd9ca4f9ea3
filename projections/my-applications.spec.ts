import { bamtol, hodu } from "#tests/examples/people";
import { withdrawn } from "#tests/examples/posts";
import * as search from "#tests/examples/recruitments";
import { at, itProjects, itTouches, positionOf } from "#tests/support/projected";
import { myApplications } from "./my-applications.ts";

const turns = (state: string, n: number) => ({ state, changed_at: at(n), changed_position: positionOf(n) });
const row = {
  application_id: 8,
  recruitment_id: 5,
  applicant_id: bamtol,
  team_id: null,
  body: "지원합니다",
  applied_at: at(1),
  applied_position: positionOf(1),
  ...turns("pending", 1),
};
const two = [search.applied(), search.applied(hodu, 9)];
const other = {
  ...row,
  application_id: 9,
  applicant_id: hodu,
  applied_at: at(2),
  applied_position: positionOf(2),
  ...turns("pending", 2),
};
const applicants = [bamtol, hodu];

itProjects(myApplications, [
  ["waits for an answer", two, [row, other]],
  [
    "has the last text, and keeps its time",
    [...two, search.applicationEdited],
    [{ ...row, body: "고친 글" }, other],
  ],
  ["loses a withdrawn application", [...two, search.applicationWithdrawn], [other]],
  [
    "knows that it was removed",
    [...two, search.applicationRemoved],
    [{ ...row, ...turns("removed", 3) }, other],
  ],
  [
    "knows into which team it was accepted",
    [...two, search.applied(bamtol, 10), search.applicationsAccepted],
    [
      { ...row, team_id: 12, ...turns("accepted", 4) },
      { ...other, team_id: 12, ...turns("accepted", 4) },
      {
        ...row,
        application_id: 10,
        applied_at: at(3),
        applied_position: positionOf(3),
        ...turns("pending", 3),
      },
    ],
  ],
  [
    "waits with its recruitment while that is closed, unless it is decided",
    [...two, search.applicationRemoved, search.recruitmentClosed(applicants)],
    [
      { ...row, ...turns("removed", 3) },
      { ...other, ...turns("closed", 4) },
    ],
  ],
  [
    "waits again once its recruitment resumes",
    [search.applied(), search.recruitmentClosed(applicants), search.recruitmentResumed(applicants)],
    [{ ...row, ...turns("pending", 3) }],
  ],
  [
    "knows that its recruitment was deleted, whether it was open or closed, unless it was decided",
    [
      ...[search.applied(hodu, 9), search.applied(), search.applicationRemoved],
      ...[search.recruitmentClosed(applicants), search.recruitmentDeleted(applicants)],
    ],
    [
      { ...row, application_id: 9, applicant_id: hodu, ...turns("deleted", 5) },
      { ...row, applied_at: at(2), applied_position: positionOf(2), ...turns("removed", 3) },
    ],
  ],
  [
    "knows that an open recruitment was deleted",
    [search.applied(), search.recruitmentDeleted(applicants)],
    [{ ...row, ...turns("deleted", 2) }],
  ],
  [
    "loses the text of a member who withdraws, and the row once it is decided",
    [...two, search.applied(bamtol, 10), search.applicationRemoved, withdrawn(bamtol)],
    [
      other,
      {
        ...row,
        application_id: 10,
        body: null,
        applied_at: at(3),
        applied_position: positionOf(3),
        ...turns("pending", 3),
      },
    ],
  ],
]);
itTouches(myApplications, [
  [
    [bamtol],
    search.applied(),
    search.applicationEdited,
    search.applicationWithdrawn,
    search.applicationRemoved,
  ],
  [applicants, search.applicationsAccepted, search.recruitmentDeleted(applicants)],
  [
    [bamtol],
    search.recruitmentClosed([bamtol]),
    search.recruitmentResumed([bamtol]),
    search.teamLinked([bamtol]),
  ],
]);
