import type { Article } from "#contracts/article/api";
import { displayBody } from "../lib/safe-html.ts";
import type { LastTeam } from "../lib/storage/last-team.ts";
import { bodyMarkup } from "../ui/body-markup.ts";
import prose from "../ui/body-view.module.css";
import { dayLabel } from "../ui/month-calendar-days.ts";
import styles from "./offline.module.css";

/** A team page to read: who the team is, its announcement, the month's problems, and the articles of the day last seen. */
export function teamView({ team, tags, day, articles }: LastTeam): HTMLElement {
  return make(
    "article",
    { className: styles.team },
    make(
      "header",
      { className: styles.head },
      cover(team.imageUrl),
      make(
        "div",
        {},
        make("h1", {}, team.teamName),
        make("p", { className: styles.meta }, `${team.topic} · since ${team.createdAt}`),
        make("p", {}, team.teamExplain),
      ),
    ),
    ...(team.teamAnnouncement ? [section("공지", make("p", {}, team.teamAnnouncement))] : []),
    section(
      "이 달의 문제",
      tags.length === 0
        ? make("p", { className: styles.meta }, "문제가 없어요.")
        : make(
            "ul",
            { className: styles.tags },
            ...tags.map((tag) => make("li", {}, `${dayLabel(tag.subjectDate)} ${tag.articleCategory}`)),
          ),
    ),
    section(
      `${dayLabel(day)}의 글`,
      ...(articles.length === 0
        ? [make("p", { className: styles.meta }, "게시글이 존재하지 않아요")]
        : articles.map(articleView)),
    ),
  );
}

/** The picture while there is a stored copy, else its bare ground. */
function cover(src: string): HTMLElement {
  const picture = make("img", { src, alt: "", className: styles.picture });
  picture.addEventListener("error", () => picture.remove());
  return make("span", { className: styles.cover }, picture);
}

const section = (title: string, ...children: readonly Node[]) =>
  make("section", { className: styles.section }, make("h2", {}, title), ...children);

function articleView(article: Article): HTMLElement {
  const summary = make(
    "summary",
    {},
    make("b", {}, article.articleTitle),
    make("span", { className: styles.meta }, article.memberName),
  );
  if (article.articleBody === null) {
    return make(
      "details",
      { className: styles.article },
      summary,
      make("p", { className: styles.meta }, "이 글의 내용은 팀원만 볼 수 있어요."),
    );
  }
  const body = make("div", { className: prose.prose });
  // Reduced to the allow-list by displayBody.
  body.innerHTML = bodyMarkup(displayBody(article.articleBody, article.imageUrl));
  return make("details", { className: styles.article }, summary, body);
}

/** An element with its properties and what stands in it; texts are texts, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Omit<Partial<HTMLElementTagNameMap[K]>, "className"> & {
    readonly className?: string | undefined;
  },
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
