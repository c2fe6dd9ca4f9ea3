import { expect, it } from "vitest";
import { type EventDefinition, personalFieldsOf } from "#contracts/event";
import { eventCatalogue } from "#contracts/events";
import { myArticles } from "./my-articles.ts";
import type { AnyProjection, EventMeta } from "./projection.ts";
import { typesReadBy } from "./projection.ts";
import { readModels } from "./read-models.ts";
import { teamArticles } from "./team-articles.ts";
import { teamMembers } from "./team-members.ts";

const meta: EventMeta = {
  eventId: "",
  checkpoint: "1.700.1",
  occurredAt: "2025-09-03T12:30:00.000Z",
  actor: "system",
  sealed: null,
};
const definitions: Readonly<Record<string, EventDefinition>> = eventCatalogue;
const pairs = (readModels as readonly AnyProjection[]).flatMap((projection) =>
  (projection.unopened ?? []).map((type) => ({ name: projection.name, projection, type })),
);

it.each(pairs)("$name handles $type without its personal fields", ({ projection, type }) => {
  const personal = personalFieldsOf(definitions[type] as EventDefinition).flatMap(({ fields }) => fields);
  const looked: string[] = [];
  // A list, because handlers search some fields.
  const look = (_: object, name: string | symbol) => {
    looked.push(String(name));
    return [];
  };
  const data = new Proxy({}, { get: look });
  (projection.handlers as Record<string, (data: object, meta: EventMeta) => unknown>)[type]?.(data, meta);
  expect(looked.filter((name) => personal.includes(name))).toEqual([]);
});

it("decrypts for all read models what one of several reads", () => {
  expect(typesReadBy([teamArticles, myArticles]).unopened).toEqual(
    new Set(["ArticlePosted", "ArticleEdited"]),
  );
  const looking = { ...myArticles, unopened: [] } as unknown as AnyProjection;
  const { opened, unopened } = typesReadBy([teamArticles, looking]);
  expect([opened.has("ArticlePosted"), unopened]).toEqual([true, new Set(["ArticleEdited"])]);
  expect(typesReadBy([teamMembers]).unopened).toEqual(new Set());
});
