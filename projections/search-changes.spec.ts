import { teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { itProjects, itTouches, positionOf } from "#tests/support/projected";
import { searchChanges } from "./search-changes.ts";

const text = (kind: string, id: number, n: number, is_gone = false) => ({
  kind,
  id,
  team_id: 12,
  author_id: dotori,
  date: "2025-09-03",
  changed: positionOf(n),
  is_gone,
});
const both = [post.posted(), post.subjectPosted()];

itProjects(searchChanges, [
  [
    "has articles and problems with their last change",
    both,
    [text("article", 301, 1), text("subject", 77, 2)],
  ],
  [
    "has the time of the last of several edits",
    [...both, post.edited, post.subjectEdited, post.edited],
    [text("article", 301, 5), text("subject", 77, 4)],
  ],
  // After a rebuild, too, indexes must delete the text.
  [
    "knows that an article is gone whose author's key is destroyed",
    [{ withoutKey: post.posted() }],
    [text("article", 301, 1, true)],
  ],
  [
    "knows that an article is gone whose edited text cannot be decrypted",
    [post.posted(), { withoutKey: post.edited }],
    [text("article", 301, 2, true)],
  ],
  [
    "knows what was deleted",
    [...both, post.deleted, post.subjectDeleted],
    [text("article", 301, 3, true), text("subject", 77, 4, true)],
  ],
  [
    "knows that all of a deleted team is gone",
    [...both, teamDeleted],
    [text("article", 301, 3, true), text("subject", 77, 3, true)],
  ],
  [
    "loses the articles of a member who withdraws, and only the name at their problems",
    [...both, post.posted({ articleId: 302, authorId: bamtol }), post.withdrawn()],
    [
      text("article", 301, 4, true),
      text("subject", 77, 4),
      { ...text("article", 302, 3), author_id: bamtol },
    ],
  ],
]);
itTouches(searchChanges, []);
