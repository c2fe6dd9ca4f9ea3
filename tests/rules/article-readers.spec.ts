import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const sources = ["services", "projections"].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".spec.ts"))
    .map((name) => `${folder}/${name}`),
);

/** How a text of an article or a comment is decrypted, by the owner that decides what is withheld (spec/discussion.md rule 15). */
const decryptions = {
  "projections/article-view.ts": /\bdecryptTexts\(/,
  "projections/discussion-page.ts": /\bdecrypt(?:Comments|Quotes|Reasons)\(/,
  "services/platform/privacy/": /\b(?:openSealedPart|decryptPersonal)\(/,
} as const;
/** How the owners are called; `isVeiled` decides about comments, `permits` calls it for commands. */
const callers =
  /\b(?:articleViews|articleTitles|readView|readArticle|readDiscussion|readComment|articleFacts)\(/;

/** Files that read texts of articles or comments past their owner. */
const passing = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([file, text]) =>
    Object.entries(decryptions)
      .filter(([owner, decrypting]) => !file.startsWith(owner) && decrypting.test(text))
      .map(([owner]) => `${file} decrypts what ${owner} owns`),
  );

const texts = new Map(sources.map((file) => [file, readFileSync(root + file, "utf8")]));

it("texts of articles and comments are read through their owner alone", () => {
  expect(passing(texts)).toEqual([]);
});

it.each([
  ["const texts = await decryptTexts(rows);"],
  ["const texts = await articles.decryptTexts([row]);"],
  ["const quotes = await discussions.decryptQuotes(rows);"],
  ["return openSealedPart(row.sealed, key);"],
])("sees a reader that passes its owner: %s", (line) => {
  const planted = new Map(texts).set("projections/team-digest.ts", `export const read = () => { ${line} }`);
  expect(passing(planted)).toEqual([expect.stringContaining("projections/team-digest.ts")]);
});

it("the readers are these; tests/api/veil.spec.ts has the answer of each", () => {
  const found = [...texts].filter(([, text]) => callers.test(text)).map(([file]) => file);
  expect(found.sort()).toEqual([
    "projections/article-in-day.ts",
    "projections/article-view.ts",
    "projections/discussion-page.ts",
    "projections/my-articles.ts",
    "projections/reviews.ts",
    "projections/search-feed.ts",
    "projections/team-articles.ts",
    "projections/today.ts",
    "services/app/queries.ts",
    "services/app/routes.ts",
    "services/article/facts.ts",
    // Plays comments of the demo.
    "services/demo/player.ts",
    "services/discussion/routes.ts",
  ]);
});
