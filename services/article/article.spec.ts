import { describe } from "vitest";
import type { ArticleEvent } from "#contracts/article/events";
import type { ProblemKey } from "#contracts/problems";
import { bamtol, dotori, stranger } from "#tests/examples/people";
import { deleted, posted as postedWith } from "#tests/examples/posts";
import { itDecides } from "#tests/support/given";
import type { Roster } from "../team/facts.ts";
import { type ArticleCommand, article } from "./article.ts";

const team: Roster = { phase: "live", members: new Map([[dotori, "MANAGER"]]) };
const ids = { articleId: 301, teamId: 12, authorId: dotori, date: "2025-09-03" };
const body = '<p><img src="?" alt="이미지"></p>';
const boj = { provider: "boj" as const, number: "1260" };
const text = { title: "정렬 풀이", body, imageUrl: "/images/9d/9d22.jpg", problems: [boj] };
const posted = postedWith(text);
const post = (authorId: string, problems: ProblemKey[] = [boj]): ArticleCommand => ({
  type: "PostArticle",
  ref: { ...ids, authorId },
  team,
  ...text,
  problems,
});
const edit = (changes: Partial<Extract<ArticleCommand, { type: "EditArticle" }>>): ArticleCommand => ({
  type: "EditArticle",
  callerId: dotori,
  team,
  ifMatch: undefined,
  title: undefined,
  body: undefined,
  imageUrl: undefined,
  problems: undefined,
  ...changes,
});
const edited = (changes: object, revision = 2): ArticleEvent => ({
  type: "ArticleEdited",
  data: { ...ids, ...text, ...changes, revision },
});
const twice = [posted, edited({ title: "힙" }), edited({ title: "힙 정렬" }, 3)];
const remove = (callerId: string): ArticleCommand => ({ type: "DeleteArticle", callerId, team });
const withoutKey = postedWith({ title: null, body: null, imageUrl: null });
const other = { provider: "codeforces" as const, number: "4A" };
const newBody = `<p>새 글</p>${body}`;

describe("an article", () => {
  itDecides(article, [
    ["is posted by a member", [], post(dotori), [posted]],
    ["is refused to outsiders", [], post(stranger), "author-not-in-team"],
    ["keeps what an edit leaves out", [posted], edit({ title: "힙" }), [edited({ title: "힙" })]],
    [
      "keeps the picture while the body has a place for it",
      [posted],
      edit({ body: { html: newBody, hasImage: true } }),
      [edited({ body: newBody })],
    ],
    [
      "drops the picture with its place",
      [posted],
      edit({ body: { html: "<p>글만</p>", hasImage: false } }),
      [edited({ body: "<p>글만</p>", imageUrl: null })],
    ],
    [
      "does not change when nothing differs",
      [posted],
      edit({ title: "정렬 풀이", problems: [{ ...boj }] }),
      [],
    ],
    ["changes what it is about", [posted], edit({ problems: [other] }), [edited({ problems: [other] })]],
    ["is about no problem any more", [posted], edit({ problems: [] }), [edited({ problems: [] })]],
    [
      "keeps nothing of a problem but its provider and number",
      [],
      post(dotori, [{ ...boj, title: "DFS와 BFS", url: null } as ProblemKey]),
      [posted],
    ],
    ["is not edited by others", [posted], edit({ callerId: bamtol }), "not-the-author"],
    ["refuses a future revision", [posted], edit({ ifMatch: 3 }), "stale-revision"],
    ["refuses a past revision", twice, edit({ ifMatch: 2 }), "stale-revision"],
    [
      "takes the revision of the last edit",
      twice,
      edit({ ifMatch: 3, title: "힙" }),
      [edited({ title: "힙" }, 4)],
    ],
    ["is not found without its author's key", [withoutKey], edit({ callerId: bamtol }), "article-not-found"],
    ["is not found when it never was", [], edit({}), "article-not-found"],
    [
      "is not found once its team is deleted",
      [posted],
      edit({ team: { phase: "deleted", members: new Map() } }),
      "article-not-found",
    ],
    ["is deleted by its author", [posted], remove(dotori), [deleted]],
    ["is not deleted by others", [posted], remove(bamtol), "not-the-author"],
    ["is deleted once", [posted, deleted], remove(dotori), "article-not-found"],
  ]);
});
