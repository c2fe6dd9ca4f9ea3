import { teamDeleted } from "#tests/examples/memberships";
import { dotori } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { at, itProjects, itTouches } from "#tests/support/projected";
import { teamCalendar } from "./team-calendar.ts";

const hash = { provider: "programmers", number: "42576", title: "완주하지 못한 선수", url: null };
const own = { provider: "own", number: "", title: "직접 낸 문제", url: "https://problems.example/1" };
const row = {
  team_id: 12,
  date: "2025-09-03",
  subject_id: 77,
  category: "코딩 테스트",
  title: "오늘의 두 문제",
  body: "<p>1번</p>",
  image_url: null,
  author_id: dotori,
  created_at: at(1),
  problems: [hash],
  revision: 1,
};
const edited = {
  ...row,
  category: "스터디 복습",
  title: "세 문제",
  body: "<p>2번</p>",
  image_url: null,
  revision: 2,
  problems: [hash, own],
};
const two = [post.subjectPosted(), post.subjectPosted({ subjectId: 78, date: "2025-09-04" })];
const other = { ...row, subject_id: 78, date: "2025-09-04", created_at: at(2) };

itProjects(teamCalendar, [
  ["has the problem of a day", two, [row, other]],
  [
    "has its last text, and keeps author and time",
    [...two, post.subjectEdited, post.subjectEdited],
    [edited, other],
  ],
  ["loses a deleted problem", [...two, post.subjectDeleted], [other]],
  [
    "has the problem that replaces a deleted one",
    [post.subjectPosted(), post.subjectDeleted, post.subjectPosted({ subjectId: 79 })],
    [{ ...row, subject_id: 79, created_at: at(3) }],
  ],
  ["keeps problems whose author withdraws", [post.subjectPosted(), post.withdrawn()], [row]],
  ["ends with its team", [...two, teamDeleted], []],
]);
itTouches(teamCalendar, [
  [["12"], post.subjectPosted(), post.subjectEdited, post.subjectDeleted, teamDeleted],
]);
