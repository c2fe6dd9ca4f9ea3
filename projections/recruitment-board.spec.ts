import { bamtol, dotori } from "#tests/examples/people";
import { withdrawn } from "#tests/examples/posts";
import * as search from "#tests/examples/recruitments";
import { itProjects, itTouches, positionOf } from "#tests/support/projected";
import { recruitmentBoard } from "./recruitment-board.ts";

const row = {
  recruitment_id: 5,
  author_id: dotori,
  is_recruiting: true,
  is_shown: true,
  position: positionOf(1),
};
const two = [search.recruitmentPosted(), search.recruitmentPosted({ recruitmentId: 6, authorId: bamtol })];
const other = { ...row, recruitment_id: 6, author_id: bamtol, position: positionOf(2) };

itProjects(recruitmentBoard, [
  ["lists what recruits", two, [row, other]],
  ["knows what is closed", [...two, search.recruitmentClosed()], [{ ...row, is_recruiting: false }, other]],
  [
    "keeps the place of what recruits again",
    [...two, search.recruitmentClosed(), search.recruitmentResumed()],
    [row, other],
  ],
  ["loses a deleted one", [...two, search.recruitmentDeleted([bamtol])], [other]],
  [
    "does not show those of a member who withdraws",
    [...two, withdrawn()],
    [{ ...row, is_shown: false }, other],
  ],
]);
itTouches(recruitmentBoard, [
  [["all"], search.recruitmentPosted(), search.recruitmentEdited, search.recruitmentClosed()],
  [["all"], search.recruitmentResumed(), search.teamLinked(), search.recruitmentDeleted([bamtol])],
]);
