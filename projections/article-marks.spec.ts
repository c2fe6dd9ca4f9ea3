import { acknowledged, acknowledgementWithdrawn } from "#tests/examples/discussions";
import * as team from "#tests/examples/memberships";
import { bamtol, hodu } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { at, itProjects, itTouches } from "#tests/support/projected";
import { articleMarks } from "./article-marks.ts";

const row = { article_id: 301, member_id: bamtol, team_id: 12, marked_at: at(1) };
const ofHodu = { ...row, member_id: hodu, marked_at: at(2) };
const two = [acknowledged(), acknowledged(hodu)];

itProjects(articleMarks, [
  ["has one row for each member who has acknowledged an article", two, [row, ofHodu]],
  ["loses a mark that is withdrawn", [...two, acknowledgementWithdrawn()], [ofHodu]],
  ["ends with the article", [...two, post.deleted], []],
  ["ends with the team", [...two, team.teamDeleted], []],
  ["loses the marks of a member who withdraws", [...two, post.withdrawn(bamtol)], [ofHodu]],
]);
itTouches(articleMarks, []);
