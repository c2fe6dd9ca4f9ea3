import { bamtol, dotori } from "#tests/examples/people";
import { withdrawn } from "#tests/examples/posts";
import * as search from "#tests/examples/recruitments";
import { at, itProjects, itTouches } from "#tests/support/projected";
import { recruitmentDetail } from "./recruitment-detail.ts";

const row = {
  recruitment_id: 5,
  author_id: dotori,
  team_id: null,
  title: "평일 아침 코테 스터디",
  body: "<p>함께 풀어요</p>",
  body_short: null,
  preview: "함께 풀어요",
  contact: "https://open.example/morning",
  image_url: null,
  is_recruiting: true,
  revision: 1,
  created_at: at(1),
};
const { recruitmentPosted: posted } = search;
const two = [posted(), posted({ recruitmentId: 6, authorId: bamtol })];
const other = { ...row, recruitment_id: 6, author_id: bamtol, created_at: at(2) };
const noTexts = { title: null, body: null, preview: null, contact: null, image_url: null };

itProjects(recruitmentDetail, [
  [
    "shows a post with its picture",
    [posted({ imageUrl: "/images/9d/9d22.jpg" })],
    [{ ...row, image_url: "/images/9d/9d22.jpg" }],
  ],
  [
    "shows the last text, alone, and keeps author, team and time",
    [...two, search.teamLinked(), search.recruitmentEdited],
    [{ ...row, team_id: 12, title: "저녁 스터디", revision: 2 }, other],
  ],
  [
    "knows whether it recruits",
    [...two, search.recruitmentClosed()],
    [{ ...row, is_recruiting: false }, other],
  ],
  [
    "knows that it recruits again",
    [posted(), search.recruitmentClosed(), search.recruitmentResumed()],
    [row],
  ],
  ["loses a deleted one", [...two, search.recruitmentDeleted()], [other]],
  // A later event removes the post itself.
  ["loses the texts of a member who withdraws", [...two, withdrawn()], [{ ...row, ...noTexts }, other]],
]);
itTouches(recruitmentDetail, [
  [["5"], posted(), search.recruitmentEdited, search.recruitmentClosed(), search.recruitmentResumed()],
  [["5"], search.teamLinked(), search.recruitmentDeleted(), search.applied(), search.applicationEdited],
  [["5"], search.applicationWithdrawn, search.applicationRemoved, search.applicationsAccepted],
]);
