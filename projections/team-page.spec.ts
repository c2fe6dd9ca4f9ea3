import * as team from "#tests/examples/memberships";
import { autoPosting } from "#tests/examples/queued-problems";
import * as search from "#tests/examples/recruitments";
import { created, joined } from "#tests/examples/teams";
import { at, itProjects, itTouches } from "#tests/support/projected";
import { teamPage } from "./team-page.ts";

const row = {
  team_id: 12,
  name: "아침반",
  explain: "7시에 시작해요",
  topic: "코딩테스트",
  member_limit: 10,
  image_url: null,
  announcement: "",
  review_partner: false,
  solve_first: false,
  day_ends_at: "00:00",
  auto_posting: false,
  discord_address: null,
  entry_password: "sealed-4821",
  recruitment_id: null,
  revision: 1,
  created_at: at(1),
};
const changed = {
  name: "저녁 Java반",
  explain: "",
  topic: "스터디",
  member_limit: 4,
  image_url: "/images/3b/3b90.jpg",
  revision: 2,
};
const linked = { ...row, recruitment_id: 5 };

itProjects(teamPage, [
  ["shows a team as it was created", [created], [row]],
  [
    "shows changed facts and keeps all else",
    [created, team.announced, team.infoChanged],
    [{ ...row, ...changed, announcement: "이번 주는 그래프!" }],
  ],
  [
    "has the revision of the last change, also of the entry password alone",
    [created, team.infoChanged, team.passwordChanged],
    [{ ...row, ...changed, entry_password: "sealed-0000", revision: 3 }],
  ],
  ["keeps its revision when members come and go", [created, joined(), team.left()], [row]],
  [
    "leads to the recruitment that was written for it",
    [created, search.recruitmentPosted({ teamId: 12 })],
    [linked],
  ],
  ["leads to the recruitment from which it was created", [created, search.teamLinked()], [linked]],
  ["does not lead to recruitments without a team", [created, search.recruitmentPosted()], [row]],
  [
    "leads nowhere once its recruitment is deleted",
    [created, search.teamLinked(), search.recruitmentDeleted([], 12)],
    [row],
  ],
  [
    "leads to the second of two recruitments",
    [
      created,
      search.teamLinked(),
      search.recruitmentDeleted([], 12),
      search.recruitmentPosted({ teamId: 12, recruitmentId: 6 }),
    ],
    [{ ...row, recruitment_id: 6 }],
  ],
  [
    "has the sealed address of its Discord webhook, until it is unlinked",
    [created, team.discordLinked],
    [{ ...row, discord_address: "sealed-webhook" }],
  ],
  ["has no address of an unlinked webhook", [created, team.discordLinked, team.discordUnlinked()], [row]],
  ["has the end of its day", [created, team.dayEndChanged], [{ ...row, day_ends_at: "02:00" }]],
  ["posts problems by itself", [created, autoPosting()], [{ ...row, auto_posting: true }]],
  [
    "has the last options of its discussions",
    [created, team.discussionOptionsChanged],
    [{ ...row, review_partner: true, solve_first: true }],
  ],
  ["ends with its team", [created, team.teamDeleted], []],
]);
itTouches(teamPage, [
  [["12"], created, joined(), team.admitted, team.left(), team.kicked, team.coManagerAdded, team.delegated],
  [
    ["12"],
    team.demoted,
    team.succeeded,
    team.infoChanged,
    team.passwordChanged,
    team.announced,
    team.discussionOptionsChanged,
    team.dayEndChanged,
    team.teamDeleted,
  ],
  [["12"], search.recruitmentPosted({ teamId: 12 }), search.teamLinked(), search.recruitmentDeleted([], 12)],
  [[], search.recruitmentPosted(), search.recruitmentDeleted()],
]);
