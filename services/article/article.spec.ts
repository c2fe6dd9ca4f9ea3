import { describe, it } from "vitest";
import type { ArticleEvent } from "#contracts/article/events";
import { bamtol, dotori, stranger } from "#tests/examples/people";
import { given } from "#tests/support/given";
import type { Roster } from "../team/facts.ts";
import { type ArticleCommand, article } from "./article.ts";

const team: Roster = { phase: "live", members: new Map([[dotori, "MANAGER"]]) };
const place = { articleId: 301, teamId: 12, authorId: dotori, date: "2025-09-03" };
const text = {
  title: "정렬 풀이",
  body: '<p><img src="?" alt="이미지"></p>',
  imageUrl: "/images/9d/9d22.jpg",
};
const posted: ArticleEvent = { type: "ArticlePosted", data: { ...place, ...text, revision: 1 } };
const edit = (changes: Partial<Extract<ArticleCommand, { type: "EditArticle" }>>): ArticleCommand => ({
  type: "EditArticle",
  callerId: dotori,
  team,
  ifMatch: undefined,
  title: undefined,
  body: undefined,
  imageUrl: undefined,
  ...changes,
});

describe("posting", () => {
  it("takes a member's article", () =>
    given(article)
      .when({ type: "PostArticle", place, team, ...text })
      .then(posted));
  it("refuses people outside the team", () =>
    given(article)
      .when({ type: "PostArticle", place: { ...place, authorId: stranger }, team, ...text })
      .thenRefused("not-a-team-member"));
});

describe("editing", () => {
  const edited = (changes: object): ArticleEvent => ({
    type: "ArticleEdited",
    data: { ...place, ...text, ...changes, revision: 2 },
  });
  it("keeps what is absent", () =>
    given(article, posted)
      .when(edit({ title: "힙" }))
      .then(edited({ title: "힙" })));
  it("keeps the picture while the body has a place for it", () =>
    given(article, posted)
      .when(edit({ body: { html: '<p>새 글</p><p><img src="?" alt="이미지"></p>', hasImage: true } }))
      .then(edited({ body: '<p>새 글</p><p><img src="?" alt="이미지"></p>' })));
  it("drops the picture with its place", () =>
    given(article, posted)
      .when(edit({ body: { html: "<p>글만</p>", hasImage: false } }))
      .then(edited({ body: "<p>글만</p>", imageUrl: null })));
  it("does nothing when nothing differs", () =>
    given(article, posted)
      .when(edit({ title: "정렬 풀이" }))
      .thenNothing());
  it("refuses others, managers included", () =>
    given(article, posted)
      .when(edit({ callerId: bamtol }))
      .thenRefused("not-the-author"));
  it("refuses a stale revision", () =>
    given(article, posted)
      .when(edit({ ifMatch: 3 }))
      .thenRefused("stale-revision"));
  it("refuses what went with its writer's key", () =>
    given(article, {
      ...posted,
      data: { ...posted.data, title: null, body: null, imageUrl: null },
    } as ArticleEvent)
      .when(edit({ callerId: bamtol }))
      .thenRefused("article-not-found"));
  it("refuses what never was", () => given(article).when(edit({})).thenRefused("article-not-found"));
  it("refuses what went with its team", () =>
    given(article, posted)
      .when(edit({ team: { phase: "deleted", members: new Map() } }))
      .thenRefused("article-not-found"));
});

describe("deleting", () => {
  const remove = (callerId: string): ArticleCommand => ({ type: "DeleteArticle", callerId, team });
  const deleted: ArticleEvent = { type: "ArticleDeleted", data: place };
  it("is the author's right", () => given(article, posted).when(remove(dotori)).then(deleted));
  it("is refused to others", () => given(article, posted).when(remove(bamtol)).thenRefused("not-the-author"));
  it("happens once", () =>
    given(article, posted, deleted).when(remove(dotori)).thenRefused("article-not-found"));
});
