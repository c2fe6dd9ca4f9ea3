import { teamDeleted } from "#tests/examples/memberships";
import { dotori } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { itProjects, itTouches } from "#tests/support/projected";
import { mySolved } from "./my-solved.ts";

const place = { article_id: 301, author_id: dotori, team_id: 12, date: "2025-09-03" };
const boj = { ...place, slot: 0, provider: "boj", number: "1260" };
const codeforces = { ...place, slot: 1, provider: "codeforces", number: "4A" };
const reduced = { ...post.edited, data: { ...post.edited.data, problems: [] } } as typeof post.edited;

itProjects(mySolved, [
  ["has the problems of an article", [post.posted()], [boj]],
  ["has those of the last text", [post.posted(), post.edited], [boj, codeforces]],
  ["loses problems that an edit removes", [post.posted(), post.edited, reduced], []],
  ["has problems that return", [post.posted(), reduced, post.edited], [boj, codeforces]],
  ["has none of an author whose key is destroyed", [{ withoutKey: post.posted() }], []],
  [
    "loses those of an article whose edited text cannot be decrypted",
    [post.posted(), post.edited, { withoutKey: post.edited }],
    [],
  ],
  [
    "loses those of a deleted article, and no others",
    [post.posted({ articleId: 302 }), post.posted(), post.edited, post.deleted],
    [{ ...boj, article_id: 302 }],
  ],
  ["ends with the team", [post.posted(), teamDeleted], []],
  ["ends with the withdrawal of the author", [post.posted(), post.withdrawn()], []],
]);
itTouches(mySolved, [[[dotori], post.posted(), post.edited, post.deleted]]);
